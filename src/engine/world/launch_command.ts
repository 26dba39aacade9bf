/**
 * What is run for a desktop entry, once every rule holds.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import { userId } from "../../ffi/proc.ts";
import { decide } from "../../policy/decide.ts";
import type { FileSystem } from "../../policy/trusted_path.ts";
import { inline } from "../escape.ts";
import type { Settings } from "../settings.ts";
import { launchAccess } from "./applications.ts";
import { chromiumArguments } from "./chromium_arguments.ts";
import type { DesktopEntry } from "./desktop_entries.ts";
import { baseName, commandOf, withoutEnv } from "./exec_line.ts";
import { realFiles, TrustedPrograms } from "./trusted_programs.ts";

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
  /** What the caller has to be told. */
  readonly warnings: readonly string[];
}

/** Variables that are the program's own: applications ask the session bus for the accessibility bus. */
const PRIVATE_VARIABLE = /^(?:(?:CUA|DENO|NPM|npm)_|AT_SPI_BUS_ADDRESS$)/;

/**
 * What to run for an entry. The entry and every program on the way have to be the administrator's, and none of them a
 * denied one.
 *
 * @throws {OperationError} `denied`; `invalid_request` when the application is not really installed.
 */
export function commandToRun(entry: DesktopEntry, settings: Settings, files: FileSystem = realFiles): Command {
  demandAccess(entry, settings);
  const trusted = new TrustedPrograms(files);
  trusted.demand(entry.path);
  const { words: [name = "", ...words], variables } = bareCommand(entry);
  const environment = { ...appEnvironment(settings.environment), ...variables };
  const path = trusted.searchPath(environment.PATH);
  demandInstalled(entry, trusted, path);
  const program = trusted.demandProgram(name, path);
  const programs = [program, ...trusted.interpreters(program, path)].flatMap((file) => [file, trusted.demand(file)]);
  demandAllowed(entry, [...programs, ...words.filter((word) => !word.startsWith("-")).slice(0, 1)], settings);
  const cwd = entry.workingDirectory ? trusted.demandFolder(entry.workingDirectory) : "/";
  const exists = (file: string) => trusted.exists(file);
  const { args, warnings } = chromiumArguments({ paths: programs, args: words, uid: userId(), exists });
  return { program, args, environment: { ...environment, PATH: path }, cwd, warnings };
}

function demandAccess(entry: DesktopEntry, { policy }: Settings): void {
  const { access, reason } = launchAccess(entry, policy);
  if (access === "denied") throw refusal(entry, reason);
}

function bareCommand(entry: DesktopEntry) {
  const command = commandOf(entry);
  if (!command) throw new OperationError("denied", `The entry ${inline(entry.id)} has a malformed Exec line`);
  const bare = withoutEnv(command);
  if (bare) return bare;
  throw new OperationError("denied", `The entry ${inline(entry.id)} runs env with options, which is not followed`);
}

/** An entry may stay behind when its program is gone: TryExec says which one that is. */
function demandInstalled({ name, tryExec }: DesktopEntry, trusted: TrustedPrograms, path: string): void {
  if (tryExec === null || trusted.findProgram(tryExec, path) !== null) return;
  const message = `name: ${inline(name)} is not installed: its program ${inline(tryExec)} is not in a trusted folder`;
  throw new OperationError("invalid_request", message);
}

/**
 * Denials hold for what is run in the end: a harmless name may be a link to a denied program, or an interpreter's
 * first argument the script of one.
 */
function demandAllowed(entry: DesktopEntry, programs: readonly string[], { policy }: Settings): void {
  const otherNames = programs.flatMap((path) => [path, baseName(path)]);
  const { access, reason } = decide({ appId: entry.wmClass ?? entry.id, otherNames, executable: programs[0]! }, policy);
  if (access === "denied") throw refusal(entry, reason);
}

function refusal({ name }: DesktopEntry, reason: string | undefined): OperationError {
  return new OperationError("denied", `${inline(name)} is not started: ${reason}`);
}

/** What applications are given: the desktop's environment without the program's own variables. */
function appEnvironment(environment: Readonly<Record<string, string>>): Record<string, string> {
  const shared = Object.entries(environment).filter(([name]) => !PRIVATE_VARIABLE.test(name));
  return Object.fromEntries(shared);
}
