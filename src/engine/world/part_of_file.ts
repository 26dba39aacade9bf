/**
 * Reads a part of a file: what others write may have no end.
 * @module
 */

/** At most `size` bytes of a regular file from `start`. */
export function readPart(path: string, start: number, size: number): Uint8Array<ArrayBuffer> {
  using file = Deno.openSync(path);
  file.seekSync(start, Deno.SeekMode.Start);
  const bytes = new Uint8Array(size);
  return bytes.subarray(0, file.readSync(bytes) ?? 0);
}

/** Bytes as text; what is no UTF-8 is replaced. */
export function decode(bytes: Uint8Array<ArrayBuffer>): string {
  return new TextDecoder().decode(bytes);
}
