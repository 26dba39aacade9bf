/**
 * The form that asks the user whether an application may be used, and its strict reading.
 * Clients differ: some turn a form that they can't show into yes or no and accept it empty. Only a known value allows.
 * @module
 */
import type { ElicitRequestFormParams } from "@modelcontextprotocol/server";
import type { Answer, Decision, Question } from "../../session/asking.ts";

/** Longest name in the form in UTF-16 units. */
const MAX_NAME = 200;

/** The choices: narrowest first. The values are what a person reads, also in clients that show no titles. */
const choices: ReadonlyMap<string, Decision> = new Map([
  ["Allow for this turn", "turn"],
  ["Allow for this session", "session"],
  ["Always allow", "always"],
  ["Deny", "deny"],
]);

/** The form for a question. Names come from applications: they are shown on one line, quoted. */
export function approvalForm(question: Question): ElicitRequestFormParams {
  const [narrowest] = choices.keys();
  return {
    mode: "form",
    message: `May the agent read and control ${quoted(question.appId)} (${quoted(question.executable)}) ` +
      "on its private desktop?",
    requestedSchema: {
      type: "object",
      properties: {
        decision: {
          type: "string",
          title: "Access",
          oneOf: [...choices.keys()].map((value) => ({ const: value, title: value })),
          ...(narrowest === undefined ? {} : { default: narrowest }),
        },
      },
      required: ["decision"],
    },
  };
}

/**
 * Reads what a client answered.
 *
 * @param action What the user did with the form.
 * @param content What they filled in; it is not trusted.
 */
export function readApproval(action: string, content: unknown): Answer {
  if (action === "cancel") return { dismissed: true };
  if (action !== "accept" || typeof content !== "object" || content === null) return { decision: "deny" };
  const value = Object.hasOwn(content, "decision") ? (content as { decision: unknown }).decision : undefined;
  return { decision: typeof value === "string" ? choices.get(value) ?? "deny" : "deny" };
}

function quoted(text: string): string {
  return `"${text.replace(/\p{C}/gu, "").slice(0, MAX_NAME)}"`;
}
