/**
 * What a handler is.
 * @module
 */
import type { OperationName, Params, Result } from "../../contract/operations.ts";
import type { EngineContext } from "../context.ts";

/** One call. */
export interface Call {
  /** Aborted when the caller cancels or the deadline has passed. */
  readonly signal: AbortSignal;
  /** Tells the caller what is going on. */
  progress(message: string): void;
}

/** Serves one operation. Parameters are validated. */
export type Handler<K extends OperationName> = (
  params: Params<K>,
  context: EngineContext,
  call: Call,
) => Promise<Result<K>>;
