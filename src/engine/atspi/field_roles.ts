/**
 * Which objects hold something that people fill in.
 * @module
 */
import type { BareObject } from "./bare_object.ts";

/** Roles of fields that people fill in. */
export const fieldRoles: ReadonlySet<string> = new Set([
  "entry",
  "text",
  "password text",
  "spin button",
  "combo box",
  "editbar",
  "autocomplete",
]);

/** Whether an object is a field. */
export function isField({ role, states, interfaces }: Pick<BareObject, "role" | "states" | "interfaces">): boolean {
  return fieldRoles.has(role) || states.has("editable") || interfaces.has("EditableText");
}

/** Whether there may be a text in it. */
export function mayHoldText({ interfaces }: Pick<BareObject, "interfaces">): boolean {
  return interfaces.has("Text") || interfaces.has("EditableText");
}
