/**
 * Starting an installed application by name: only what the administrator installed, never a command line.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import { startTimeOf, stateOf, userId } from "../../ffi/proc.ts";
import { decide } from "../../policy/decide.ts";
import { checkTrustedPath, type FileSystem } from "../../policy/trusted_path.ts";
import type { Settings } from "../settings.ts";
import { launchAccess } from "./applications.ts";
import {
  commandOf,
  type DesktopEntry,
  entriesNamed,
  isEnv,
  nearMisses,
  readDesktopEntries,
  withoutEnv,
} from "./desktop_entries.ts";

/** A started application. Disposing removes the file of its output; the application runs on. */
export interface Launched extends Disposable {
  /** What was started. */
  readonly entry: DesktopEntry;
  /** Its first process. */
  readonly pid: number;
  /** Whether that process still runs. */
  isRunning(): boolean;
  /** The end of what it printed so far, at most 2000 characters. */
  output(): string;
}

const realFiles: FileSystem = { lstat: Deno.lstatSync, readLink: Deno.readLinkSync };
const MAX_OUTPUT = 2_000;
/** What is read of an application's output, bytes. */
const MAX_OUTPUT_BYTES = 4_096;
const DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";
/** Scripts whose interpreters are scripts: as deep as Linux follows them (execve(2)). */
const MAX_INTERPRETERS = 4;
/** Variables that are the program's own: applications ask the session bus for the accessibility bus. */
const PRIVATE_VARIABLE = /^(?:(?:CUA|DENO|NPM|npm)_|AT_SPI_BUS_ADDRESS$)/;
/** Runs a program with its output in a file, so that it outlives this process; in none when that was removed already. */
const RUN_WITH_LOG = 'log=$1; shift; [ -e "$log" ] || log=/dev/null; exec "$@" >>"$log" 2>&1 </dev/null';

