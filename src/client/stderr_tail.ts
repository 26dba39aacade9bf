/**
 * The last lines that a child process wrote to standard error, bounded.
 * @module
 */

/** How many UTF-16 units are kept. */
export const TAIL_LENGTH = 2_000;

/** Reads a stream to its end and keeps the last {@linkcode TAIL_LENGTH} units of text. */
export class StderrTail {
  /** Resolves when the stream has ended. */
  readonly done: Promise<void>;
  #text = "";

  /** Starts to read. */
  constructor(stream: ReadableStream<Uint8Array>) {
    this.done = this.#read(stream);
  }

  /** What was kept, trimmed and without control characters but line feeds. */
  get text(): string {
    // deno-lint-ignore no-control-regex -- control characters must not reach a terminal
    return this.#text.replace(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/g, "").trim();
  }

  async #read(stream: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of stream) {
      this.#text = (this.#text + decoder.decode(chunk, { stream: true })).slice(-TAIL_LENGTH).toWellFormed();
    }
  }
}
