/**
 * What the policy says of an application: one pure decision.
 * @module
 */
import { OperationError } from "../contract/errors.ts";
import type { Access } from "../contract/values.ts";
import type { Approvals } from "./approvals.ts";
import { hardDeny } from "./hard_denies.ts";

/** What is known of an application. What could not be established is null. */
export interface Subject {
  /** WM_CLASS; both of its parts count for denials. */
  readonly appId: string;
  /** Other names that it goes by: WM_CLASS' instance, desktop entry id, program name. */
  readonly otherNames?: readonly string[];
  /** Absolute path of the program, from the process that the X server names. */
  readonly executable: string | null;
}

/** The operator's lists and the approvals in force. */
export interface Policy {
  /** Application ids that need no approval, in lower case (`CUA_ALLOW_APPS`); `*` stands for all. */
  readonly allow: ReadonlySet<string>;
  /** Application ids that are denied, in lower case (`CUA_DENY_APPS`). */
  readonly deny: ReadonlySet<string>;
  /** Approvals in force. */
  readonly approvals: Approvals;
}

/** A decision and its reason. */
export interface Decision {
  /** What holds. */
  readonly access: Access;
  /** Why, for `denied`. */
  readonly reason?: string;
}

/** Decides. A denial always wins over a permission. */
export function decide(subject: Subject, policy: Policy): Decision {
  const denied = denial(subject, policy);
  if (denied) return { access: "denied", reason: denied };
  const { appId, executable } = subject;
  if (policy.allow.has("*") || policy.allow.has(appId.toLowerCase())) return { access: "allowed" };
  if (executable !== null && policy.approvals.covers({ appId, executable })) return { access: "allowed" };
  return { access: "approval_required" };
}

function denial(subject: Subject, policy: Policy): string | null {
  const names = [subject.appId, ...(subject.otherNames ?? []), ...(subject.executable ? [subject.executable] : [])];
  for (const name of names) {
    const reason = hardDeny(name);
    if (reason) return `it is a ${reason}`;
  }
  if (names.some((name) => policy.deny.has(name.toLowerCase()))) return "the operator denies it";
  if (subject.appId === "") return "it has no application id (WM_CLASS)";
  if (subject.executable === null) return "the process behind it can't be established";
  return null;
}

/** Throws unless the application may be read and driven: `denied`, or `approval_required` with what to approve. */
export function demandAccess(subject: Subject, policy: Policy): void {
  const decision = decide(subject, policy);
  if (decision.access === "allowed") return;
  const details = { app_id: subject.appId, executable: subject.executable };
  if (decision.access === "denied") {
    throw new OperationError("denied", `The application ${printable(subject.appId)} is denied: ${decision.reason}`, {
      details,
    });
  }
  throw new OperationError(
    "approval_required",
    `The application ${printable(subject.appId)} needs the user's approval before it is read or driven`,
    { details },
  );
}

/** A comma-separated list of application ids as a set in lower case. */
export function parseAppList(text: string | undefined): Set<string> {
  const names = (text ?? "").split(",").map((name) => name.trim().toLowerCase());
  return new Set(names.filter((name) => name !== ""));
}

/** A class name is the client's own choice: what is no plain character is left out of messages. */
function printable(appId: string): string {
  return JSON.stringify(appId.replace(/[^\x20-\x7e]/g, "?").slice(0, 80));
}
