/**
 * Starting an installed application by name: only what the administrator installed, never a command line.
 * @module
 */
import type { FileSystem } from "../../policy/trusted_path.ts";
import type { Settings } from "../settings.ts";
import { type DesktopEntry, readDesktopEntries } from "./desktop_entries.ts";
import { entryNamed } from "./entry_names.ts";
import { type Command, commandToRun } from "./launch_command.ts";
import { makeLog, readLog, removeLog } from "./launch_log.ts";
import { realFiles } from "./trusted_programs.ts";

/** A started application. Disposing removes the file of its output; the application runs on. */
export interface Launched extends Disposable {
  /** What was started. */
  readonly entry: DesktopEntry;
  /** What was run. */
  readonly command: Command;
  /** Its first process. */
  readonly pid: number;
  /** How that process ended; null while it runs. */
  ended(): Deno.CommandStatus | null;
  /** The end of what it printed so far, at most 2000 characters. */
  output(): string;
}

/** Runs a program with its output in a file, so that it outlives this process; in none when that was removed already. */
const RUN_WITH_LOG = 'log=$1; shift; [ -e "$log" ] || log=/dev/null; exec "$@" >>"$log" 2>&1 </dev/null';

/** Starts an application. @throws {OperationError} `invalid_request` for names that mean nothing or several, `denied`. */
export function launch(name: string, settings: Settings, files: FileSystem = realFiles): Launched {
  const entry = entryNamed(readDesktopEntries(settings.environment), name);
  const command = commandToRun(entry, settings, files);
  const log = makeLog(settings.environment);
  try {
    return launched(entry, command, spawn(command, log), log);
  } catch (error) {
    removeLog(log);
    throw error;
  }
}

function spawn({ program, args, environment, cwd }: Command, log: string): Deno.ChildProcess {
  const child = new Deno.Command("/bin/sh", {
    args: ["-c", RUN_WITH_LOG, "linux-cua-launch", log, program, ...args],
    cwd,
    clearEnv: true,
    env: { ...environment },
    detached: true,
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  child.unref();
  return child;
}

function launched(entry: DesktopEntry, command: Command, child: Deno.ChildProcess, log: string): Launched {
  let status: Deno.CommandStatus | null = null;
  child.status.then((ended) => status = ended);
  return {
    entry,
    command,
    pid: child.pid,
    ended: () => status,
    output: () => readLog(log),
    [Symbol.dispose]: () => removeLog(log),
  };
}
