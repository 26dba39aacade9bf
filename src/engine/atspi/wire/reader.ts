/**
 * Reads values off a D-Bus message in place.
 * @module
 */
import { Buffer } from "node:buffer";
import { MalformedMessage } from "./errors.ts";

/** Longest array in bytes, by the specification. */
export const MAX_ARRAY_BYTES = 64 * 1024 * 1024;

/** Received bytes with the views to read them; made once per buffer, not per message. */
export class ByteSource {
  /** The bytes. */
  readonly bytes: Uint8Array;
  /** Numbers in them. */
  readonly view: DataView;
  /** Strings in them: `utf8Slice` decodes short strings several times faster than `TextDecoder`. */
  readonly text: Buffer & { utf8Slice(start: number, end: number): string };

  /** Makes the views of a buffer. */
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) as ByteSource["text"];
  }
}

/**
 * Reads one message, or a part of it. Values are copied out, so the buffer can be used again afterwards. Every read
 * past the end throws {@linkcode MalformedMessage}.
 */
export class Reader {
  /** Where the next value is read. */
  position: number;
  /** Byte order of the message. */
  readonly littleEndian: boolean;
  readonly #source: ByteSource;
  readonly #base: number;
  readonly #end: number;

  /**
   * A reader of a part of `source`.
   *
   * @param base Start of the message: values are aligned from there.
   * @param position Where to start reading.
   * @param end First byte that is not ours.
   */
  constructor(source: ByteSource, littleEndian: boolean, base: number, position: number, end: number) {
    this.#source = source;
    this.littleEndian = littleEndian;
    this.#base = base;
    this.position = position;
    this.#end = end;
  }

  /** Whether everything was read. */
  get done(): boolean {
    return this.position >= this.#end;
  }

  /** Skips to the next multiple of `alignment`. */
  align(alignment: number): void {
    const offset = this.position - this.#base;
    this.position = this.#base + ((offset + alignment - 1) & -alignment);
  }

  /** BYTE. */
  byte(): number {
    return this.#source.bytes[this.#take(1, 1)]!;
  }

  /** BOOLEAN; anything but 0 and 1 is malformed. */
  boolean(): boolean {
    const value = this.uint32();
    if (value > 1) throw new MalformedMessage(`Boolean with the value ${value}`);
    return value === 1;
  }

  /** INT16. */
  int16(): number {
    return this.#source.view.getInt16(this.#take(2, 2), this.littleEndian);
  }

  /** UINT16. */
  uint16(): number {
    return this.#source.view.getUint16(this.#take(2, 2), this.littleEndian);
  }

  /** INT32. */
  int32(): number {
    return this.#source.view.getInt32(this.#take(4, 4), this.littleEndian);
  }

  /** UINT32, and UNIX_FD as its index. */
  uint32(): number {
    return this.#source.view.getUint32(this.#take(4, 4), this.littleEndian);
  }

  /** INT64. */
  int64(): bigint {
    return this.#source.view.getBigInt64(this.#take(8, 8), this.littleEndian);
  }

  /** UINT64. */
  uint64(): bigint {
    return this.#source.view.getBigUint64(this.#take(8, 8), this.littleEndian);
  }

  /** DOUBLE. */
  double(): number {
    return this.#source.view.getFloat64(this.#take(8, 8), this.littleEndian);
  }

  /** STRING or OBJECT_PATH. Invalid UTF-8 becomes U+FFFD. */
  string(): string {
    return this.#characters(this.uint32());
  }

  /** SIGNATURE. */
  signature(): string {
    return this.#characters(this.byte());
  }

  /** Skips a STRING or OBJECT_PATH. */
  skipString(): void {
    this.#take(1, this.uint32() + 1);
  }

  /** ARRAY: calls `read` until the array's bytes are used up. */
  array<T>(alignment: number, read: () => T): T[] {
    const end = this.#arrayEnd(alignment);
    const items: T[] = [];
    while (this.position < end) items.push(read());
    if (this.position !== end) throw new MalformedMessage("Array whose last element passes its end");
    return items;
  }

  /** ARRAY of BYTE, copied. */
  bytes(): Uint8Array {
    const end = this.#arrayEnd(1);
    const start = this.#take(1, end - this.position);
    return this.#source.bytes.slice(start, end);
  }

  #arrayEnd(alignment: number): number {
    const length = this.uint32();
    if (length > MAX_ARRAY_BYTES) throw new MalformedMessage(`Array of ${length} bytes`);
    this.align(alignment);
    const end = this.position + length;
    if (end > this.#end) throw new MalformedMessage("Array that passes the end of its message");
    return end;
  }

  #characters(length: number): string {
    const start = this.#take(1, length + 1);
    if (this.#source.bytes[start + length] !== 0) throw new MalformedMessage("String without its final NUL");
    return length === 0 ? "" : this.#source.text.utf8Slice(start, start + length);
  }

  /** Claims `size` aligned bytes and returns where they start. */
  #take(alignment: number, size: number): number {
    if (alignment > 1) this.align(alignment);
    const start = this.position;
    if (start + size > this.#end) throw new MalformedMessage("Value that passes the end of its message");
    this.position = start + size;
    return start;
  }
}
