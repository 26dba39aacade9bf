/**
 * Cuts the bytes of a connection into messages.
 * @module
 */
import { MalformedMessage } from "./errors.ts";
import { messageLength, PREFIX_BYTES } from "./message.ts";
import { ByteSource } from "./reader.ts";

const INITIAL_BYTES = 64 * 1024;
/** Most bytes that are kept between messages: to grow a buffer for each big reply takes longer than to read the reply. */
const KEPT_BYTES = 4 * 1024 * 1024;

/** Where bytes come from. */
export interface ByteStream {
  /** Reads into `target`; null at the end. */
  read(target: Uint8Array): Promise<number | null>;
}

/**
 * Reads messages until the stream ends. `onMessage` is called with the buffer and the start of each message, whole and
 * in order; it must be done with the bytes when it returns.
 *
 * @throws {MalformedMessage} When the bytes are no messages, or end inside of one.
 */
export async function readMessages(
  stream: ByteStream,
  onMessage: (source: ByteSource, start: number) => void,
): Promise<void> {
  const inbox = new Inbox();
  while (true) {
    const count = await stream.read(inbox.space());
    if (count === null) return inbox.end();
    inbox.received(count, onMessage);
  }
}

class Inbox {
  #source = new ByteSource(new Uint8Array(INITIAL_BYTES));
  #length = 0;

  /** Where the next bytes go. A buffer grows as bytes arrive, not by what a message says of its length. */
  space(): Uint8Array {
    const { bytes } = this.#source;
    if (this.#length === 0 && bytes.length > KEPT_BYTES) this.#resize(INITIAL_BYTES);
    else if (this.#length === bytes.length) this.#resize(bytes.length * 2);
    return this.#source.bytes.subarray(this.#length);
  }

  received(count: number, onMessage: (source: ByteSource, start: number) => void): void {
    this.#length += count;
    let start = 0;
    while (this.#length - start >= PREFIX_BYTES) {
      const length = messageLength(this.#source, start);
      if (this.#length - start < length) break;
      onMessage(this.#source, start);
      start += length;
    }
    this.#source.bytes.copyWithin(0, start, this.#length);
    this.#length -= start;
  }

  end(): void {
    if (this.#length > 0) throw new MalformedMessage("Stream that ends inside of a message");
  }

  #resize(size: number): void {
    const resized = new Uint8Array(size);
    resized.set(this.#source.bytes.subarray(0, this.#length));
    this.#source = new ByteSource(resized);
  }
}
