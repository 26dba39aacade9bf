/**
 * Asking a user whether an application may be used: the question, the answer, and what a call fails with.
 * @module
 */
import { OperationError } from "../contract/errors.ts";
import type { ApprovalScope } from "../contract/operations.ts";

/** What a person decides. */
export type Decision = ApprovalScope | "deny";

/** What is asked: may this application be read and driven? */
export interface Question {
  /** Application id (WM_CLASS). */
  readonly appId: string;
  /** Absolute path of its program. */
  readonly executable: string;
}

/** What came of asking. */
export type Answer =
  | { readonly decision: Decision }
  /** The form was closed without a choice. */
  | { readonly dismissed: true }
  /** Nobody can be asked this way. */
  | { readonly unavailable: string };

/** A way to ask the user; given by the surface for each call. */
export interface Asker {
  /** Asks; the signal aborts when somebody else answered or the call ended. */
  ask(question: Question, signal: AbortSignal): Promise<Answer>;
}

function failure(code: "denied" | "cancelled" | "timeout" | "approval_required", question: Question, text: string) {
  const details = { app_id: question.appId, executable: question.executable };
  return new OperationError(code, text, { details });
}

/** The user said no. */
export function denial(question: Question): OperationError {
  const text = `The user denied access to "${question.appId}". Do not try again in this turn: go on without it, ` +
    "or tell the user what you need it for";
  return failure("denied", question, text);
}

/** The form was closed without a choice. */
export function dismissal(question: Question): OperationError {
  const text = `The question whether "${question.appId}" may be used was closed without a choice. ` +
    `Tell the user what you need it for; ${outside(question)}`;
  return failure("cancelled", question, text);
}

/** Nobody answered in time. */
export function noAnswer(question: Question): OperationError {
  return failure("timeout", question, `Nobody answered whether "${question.appId}" may be used; ${outside(question)}`);
}

/** Nobody can be asked in this client. */
export function nobodyToAsk(question: Question, why: string): OperationError {
  const text = `"${question.appId}" needs the user's approval, and ${why}. Ask the user; ${outside(question)}`;
  return failure("approval_required", question, text);
}

function outside(question: Question): string {
  return `they can run: linux-cua approvals allow ${shellWord(question.appId)} - then call again`;
}

/** The id comes from a window: it is quoted before a person pastes it into a shell. */
function shellWord(text: string): string {
  return /^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
