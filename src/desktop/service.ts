/**
 * A program that a desktop needs to run: started so that it ends with its supervisor, its output in a log file.
 * @module
 */
import { bounded, OperationError } from "../contract/errors.ts";
import { readLines } from "../contract/lines.ts";
import { requireProgram } from "./packages.ts";

/** How to start a service. */
export interface ServiceOptions {
  /** Its name in the state and of its log file. */
  readonly name: string;
  /** Program and arguments. */
  readonly argv: readonly string[];
  /** Its whole environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Folder of its log file. */
  readonly logs: string;
  /** The signal that the kernel sends it when the supervisor ends, however that happens; `KILL` when left out. */
  readonly deathSignal?: "KILL" | "TERM";
}

/** A running service. */
export interface Service {
  /** Its process id. */
  readonly pid: number;
  /** Its name. */
  readonly name: string;
  /** Its log file. */
  readonly log: string;
  /** Whether it has ended. */
  readonly hasEnded: () => boolean;
  /** Resolves when it has ended. */
  readonly ended: Promise<Deno.CommandStatus>;
  /** Its first line on standard output; null when it ended without one. */
  readonly firstLine: Promise<string | null>;
}

/** Starts a service. Needs the run permission. */
export function startService(options: ServiceOptions): Service {
  const log = `${options.logs}/${options.name}.log`;
  const guarded = [requireProgram("setpriv"), "--pdeathsig", options.deathSignal ?? "KILL", "--", ...options.argv];
  const child = new Deno.Command("/bin/sh", {
    // Standard error goes straight to the file, so that nothing is lost and nobody has to pump it.
    args: ["-c", 'exec "$@" 2>>"$0"', log, ...guarded],
    clearEnv: true,
    env: options.environment,
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  let alive = true;
  const ended = child.status.finally(() => alive = false);
  return { name: options.name, pid: child.pid, log, hasEnded: () => !alive, ended, firstLine: firstLine(child.stdout) };
}

/** Reads the first line, and goes on reading so that the service never blocks on a full pipe. */
function firstLine(output: ReadableStream<Uint8Array>): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  (async () => {
    for await (const line of readLines(output, 4096)) resolve(line.ok ? line.text : null);
    resolve(null);
  })().catch(() => resolve(null)); // A broken pipe means that it has ended.
  return promise;
}

/** The error for a service that did not get ready, with the end of its log. */
export function serviceFailure(service: Pick<Service, "name" | "log">, what: string): OperationError {
  const tail = logTail(service.log);
  const said = tail === "" ? "It wrote nothing to its log" : `Its log ends with: ${tail}`;
  return new OperationError("desktop_unavailable", `The desktop's ${service.name} ${what}. ${said}`);
}

function logTail(path: string): string {
  try {
    return bounded(Deno.readTextFileSync(path).trim().split("\n").slice(-3).join(" | "), 600);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

/**
 * Waits until a condition holds, asking again and again with short pauses.
 *
 * @param condition Resolves to a value, or to null while there is none yet.
 * @throws The signal's reason when it is aborted.
 */
export async function waitFor<T>(
  condition: () => Promise<T | null> | T | null,
  signal: AbortSignal,
  pauseMs = 5,
): Promise<T> {
  for (;;) {
    signal.throwIfAborted();
    const value = await condition();
    if (value !== null) return value;
    await pause(pauseMs, signal);
  }
}

/** The promise's value, or the signal's reason when that comes first. */
export function aborting<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener("abort", abort));
}

/** Whether a promise settles within a time, ms. */
export async function settlesIn(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise: over, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, ms, false);
  return await Promise.race([promise.then(() => true, () => true), over]).finally(() => clearTimeout(timer));
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  return aborting(promise, signal).finally(() => clearTimeout(timer));
}
