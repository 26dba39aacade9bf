/**
 * Errors that cross a process boundary: one class, a closed list of codes, bounded texts.
 * @module
 */
import { z } from "zod";

/** Every code that `error.data.code` may hold. */
export const errorCodes = [
  "input_refused",
  "window_not_found",
  "element_not_found",
  "ambiguous_element",
  "element_changed",
  "approval_required",
  "denied",
  "unsupported",
  "app_not_responding",
  "timeout",
  "user_interrupt",
  "desktop_unavailable",
  "invalid_request",
  "cancelled",
  "too_long",
  "internal",
] as const;

/** One of {@linkcode errorCodes}. */
export type ErrorCode = typeof errorCodes[number];

/** Whether input had left the engine when the error arose. Nobody replays an action blindly. */
export type Dispatched = "no" | "yes" | "partly" | "unknown";

/** Longest code in UTF-16 units. */
export const MAX_CODE_LENGTH = 256;
/** Longest sentence and longest serialized details in UTF-16 units. */
export const MAX_DETAILS_LENGTH = 4096;

/** The schema of `error.data`. */
export const errorDataSchema = z.object({
  code: z.enum(errorCodes),
  dispatched: z.enum(["no", "yes", "partly", "unknown"]),
  details: z.record(z.string(), z.unknown()).optional(),
});

/** `error.data` of an error response. */
export type ErrorData = z.infer<typeof errorDataSchema>;

/** Options of {@linkcode OperationError}. */
export interface OperationErrorOptions {
  /** Whether input had been sent; `no` when left out. */
  dispatched?: Dispatched;
  /** Facts for a program, bounded to {@linkcode MAX_DETAILS_LENGTH} when serialized. */
  details?: Record<string, unknown>;
  /** The error behind this one; it stays in the process. */
  cause?: unknown;
}

/** Cuts a text to `limit` UTF-16 units and says that it did. */
export function bounded(text: string, limit = MAX_DETAILS_LENGTH): string {
  if (text.length <= limit) return text;
  const notice = ` … (${text.length} characters, cut)`;
  return text.slice(0, limit - notice.length).toWellFormed() + notice;
}

/**
 * An expected failure of an operation. The message says what failed, the state it met, and the next call to make.
 *
 * @example
 * ```ts
 * throw new OperationError("window_not_found", "No window 42 on this display; call list_windows");
 * ```
 */
export class OperationError extends Error {
  override readonly name = "OperationError";
  /** The code, see {@linkcode errorCodes}. */
  readonly code: ErrorCode;
  /** Whether input had been sent. */
  readonly dispatched: Dispatched;
  /** Facts for a program. */
  readonly details: Record<string, unknown> | undefined;

  /** Makes an error with a bounded message. */
  constructor(code: ErrorCode, message: string, options: OperationErrorOptions = {}) {
    super(bounded(message), { cause: options.cause });
    this.code = code;
    this.dispatched = options.dispatched ?? "no";
    this.details = options.details;
  }

  /** The same error, saying that input had been sent. */
  withDispatched(dispatched: Dispatched): OperationError {
    return new OperationError(this.code, this.message, {
      dispatched,
      cause: this.cause,
      ...(this.details ? { details: this.details } : {}),
    });
  }

  /** The `error.data` of a JSON-RPC error response; details that are too long are left out and said to be. */
  toData(): ErrorData {
    const data: ErrorData = { code: this.code, dispatched: this.dispatched };
    if (!this.details) return data;
    const size = JSON.stringify(this.details).length;
    const details = size <= MAX_DETAILS_LENGTH ? this.details : { left_out: `${size} characters of details` };
    return { ...data, details };
  }
}

/** Any thrown value as an {@linkcode OperationError}; what isn't one yet becomes `internal`. */
export function toOperationError(error: unknown, dispatched: Dispatched = "unknown"): OperationError {
  if (error instanceof OperationError) return error;
  if (error instanceof DOMException && error.name === "AbortError") {
    return new OperationError("cancelled", "The call was cancelled", { dispatched, cause: error });
  }
  if (error instanceof DOMException && error.name === "TimeoutError") {
    return new OperationError("timeout", "The call ran out of time", { dispatched, cause: error });
  }
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new OperationError("internal", message, { dispatched, cause: error });
}
