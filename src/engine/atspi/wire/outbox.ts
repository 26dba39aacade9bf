/**
 * Sends messages: those that are queued in one turn of the event loop leave in one write.
 * @module
 */
import { Writer } from "./writer.ts";

/** Where bytes go. */
export interface ByteSink {
  /** Writes some of `bytes` and says how many. */
  write(bytes: Uint8Array): Promise<number>;
}

/** Bytes that may wait for a peer that doesn't read, before new ones are refused. */
const MAX_WAITING = 128 * 1024 * 1024;

/** A queue of outgoing messages. */
export class Outbox {
  readonly #sink: ByteSink;
  readonly #onError: (error: unknown) => void;
  #waiting = new Writer();
  #leaving = new Writer();
  #flushing = false;

  /**
   * An empty queue.
   *
   * @param onError Called once when writing fails.
   */
  constructor(sink: ByteSink, onError: (error: unknown) => void) {
    this.#sink = sink;
    this.#onError = onError;
  }

  /** Lets `write` append one message. @throws {RangeError} When too much waits already. */
  queue(write: (writer: Writer) => void): void {
    if (this.#waiting.length > MAX_WAITING) throw new RangeError("The other side of the D-Bus connection doesn't read");
    write(this.#waiting);
    if (this.#flushing) return;
    this.#flushing = true;
    queueMicrotask(() => this.#flush().catch(this.#onError));
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      [this.#waiting, this.#leaving] = [this.#leaving, this.#waiting];
      await writeAll(this.#sink, this.#leaving.written);
      this.#leaving.truncate(0);
    }
    this.#flushing = false;
  }
}

/** Writes all of `bytes`. */
export async function writeAll(sink: ByteSink, bytes: Uint8Array): Promise<void> {
  let offset = 0;
  while (offset < bytes.length) offset += await sink.write(bytes.subarray(offset));
}
