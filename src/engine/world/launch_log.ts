/**
 * The file that a started application prints to. It outlives this process, so it can't be a pipe.
 * @module
 */
import { decode, readPart } from "./part_of_file.ts";

/** What is kept of an output, characters. */
const MAX_OUTPUT = 2_000;
/** What is read of it, bytes. */
const MAX_OUTPUT_BYTES = 4_096;

/** Makes one, in the desktop's own folder where there is one. */
export function makeLog(environment: Readonly<Record<string, string>>): string {
  return Deno.makeTempFileSync({ dir: environment.XDG_RUNTIME_DIR ?? "/tmp", prefix: "launch-", suffix: ".log" });
}

/** The end of what was printed: an application can print without end. */
export function readLog(path: string): string {
  try {
    const start = Math.max(0, Deno.statSync(path).size - MAX_OUTPUT_BYTES);
    return decode(readPart(path, start, MAX_OUTPUT_BYTES)).trim().slice(-MAX_OUTPUT).toWellFormed();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

/** Removes it; the desktop may have closed and taken it along. */
export function removeLog(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
