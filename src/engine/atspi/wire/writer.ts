/**
 * Writes D-Bus values, little-endian, into a buffer that grows.
 * @module
 */
import { MAX_ARRAY_BYTES } from "./reader.ts";

const encoder = new TextEncoder();
const INITIAL_BYTES = 4096;

/** Collects messages. {@linkcode begin} starts each one, so that its values are aligned from there. */
export class Writer {
  #bytes = new Uint8Array(INITIAL_BYTES);
  #view = new DataView(this.#bytes.buffer);
  #position = 0;
  #base = 0;

  /** Bytes written so far. */
  get length(): number {
    return this.#position;
  }

  /** What was written, without copying: valid until the next write. */
  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.#position);
  }

  /** Starts a message and returns where. */
  begin(): number {
    this.#base = this.#position;
    return this.#base;
  }

  /** Takes back everything from `length` on; an emptied writer that grew big gives its memory back. */
  truncate(length: number): void {
    this.#position = length;
    if (length > 0 || this.#bytes.length <= 64 * INITIAL_BYTES) return;
    this.#bytes = new Uint8Array(INITIAL_BYTES);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** Writes zeros up to the next multiple of `alignment`. */
  align(alignment: number): void {
    const offset = this.#position - this.#base;
    const target = this.#base + ((offset + alignment - 1) & -alignment);
    this.#reserve(target - this.#position);
    this.#bytes.fill(0, this.#position, target);
    this.#position = target;
  }

  /** BYTE. */
  byte(value: number): void {
    // Claiming can replace the buffer: it must be done before the buffer is named.
    const start = this.#claim(1);
    this.#bytes[start] = value;
  }

  /** BOOLEAN. */
  boolean(value: boolean): void {
    this.uint32(value ? 1 : 0);
  }

  /** INT16. */
  int16(value: number): void {
    const start = this.#claim(2);
    this.#view.setInt16(start, value, true);
  }

  /** UINT16. */
  uint16(value: number): void {
    const start = this.#claim(2);
    this.#view.setUint16(start, value, true);
  }

  /** INT32. */
  int32(value: number): void {
    const start = this.#claim(4);
    this.#view.setInt32(start, value, true);
  }

  /** UINT32, and UNIX_FD as its index. */
  uint32(value: number): void {
    const start = this.#claim(4);
    this.#view.setUint32(start, value, true);
  }

  /** INT64. */
  int64(value: bigint): void {
    const start = this.#claim(8);
    this.#view.setBigInt64(start, value, true);
  }

  /** UINT64. */
  uint64(value: bigint): void {
    const start = this.#claim(8);
    this.#view.setBigUint64(start, value, true);
  }

  /** DOUBLE. */
  double(value: number): void {
    const start = this.#claim(8);
    this.#view.setFloat64(start, value, true);
  }

  /** STRING or OBJECT_PATH. @throws {TypeError} For a text with NUL, which D-Bus can't carry. */
  string(value: string): void {
    if (value.includes("\0")) throw new TypeError("Text with a NUL character can't be sent over D-Bus");
    this.align(4);
    // No UTF-16 unit takes more than 3 bytes.
    this.#reserve(5 + value.length * 3);
    const start = this.#position;
    const { written } = encoder.encodeInto(value, this.#bytes.subarray(start + 4));
    this.#view.setUint32(start, written, true);
    this.#position = start + 4 + written;
    this.byte(0);
  }

  /** SIGNATURE. */
  signature(value: string): void {
    this.byte(value.length);
    for (let i = 0; i < value.length; i++) this.byte(value.charCodeAt(i));
    this.byte(0);
  }

  /** ARRAY: `write` writes the elements. @throws {RangeError} Over 64 MiB. */
  array(alignment: number, write: () => void): void {
    this.uint32(0);
    const lengthAt = this.#position - 4;
    this.align(alignment);
    const start = this.#position;
    write();
    const length = this.#position - start;
    if (length > MAX_ARRAY_BYTES) throw new RangeError(`Array of ${length} bytes can't be sent over D-Bus`);
    this.#view.setUint32(lengthAt, length, true);
  }

  /** ARRAY of BYTE. */
  bytes(value: Uint8Array): void {
    this.array(1, () => {
      this.#reserve(value.length);
      this.#bytes.set(value, this.#position);
      this.#position += value.length;
    });
  }

  /** Overwrites a UINT32 that was written before. */
  patchUint32(position: number, value: number): void {
    this.#view.setUint32(position, value, true);
  }

  #claim(size: number): number {
    if (size > 1) this.align(size);
    this.#reserve(size);
    const start = this.#position;
    this.#position += size;
    return start;
  }

  #reserve(size: number): void {
    const needed = this.#position + size;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.#position));
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}
