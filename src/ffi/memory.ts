/**
 * Small helpers for memory that C reads and writes.
 * @module
 */

const encoder = new TextEncoder();

/** A text as a NUL-terminated UTF-8 string. A NUL inside would cut it, so it is refused. */
export function cString(text: string): Uint8Array<ArrayBuffer> {
  if (text.includes("\0")) throw new TypeError("A C string can't hold a NUL character");
  return encoder.encode(text + "\0");
}

/** Memory that a C function fills: 8 bytes, read as whatever the function wrote. */
export class Out {
  /** What is given to the C function. */
  readonly buffer: Uint8Array<ArrayBuffer> = new Uint8Array(8);
  readonly #view = new DataView(this.buffer.buffer);

  /** As `int`. */
  get int(): number {
    return this.#view.getInt32(0, true);
  }

  /** As `unsigned int`. */
  get uint(): number {
    return this.#view.getUint32(0, true);
  }

  /** As `unsigned long`; values above 2^53 lose precision (no id or count gets there). */
  get ulong(): number {
    return Number(this.#view.getBigUint64(0, true));
  }

  /** As a pointer. */
  get pointer(): Deno.PointerObject | null {
    return Deno.UnsafePointer.create(this.#view.getBigUint64(0, true));
  }
}

type Tuple<N extends number, T extends Out[] = []> = T["length"] extends N ? T : Tuple<N, [...T, Out]>;

/** Several {@linkcode Out}s at once. */
export function outs<const N extends number>(count: N): Tuple<N> {
  return Array.from({ length: count }, () => new Out()) as Tuple<N>;
}

/** A pointer stored in memory at `offset` bytes. */
export function pointerAt(view: Deno.UnsafePointerView, offset: number): Deno.PointerObject | null {
  return Deno.UnsafePointer.create(view.getBigUint64(offset));
}

/** A copy of `length` bytes at a pointer. */
export function copyBytes(pointer: Deno.PointerObject, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  if (length > 0) new Deno.UnsafePointerView(pointer).copyInto(bytes);
  return bytes;
}

/** Unsigned longs at a pointer, as numbers: lists of windows, atoms, keysyms. */
export function readUlongs(pointer: Deno.PointerObject, count: number): number[] {
  const words = new DataView(copyBytes(pointer, count * 8).buffer);
  return Array.from({ length: count }, (_, index) => Number(words.getBigUint64(index * 8, true)));
}
