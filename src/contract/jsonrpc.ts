/**
 * JSON-RPC 2.0 messages as the engine speaks them: no batches, ids are numbers or strings.
 * @module
 * @see {@link https://www.jsonrpc.org/specification}
 */
import { z } from "zod";
import { bounded, type ErrorCode, OperationError, toOperationError } from "./errors.ts";
import type { Line } from "./lines.ts";

/** The id of a request. */
export type RequestId = number | string;

const requestId = z.union([z.int(), z.string().max(256)]);
const requestSchema = z.object({
  jsonrpc: z.literal("2.0"),
  id: requestId.optional(),
  method: z.string().max(256),
  params: z.record(z.string(), z.unknown()).optional(),
});

/** A request, or a notification when it has no id. */
export type Request = z.infer<typeof requestSchema>;

/** A successful answer. */
export interface SuccessResponse {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly result: unknown;
}

/** An error answer; `id` is null when the request could not be read. */
export interface ErrorResponse {
  readonly jsonrpc: "2.0";
  readonly id: RequestId | null;
  readonly error: { readonly code: number; readonly message: string; readonly data: unknown };
}

/** An answer to a request. */
export type Response = SuccessResponse | ErrorResponse;

/** JSON-RPC's own error numbers, by what went wrong. */
export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  operationFailed: -32000,
} as const;

/** The notification that cancels a request; its parameters are `{id}`. */
export const CANCEL_METHOD = "$/cancelRequest";
/** The notification that reports progress; its parameters are `{id, message}`. */
export const PROGRESS_METHOD = "$/progress";

/** A line that holds no request: the answer to send instead. */
export type ParsedLine = { readonly request: Request } | { readonly reply: ErrorResponse };

/** Reads one line as a request. Never throws: what is wrong comes back as the reply to send. */
export function parseRequest(line: Line): ParsedLine {
  if (!line.ok) return { reply: lineError(line.reason, line.bytes) };
  let value: unknown;
  try {
    value = JSON.parse(line.text);
  } catch (error) {
    return reply(null, rpcCodes.parseError, "invalid_request", `The line is not JSON: ${(error as Error).message}`);
  }
  if (Array.isArray(value)) {
    return reply(null, rpcCodes.invalidRequest, "invalid_request", "Batches are not served; send one request a line");
  }
  const parsed = requestSchema.safeParse(value);
  if (parsed.success) return { request: parsed.data };
  const id = requestId.safeParse((value as { id?: unknown } | null)?.id);
  const message = `The line is not a JSON-RPC 2.0 request: ${describeIssues(parsed.error)}`;
  return reply(id.success ? id.data : null, rpcCodes.invalidRequest, "invalid_request", message);
}

function lineError(reason: "too_long" | "invalid_utf8", bytes: number): ErrorResponse {
  return reason === "too_long"
    ? errorReply(
      null,
      rpcCodes.invalidRequest,
      new OperationError("too_long", `The line has ${bytes} bytes; the limit is 16 MiB`),
    )
    : errorReply(null, rpcCodes.parseError, new OperationError("invalid_request", "The line is not valid UTF-8"));
}

function reply(id: RequestId | null, number: number, code: ErrorCode, message: string): { reply: ErrorResponse } {
  return { reply: errorReply(id, number, new OperationError(code, message)) };
}

/** An error response for any thrown value. */
export function errorReply(id: RequestId | null, number: number, thrown: unknown): ErrorResponse {
  const error = toOperationError(thrown);
  return { jsonrpc: "2.0", id, error: { code: number, message: error.message, data: error.toData() } };
}

/** A success response. */
export function successReply(id: RequestId, result: unknown): SuccessResponse {
  return { jsonrpc: "2.0", id, result };
}

/**
 * What a schema found wrong, for a person: each field by its path with the value met and what would be right.
 *
 * @example `actions[0].count: too big: expected number to be <=3`
 */
export function describeIssues(error: z.ZodError, value?: unknown): string {
  const lines = error.issues.slice(0, 8).map((issue) => {
    const path = z.core.toDotPath(issue.path) || "the value";
    const met = value === undefined ? "" : `, not ${preview(valueAt(value, issue.path))}`;
    return `${path}: ${issue.message}${met}`;
  });
  if (error.issues.length > 8) lines.push(`and ${error.issues.length - 8} more`);
  return lines.join("; ");
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key], value);
}

function preview(value: unknown): string {
  return value === undefined ? "given" : bounded(JSON.stringify(value), 80);
}
