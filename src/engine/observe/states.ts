/**
 * Which states matter to somebody who looks at a window, and what they are called.
 * @module
 */
import type { AccessibleNode } from "../atspi/accessible_node.ts";

const editable = new Set(["textbox", "password"]);
const toggles = new Set(["checkbox", "radio", "toggle", "menuitemcheckbox", "menuitemradio", "cell", "treeitem"]);
const windows = new Set(["window", "dialog", "alert"]);

/** One rule: the word, and whether it holds for a node with that short role. */
type Rule = readonly [
  word: string,
  holds: (has: (state: string) => boolean, role: string, node: AccessibleNode) => boolean,
];

const rules: readonly Rule[] = [
  ["active", (has, role) => has("active") && windows.has(role)],
  ["modal", (has) => has("modal")],
  ["focused", (has) => has("focused")],
  ["mixed", (has, role) => has("indeterminate") && toggles.has(role)],
  ["checked", (has, role) => (has("checked") || (has("pressed") && role === "toggle")) && !has("indeterminate")],
  ["selected", (has) => has("selected")],
  ["expanded", (has) => has("expanded")],
  ["collapsed", (has) => (has("expandable") || has("collapsed")) && !has("expanded")],
  ["disabled", (has, role, node) => !has("enabled") && !has("sensitive") && canBeDisabled(role, node)],
  ["readonly", (has, role) => editable.has(role) && (has("read only") || !has("editable"))],
  ["multiline", (has, role) => has("multi line") && role === "textbox"],
  ["required", (has) => has("required")],
  ["invalid", (has) => has("invalid entry")],
  ["busy", (has) => has("busy")],
  ["default", (has) => has("is default")],
];

/** The states that matter of a node with that short role, always in the same order. */
export function statesThatMatter(node: AccessibleNode, role: string): string[] {
  const has = (state: string) => node.states.has(state);
  return rules.filter(([, holds]) => holds(has, role, node)).map(([word]) => word);
}

/** Text can't be disabled; toolkits leave the states out of it as they like. */
function canBeDisabled(role: string, node: AccessibleNode): boolean {
  if (windows.has(role) || role === "text" || role === "group") return false;
  return ["Action", "EditableText", "Value", "Selection"].some((name) => node.interfaces.has(name));
}

/** Words for the absence of a state. */
const opposites: Readonly<Record<string, string>> = {
  enabled: "disabled",
  sensitive: "disabled",
  unchecked: "checked",
  unselected: "selected",
  editable: "readonly",
  valid: "invalid",
};
const spellings: Readonly<Record<string, string>> = {
  "read-only": "readonly",
  "read only": "readonly",
  pressed: "checked",
  on: "checked",
  indeterminate: "mixed",
};

/**
 * Whether a state holds, in a person's words: one of ours or of AT-SPI's, with a leading `!` for the opposite.
 *
 * @param states The states that matter.
 * @param atspiStates All states as AT-SPI names them.
 */
export function stateHolds(
  word: string,
  states: readonly string[],
  atspiStates: ReadonlySet<string>,
): boolean {
  const lower = word.trim().toLowerCase();
  if (lower.startsWith("!")) return !stateHolds(lower.slice(1), states, atspiStates);
  const opposite = Object.hasOwn(opposites, lower) ? opposites[lower] : undefined;
  if (opposite) return !states.includes(opposite);
  const known = Object.hasOwn(spellings, lower) ? spellings[lower]! : lower;
  return states.includes(known) || atspiStates.has(lower.replaceAll("-", " "));
}
