/**
 * The programs that run in a desktop at its users' wish.
 * @module
 */
import { z } from "zod";
import { OperationError } from "../contract/errors.ts";
import { findProgram } from "./packages.ts";
import { type DesktopState, logDirectory } from "./state.ts";

const text = z.string().max(65_536).refine((value) => !value.includes("\0"), "must not hold a zero byte");

/** What to run: program and arguments, variables besides the desktop's, working directory (absolute; else the home). */
export const runParamsSchema = z.object({
  argv: z.array(text).min(1).max(4096).refine((argv) => argv[0] !== "", "the program's name is empty"),
  environment: z.record(z.string().regex(/^[^=\0]+$/), text).default({}),
  cwd: text.optional(),
}).strict();
/** What to run. */
export type RunParams = z.output<typeof runParamsSchema>;

/**
 * Starts a program in a desktop, detached from the caller, its output in the desktop's log folder.
 *
 * @returns Its process id.
 * @throws {OperationError} `invalid_request` when there is no such program or working directory.
 */
export function startProgram(state: DesktopState, params: RunParams): number {
  const environment: Record<string, string> = { ...state.environment, ...params.environment };
  const [name, ...args] = params.argv as [string, ...string[]];
  const cwd = params.cwd ?? environment.HOME ?? "/";
  // A relative path is meant as the program's own shell would take it.
  const program = findProgram(/^[^/]+\//.test(name) ? `${cwd}/${name}` : name, environment.PATH);
  if (program === null) {
    throw new OperationError("invalid_request", `There is no program "${name}" on the desktop's PATH; give its path`);
  }
  if (!isDirectory(cwd)) throw new OperationError("invalid_request", `There is no directory "${cwd}" to start it in`);
  const log = `${logDirectory(state.directory)}/program-${crypto.randomUUID().slice(0, 8)}.log`;
  const child = new Deno.Command("/bin/sh", {
    args: ["-c", 'exec "$@" >>"$0" 2>&1', log, program, ...args],
    clearEnv: true,
    env: environment,
    cwd,
    stdin: "null",
    stdout: "null",
    stderr: "null",
    detached: true,
  }).spawn();
  return child.pid;
}

function isDirectory(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false; // Whatever keeps us from looking at it keeps a program from working there.
  }
}
