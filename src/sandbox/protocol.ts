/**
 * The messages between the host and the sandbox process: NDJSON on the process's standard input and output.
 *
 * What the sandbox sends is shaped by model code in the end, so the host checks each message here, by hand: the
 * sandbox itself imports this file and must start fast and without further modules.
 *
 * **Calls.** Every method of the guest library is one call, by name, with plain JSON as its arguments:
 *
 * | name | args | answer |
 * | --- | --- | --- |
 * | `cua.getState` `cua.listApps` `cua.listWindows` `cua.getApp` `cua.launchApp` `cua.help` | `{args: [...]}` | JSON |
 * | `cua.clipboard.write` `cua.clipboard.read` `cua.clipboard.release` | `{args: [...]}` | JSON |
 * | `app.<method>` | `{app: {...}, args: [...]}`, `app` being the `$app` object as the host gave it | JSON |
 * | `nodeRepl.emitImage` | `{image: {handle}}` or `{bytes: BASE64, mimeType?}` or `{url: "data:…" }` | JSON |
 * | `image.bytes` | `{handle}` | `BASE64`, a string |
 *
 * In `args` a RegExp is `{regex, flags}`, an App `{$app: {...}}`, an Image `{$image: {handle}}`; trailing `undefined`
 * are dropped, others are `null`. In answers, at any depth, `{$app: {...}}` becomes an App, and
 * `{$image: {handle, mimeType, width, height}}` an Image.
 *
 * **Writes.** Each `write` is one entry of the cell's output, in order with the calls; the text has no line feed added.
 * @module
 */
import type { Line } from "../contract/lines.ts";

/** Longest code of a cell in UTF-16 units. */
export const MAX_CODE_LENGTH = 1_000_000;
/** Longest arguments of one call, as JSON, in UTF-16 units: at most 12 MiB as UTF-8, which fits a line. */
export const MAX_ARGS_LENGTH = 4 * 1024 * 1024;
/** How many calls of a cell may wait for an answer at once. */
export const MAX_PENDING_CALLS = 64;
/** How many calls a cell may make. */
export const MAX_CALLS = 10_000;
/** How much a cell may write, in UTF-16 units; the rest is dropped and said to be. */
export const MAX_OUTPUT_LENGTH = 100_000;
/** Longest text of an error in UTF-16 units. */
export const MAX_ERROR_LENGTH = 8_192;
/** How long after the deadline the host kills the process, ms. */
export const KILL_GRACE_MS = 1_500;

/** Why a call failed, as the guest's Error shows it. */
export interface CallError {
  /** The sentence. */
  readonly message: string;
  /** An `ErrorCode` of the contract. */
  readonly code: string;
  /** Whether input had been sent. */
  readonly dispatched: string;
  /** Facts for a program. */
  readonly details?: unknown;
}

/** How a call ended. */
export type CallReply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: CallError };

/** What the host sends. It is trusted. */
export type HostMessage =
  | {
    readonly type: "run";
    readonly cell: number;
    /** The model's code. */
    readonly code: string;
    /** The file name that errors show. */
    readonly name: string;
    /** Milliseconds that the cell may run and wait. */
    readonly deadline_ms: number;
  }
  | { readonly type: "reply"; readonly call: number; readonly reply: CallReply }
  /** The cell is parked for an approval: its clock stands still while it waits. */
  | { readonly type: "pause" }
  | { readonly type: "resume" }
  /** The cell must end now. */
  | { readonly type: "interrupt"; readonly why: string };

/** An error of model code, as texts. */
export interface CellError {
  /** `TypeError` and the like; `Timeout`, `Interrupted`, `OutOfMemory` are the sandbox's own. */
  readonly name: string;
  /** The message. */
  readonly message: string;
  /** Line in the cell, from 1. */
  readonly line?: number;
  /** Column in the cell, from 1. On the first line of a top-level class it may be a few columns off. */
  readonly column?: number;
  /** Where it was thrown, one frame a line. */
  readonly stack?: string;
}

/** What the sandbox sends. The host trusts none of it. */
export type SandboxMessage =
  | { readonly type: "ready"; readonly confined: boolean; readonly why?: string }
  | { readonly type: "call"; readonly id: number; readonly name: string; readonly args: unknown }
  | { readonly type: "write"; readonly text: string }
  | {
    readonly type: "done";
    readonly cell: number;
    readonly ok: boolean;
    readonly error?: CellError;
    /** Why the process ends after this message, if it does: its bindings are gone. */
    readonly lost?: string;
  };

/** A message, or what is wrong with the line. */
export type ParsedMessage =
  | { readonly ok: true; readonly message: SandboxMessage }
  | { readonly ok: false; readonly why: string };

type Fields = Record<string, unknown>;
const callName = /^(?:cua|app|nodeRepl|image)(?:\.[a-zA-Z]{1,32}){1,2}$/;

/** Checks a line from the sandbox. Never throws. */
export function parseSandboxMessage(line: Line): ParsedMessage {
  if (!line.ok) return { ok: false, why: `a line that is ${line.reason.replace("_", " ")}` };
  let value: unknown;
  try {
    value = JSON.parse(line.text);
  } catch {
    return { ok: false, why: "a line that is not JSON" };
  }
  const message = isFields(value) ? readMessage(value) : undefined;
  return message ? { ok: true, message } : { ok: false, why: "a message that the protocol does not have" };
}

function readMessage(m: Fields): SandboxMessage | undefined {
  switch (m.type) {
    case "ready":
      return typeof m.confined === "boolean"
        ? { type: "ready", confined: m.confined, ...text("why", m.why) }
        : undefined;
    case "call":
      return isCount(m.id) && typeof m.name === "string" && callName.test(m.name)
        ? { type: "call", id: m.id, name: m.name, args: m.args }
        : undefined;
    case "write":
      return typeof m.text === "string" && m.text.length <= MAX_OUTPUT_LENGTH
        ? { type: "write", text: m.text }
        : undefined;
    case "done":
      return readDone(m);
  }
  return undefined;
}

function readDone(m: Fields): SandboxMessage | undefined {
  if (!isCount(m.cell) || typeof m.ok !== "boolean") return undefined;
  const error = m.ok ? undefined : readError(m.error);
  if (!m.ok && !error) return undefined;
  return { type: "done", cell: m.cell, ok: m.ok, ...(error && { error }), ...text("lost", m.lost) };
}

function readError(value: unknown): CellError | undefined {
  if (!isFields(value) || typeof value.name !== "string" || typeof value.message !== "string") return undefined;
  return {
    name: value.name.slice(0, 100),
    message: value.message.slice(0, MAX_ERROR_LENGTH),
    ...(isCount(value.line) && { line: value.line }),
    ...(isCount(value.column) && { column: value.column }),
    ...text("stack", value.stack),
  };
}

/** The field when it is a text, cut to {@linkcode MAX_ERROR_LENGTH}. */
function text<K extends string>(key: K, value: unknown): { [P in K]?: string } {
  return (typeof value === "string" ? { [key]: value.slice(0, MAX_ERROR_LENGTH) } : {}) as { [P in K]?: string };
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
