/**
 * Starting an installed application by name: only what the administrator installed, never a command line.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import { startTimeOf, stateOf, userId } from "../../ffi/proc.ts";
import { checkTrustedPath, type FileSystem } from "../../policy/trusted_path.ts";
import type { Settings } from "../settings.ts";
import { launchAccess } from "./applications.ts";
import { commandOf, type DesktopEntry, entriesNamed, nearMisses, readDesktopEntries } from "./desktop_entries.ts";

/** A started application. */
export interface Launched {
  /** What was started. */
  readonly entry: DesktopEntry;
  /** Its first process. */
  readonly pid: number;
  /** Whether that process still runs. */
  isRunning(): boolean;
  /** What it printed so far, at most 2000 characters. */
  output(): string;
}

const files: FileSystem = { lstat: Deno.lstatSync, readLink: Deno.readLinkSync };
const MAX_OUTPUT = 2_000;
/** Variables that applications are not given. */
const PRIVATE_VARIABLE = /^(?:CUA|DENO|NPM|npm)_/;
/** Follows `env NAME=VALUE …` and runs what comes after with its output in a file, so that it outlives this process. */
const RUN_WITH_LOG = 'log=$1; shift; exec "$@" >"$log" 2>&1 </dev/null';

/** Starts an application. @throws {OperationError} `invalid_request` for names that mean nothing or several, `denied`. */
export function launch(name: string, settings: Settings): Launched {
  const entries = readDesktopEntries(settings.environment);
  const entry = choose(name, entries);
  const { access, reason } = launchAccess(entry, settings.policy);
  if (access === "denied") throw new OperationError("denied", `${entry.name} is not started: ${reason}`);
  const { program, args, variables } = trustedCommand(entry, settings);
  const log = logFile(settings);
  const environment = { ...appEnvironment(settings.environment), ...variables };
  const child = new Deno.Command("/bin/sh", {
    args: ["-c", RUN_WITH_LOG, "linux-cua-launch", log, program, ...args],
    cwd: workingDirectory(entry),
    clearEnv: true,
    env: environment,
    detached: true,
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  child.unref();
  const started = startTimeOf(child.pid);
  return {
    entry,
    pid: child.pid,
    isRunning: () => startTimeOf(child.pid) === started && !["Z", "X", null].includes(stateOf(child.pid)),
    output: () => readOutput(log),
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

interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

/** The entry and every program on the way have to be the administrator's. */
function trustedCommand(entry: DesktopEntry, settings: Settings): Command {
  demandTrusted(entry.path);
  const words = commandOf(entry);
  if (!words) throw new OperationError("denied", `The entry ${entry.id} has a malformed Exec line`);
  const variables: Record<string, string> = {};
  if (words[0] === "env" || words[0] === "/usr/bin/env") {
    words.shift();
    for (let pair = /^(\w+)=(.*)$/s.exec(words[0] ?? ""); pair; pair = /^(\w+)=(.*)$/s.exec(words[0] ?? "")) {
      variables[pair[1]!] = pair[2]!;
      words.shift();
    }
  }
  const [name, ...args] = words;
  const program = findProgram(name ?? "", settings.environment.PATH ?? "/usr/local/bin:/usr/bin:/bin");
  if (!program) {
    throw new OperationError("denied", `The program "${name}" of ${entry.name} was not found in a trusted folder`);
  }
  demandTrustedInterpreter(demandTrusted(program));
  return { program, args, variables };
}

function findProgram(name: string, path: string): string | null {
  if (name.startsWith("/")) return name;
  if (name === "" || name.includes("/")) return null;
  const candidates = path.split(":").filter((folder) => folder.startsWith("/")).map((folder) => `${folder}/${name}`);
  return candidates.find((candidate) => "path" in checkTrustedPath(candidate, userId(), files)) ?? null;
}

/** The real path. @throws {OperationError} `denied`. */
function demandTrusted(path: string): string {
  const result = checkTrustedPath(path, userId(), files);
  if ("path" in result) return result.path;
  throw new OperationError("denied", `Not started: ${result.untrusted}`);
}

/** A script runs its interpreter: that has to be trusted too. */
function demandTrustedInterpreter(program: string): void {
  const line = firstLine(program);
  if (!line.startsWith("#!")) return;
  const [interpreter, argument] = line.slice(2).trim().split(/\s+/);
  if (!interpreter) return;
  demandTrusted(interpreter);
  if (!interpreter.endsWith("/env") || !argument || argument.startsWith("-")) return;
  const real = findProgram(argument, "/usr/local/bin:/usr/bin:/bin");
  if (!real) {
    throw new OperationError("denied", `Not started: the interpreter "${argument}" is not in a trusted folder`);
  }
}

function firstLine(path: string): string {
  using file = Deno.openSync(path);
  const bytes = new Uint8Array(256);
  const count = file.readSync(bytes) ?? 0;
  return new TextDecoder().decode(bytes.subarray(0, count)).split("\n")[0]!;
}

function workingDirectory(entry: DesktopEntry): string {
  return entry.workingDirectory ? demandTrusted(entry.workingDirectory) : "/";
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

function readOutput(path: string): string {
  try {
    return Deno.readTextFileSync(path).trim().slice(-MAX_OUTPUT).toWellFormed();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}
