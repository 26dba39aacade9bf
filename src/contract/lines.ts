/**
 * NDJSON framing: bytes in, one line at a time, bounded memory.
 * @module
 */

/** Longest line in bytes (16 MiB), without its line feed. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** A line, or why there is none. The stream goes on after either. */
export type Line =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: "too_long" | "invalid_utf8"; readonly bytes: number };

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * Splits a stream of bytes into lines. A trailing CR is dropped; a last line without line feed counts.
 * A line that is too long is skipped without being kept in memory.
 *
 * @param source Chunks of bytes; they are copied, so the source may reuse its buffer.
 * @param limit Longest line in bytes.
 * @returns The lines in order; malformed ones as `{ok: false}`.
 */
export async function* readLines(source: AsyncIterable<Uint8Array>, limit = MAX_LINE_BYTES): AsyncGenerator<Line> {
  const splitter = new LineSplitter(limit);
  for await (const chunk of source) yield* splitter.push(chunk);
  yield* splitter.end();
}

/** The state between two chunks: see {@linkcode readLines}. */
class LineSplitter {
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  readonly #limit: number;
  #parts: Uint8Array[] = [];
  #bytes = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  *push(chunk: Uint8Array): Generator<Line> {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      this.#add(chunk.subarray(start, end));
      start = end + 1;
      yield this.#take();
    }
    if (start < chunk.length) this.#add(chunk.subarray(start));
  }

  *end(): Generator<Line> {
    if (this.#bytes > 0) yield this.#take();
  }

  #add(part: Uint8Array): void {
    this.#bytes += part.length;
    if (this.#bytes > this.#limit) this.#parts = [];
    else this.#parts.push(part.slice());
  }

  #take(): Line {
    const bytes = this.#bytes;
    const line = bytes > this.#limit ? undefined : concat(this.#parts, bytes);
    this.#parts = [];
    this.#bytes = 0;
    if (!line) return { ok: false, reason: "too_long", bytes };
    const end = line.at(-1) === CARRIAGE_RETURN ? line.length - 1 : line.length;
    try {
      return { ok: true, text: this.#decoder.decode(line.subarray(0, end)) };
    } catch {
      return { ok: false, reason: "invalid_utf8", bytes };
    }
  }
}

function concat(parts: readonly Uint8Array[], bytes: number): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** One JSON value as an NDJSON line, line feed included. */
export function encodeLine(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value) + "\n");
}

/**
 * A queue in front of a byte stream: whole lines, in order, one write at a time.
 * After a failed write every later one fails with the same error.
 */
export class LineWriter {
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;

  /** Takes the stream's lock. */
  constructor(stream: WritableStream<Uint8Array>) {
    this.#writer = stream.getWriter();
    this.#writer.closed.catch(() => {}); // Every write reports the failure; this promise would report it unhandled.
  }

  /** Queues one line; resolves when it was handed over. Rejects when the other side is gone. */
  async write(value: unknown): Promise<void> {
    await this.#writer.write(encodeLine(value));
  }

  /** Closes the stream after what is queued. */
  async close(): Promise<void> {
    await this.#writer.close();
  }
}