/** Starts an application. @throws {OperationError} `invalid_request` for names that mean nothing or several, `denied`. */
export function launch(name: string, settings: Settings, files: FileSystem = realFiles): Launched {
  const entries = readDesktopEntries(settings.environment);
  const entry = choose(name, entries);
  const { access, reason } = launchAccess(entry, settings.policy);
  if (access === "denied") throw new OperationError("denied", `${entry.name} is not started: ${reason}`);
  const { program, args, environment, cwd } = commandToRun(entry, settings, files);
  const log = logFile(settings);
  try {
    const child = new Deno.Command("/bin/sh", {
      args: ["-c", RUN_WITH_LOG, "linux-cua-launch", log, program, ...args],
      cwd,
      clearEnv: true,
      env: environment,
      detached: true,
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    child.unref();
    return launched(entry, child.pid, log);
  } catch (error) {
    removeLog(log);
    throw error;
  }
}

function launched(entry: DesktopEntry, pid: number, log: string): Launched {
  const started = startTimeOf(pid);
  return {
    entry,
    pid,
    isRunning: () => startTimeOf(pid) === started && !["Z", "X", null].includes(stateOf(pid)),
    output: () => readOutput(log),
    [Symbol.dispose]: () => removeLog(log),
  };
}

function choose(name: string, entries: readonly DesktopEntry[]): DesktopEntry {
  const matches = entriesNamed(entries, name);
  if (matches.length === 1) return matches[0]!;
  if (matches.length > 1) {
    const ids = matches.map(({ id }) => id).join(", ");
    throw new OperationError(
      "invalid_request",
      `name: "${name}" means several applications; use one of the ids ${ids}`,
    );
  }
  const near = nearMisses(entries, name);
  const hint = near.length > 0 ? `installed: ${near.join(", ")}` : "no application is installed";
  throw new OperationError("invalid_request", `name: no installed application is called "${name}"; ${hint}`);
}

/** What is run for an entry. */
export interface Command {
  /** Absolute path of the program, as the entry or the PATH names it. */
  readonly program: string;
  /** Its arguments. */
  readonly args: readonly string[];
  /** All of its environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Its working folder. */
  readonly cwd: string;
}

/**
 * What to run for an entry. The entry and every program on the way have to be the administrator's, and none of them a
 * denied one.
 *
 * @throws {OperationError} `denied`.
 */
export function commandToRun(entry: DesktopEntry, settings: Settings, files: FileSystem = realFiles): Command {
  const trust = new Trust(files);
  trust.demand(entry.path);
  const command = commandOf(entry);
  if (!command) throw new OperationError("denied", `The entry ${entry.id} has a malformed Exec line`);
  const bare = withoutEnv(command);
  if (!bare) throw new OperationError("denied", `The entry ${entry.id} runs env with options, which is not followed`);
  const [name = "", ...args] = bare.words;
  const environment = { ...appEnvironment(settings.environment), ...bare.variables };
  const path = trust.searchPath(environment.PATH);
  const program = trust.demandProgram(name, path);
  const programs = [program, ...trust.interpreters(program, path)].flatMap((file) => [file, trust.demand(file)]);
  demandAllowed(entry, [...programs, ...args.filter((word) => !word.startsWith("-")).slice(0, 1)], settings);
  const cwd = entry.workingDirectory ? trust.demand(entry.workingDirectory) : "/";
  return { program, args, environment: { ...environment, PATH: path }, cwd };
}

/**
 * Denials hold for what is run in the end: a harmless name may be a link to a denied program, or an interpreter's
 * first argument the script of one.
 */
function demandAllowed(entry: DesktopEntry, programs: readonly string[], { policy }: Settings): void {
  const otherNames = programs.flatMap((path) => [path, path.slice(path.lastIndexOf("/") + 1)]);
  const { access, reason } = decide({ appId: entry.wmClass ?? entry.id, otherNames, executable: programs[0]! }, policy);
  if (access === "denied") throw new OperationError("denied", `${entry.name} is not started: ${reason}`);
}

/** What the administrator alone can have put there. */
class Trust {
  readonly #files: FileSystem;

  constructor(files: FileSystem) {
    this.#files = files;
  }

  /** The real path. @throws {OperationError} `denied`. */
  demand(path: string): string {
    const result = this.#check(path);
    if ("path" in result) return result.path;
    throw new OperationError("denied", `Not started: ${result.untrusted}`);
  }

  /** The trusted folders of a PATH: an application looks for its helpers there. */
  searchPath(path = DEFAULT_PATH): string {
    const trusted = path.split(":").filter((folder) => "path" in this.#check(folder));
    return trusted.length > 0 ? trusted.join(":") : DEFAULT_PATH;
  }

  /** The path of a program. @throws {OperationError} `denied`. */
  demandProgram(name: string, path: string): string {
    if (name.startsWith("/") && this.demand(name)) return name;
    const candidates = name === "" || name.includes("/") ? [] : path.split(":").map((folder) => `${folder}/${name}`);
    const program = candidates.find((file) => "path" in this.#check(file));
    if (program) return program;
    throw new OperationError("denied", `Not started: the program "${name}" was not found in a trusted folder`);
  }

  /** A script runs its interpreter, which may be a script itself: all of them have to be trusted. */
  interpreters(script: string, path: string): string[] {
    const found: string[] = [];
    for (let program = script; found.length <= MAX_INTERPRETERS; found.push(program)) {
      const line = firstLine(this.demand(program));
      if (!line.startsWith("#!")) return found;
      const [interpreter = "", ...words] = line.slice(2).trim().split(/\s+/);
      this.demand(interpreter);
      program = isEnv(interpreter) ? this.demandProgram(nameForEnv(program, words), path) : interpreter;
    }
    throw new OperationError("denied", `Not started: ${script} has too many interpreters`);
  }

  /** What can't be looked at is not trusted. */
  #check(path: string): ReturnType<typeof checkTrustedPath> {
    try {
      return checkTrustedPath(path, userId(), this.#files);
    } catch (error) {
      if (!(error instanceof Deno.errors.PermissionDenied) && !(error instanceof Deno.errors.NotCapable)) throw error;
      return { untrusted: `${path} can't be looked at` };
    }
  }
}

/** `#!/usr/bin/env NAME`. @throws {OperationError} `denied` for everything else that `env` understands. */
function nameForEnv(script: string, [name = "", ...more]: readonly string[]): string {
  if (more.length === 0 && /^[^-=][^=]*$/.test(name)) return name;
  throw new OperationError("denied", `Not started: ${script} runs env with options, which is not followed`);
}

function firstLine(path: string): string {
  return decode(readPart(path, 0, 256)).split("\n")[0]!;
}

/** At most `size` bytes of a regular file from `start`. */
function readPart(path: string, start: number, size: number): Uint8Array<ArrayBuffer> {
  using file = Deno.openSync(path);
  file.seekSync(start, Deno.SeekMode.Start);
  const bytes = new Uint8Array(size);
  return bytes.subarray(0, file.readSync(bytes) ?? 0);
}

function decode(bytes: Uint8Array<ArrayBuffer>): string {
  return new TextDecoder().decode(bytes);
}

/** What applications are given: the desktop's environment without the program's own variables. */
function appEnvironment(environment: Readonly<Record<string, string>>): Record<string, string> {
  const shared = Object.entries(environment).filter(([name]) => !PRIVATE_VARIABLE.test(name));
  return Object.fromEntries(shared);
}

function logFile({ environment }: Settings): string {
  const folder = environment.XDG_RUNTIME_DIR ?? "/tmp";
  return Deno.makeTempFileSync({ dir: folder, prefix: "launch-", suffix: ".log" });
}

/** An application can print without end: the last bytes are read alone. */
function readOutput(path: string): string {
  try {
    const start = Math.max(0, Deno.statSync(path).size - MAX_OUTPUT_BYTES);
    return decode(readPart(path, start, MAX_OUTPUT_BYTES)).trim().slice(-MAX_OUTPUT).toWellFormed();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

function removeLog(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error; // The desktop may have closed and taken it along.
  }
}
