/**
 * Writing to standard output and standard error.
 * @module
 */

const encoder = new TextEncoder();

/** Writes a text to standard output, whole. Ends the process quietly when the reader is gone, as `head` expects. */
export function print(text: string): void {
  writeAll(Deno.stdout, text);
}

/** Writes a text to standard error, whole; a closed standard error is no reason to fail. */
export function warn(text: string): void {
  try {
    writeAll(Deno.stderr, text);
  } catch (error) {
    if (!(error instanceof Deno.errors.BadResource)) throw error;
  }
}

function writeAll(target: { writeSync(bytes: Uint8Array): number }, text: string): void {
  const bytes = encoder.encode(text);
  try {
    for (let at = 0; at < bytes.length;) at += target.writeSync(bytes.subarray(at));
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
    if (target === Deno.stdout) Deno.exit(0);
  }
}
