/**
 * A cell as its caller sees it: what to run, and how it ended.
 * @module
 */
import type { CellError } from "./protocol.ts";

export type { CellError };

/** Serves one call of the guest: a JSON value, or a thrown `OperationError`. See `protocol.ts` for names and arguments. */
export type CallHandler = (name: string, args: unknown, signal: AbortSignal) => Promise<unknown>;
/** Takes one entry of a cell's output. */
export type OutputHandler = (text: string) => void;

/** A cell to run. */
export interface Cell {
  /** The model's code. */
  readonly code: string;
  /** Its title, for stacks. */
  readonly title?: string;
  /** Milliseconds that it may run and wait; the time while it is parked does not count. */
  readonly timeoutMs: number;
  /** Serves its calls; the signal aborts when the cell ends. */
  readonly onCall: CallHandler;
  /** Takes its output, in order with its calls. */
  readonly onWrite: OutputHandler;
  /** Ends the cell: at once where it waits, by killing the process after 0.5 s where it doesn't. */
  readonly signal: AbortSignal;
}

/** How a cell ended. */
export interface CellOutcome {
  /** Whether it ran to its end. */
  readonly ok: boolean;
  /** What went wrong. */
  readonly error?: CellError;
  /** Why the console and its bindings are gone, if they are: start a new sandbox. */
  readonly lost?: string;
}
