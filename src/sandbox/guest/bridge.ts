/**
 * What the process gives the guest library.
 * @module
 */

/** Model code can't reach it: it lives in the library's closures alone. */
export interface Bridge {
  /** Sends a call; resolves to a `CallReply` as JSON. */
  readonly call: (name: string, args: string) => Promise<string>;
  /** Adds an entry to the cell's output. */
  readonly write: (text: string) => void;
  /** Has the library's `fire` called with the id that it returns. */
  readonly startTimer: (ms: number, repeats: boolean) => number;
  /** Takes a timer back. */
  readonly stopTimer: (id: number) => void;
  /** Bytes as base64. */
  readonly toBase64: (buffer: ArrayBuffer, offset: number, length: number) => string;
  /** Base64 as bytes. */
  readonly fromBase64: (text: string) => ArrayBuffer;
}
