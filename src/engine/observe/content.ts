/**
 * What an element is called and what it holds, from what the toolkit says.
 * @module
 */
import type { AccessibleNode } from "../atspi/accessible_node.ts";
import type { Element } from "./element.ts";

/** The parts of an element that are content. */
export type Content = Pick<
  Element,
  "name" | "value" | "valueLength" | "range" | "description" | "placeholder" | "shortcut"
>;

/** Toolkits that name a combo box by its choice. */
const choiceIsName = new Set(["gtk", "GTK", "GAIL", "Qt"]);
const fields = new Set(["textbox", "spinbutton", "terminal", "document", "combobox", "password"]);
/** Stands in texts for embedded objects, which are elements of their own. */
const EMBEDDED = /\uFFFC/g;
/** Say which way text runs, and are seen by nobody. */
const DIRECTION_MARKS = /[\u200e\u200f]/g;

/** Name, value, description and placeholder of a node with that short role. */
export function contentOf(node: AccessibleNode, role: string, toolkit: string): Content {
  const value = valueOf(node, role, toolkit);
  const given = nameOf(node, role, toolkit).replace(DIRECTION_MARKS, "").trim();
  const name = toolkit === "GTK" ? saidOnce(given) : given;
  const description = node.description;
  const placeholder = node.attributes?.["placeholder-text"];
  return {
    name,
    ...value,
    ...(description && description !== name && description !== value.value ? { description } : {}),
    ...(placeholder && placeholder !== name ? { placeholder } : {}),
    ...shortcutOf(node),
  };
}

/** GTK 3 gives mnemonic, keys through the menus and accelerator; the others the accelerator. */
function shortcutOf({ keys = "" }: AccessibleNode): Partial<Content> {
  const parts = keys.split(";");
  const accelerator = parts.length >= 3 ? parts[2]! : parts.at(-1)!;
  const shortcut = accelerator.replaceAll("<Primary>", "Ctrl+").replaceAll(/<(\w+)>/g, "$1+");
  return shortcut === "" ? {} : { shortcut: shortcut.replace(/(?<=^|\+)[a-z]$/, (key) => key.toUpperCase()) };
}

/** GTK 4 says the name of a button by itself, with its mnemonic, and again by its label. */
function saidOnce(name: string): string {
  return /^(.+) \1$/s.exec(name.replaceAll("_", ""))?.[1] ?? name;
}

function nameOf(node: AccessibleNode, role: string, toolkit: string): string {
  const label = node.label ?? "";
  if (role === "combobox" && choiceIsName.has(toolkit)) return label;
  if (node.name !== "" || label !== "") return node.name || label;
  // Text that is nobody's value is what the element says, unless its children say it.
  return fields.has(role) || node.children.length > 0 ? "" : ownText(node);
}

function valueOf(node: AccessibleNode, role: string, toolkit: string): Partial<Content> {
  if (node.secret) return {};
  if (role === "combobox" && choiceIsName.has(toolkit)) return node.name === "" ? {} : { value: node.name };
  return { ...textValue(node, role), ...rangeOf(node) };
}

function textValue(node: AccessibleNode, role: string): Partial<Content> {
  if ((fields.has(role) || role === "cell" && node.name !== "") && node.text) {
    const value = ownText(node);
    return node.text.truncated ? { value, valueLength: node.text.length } : { value };
  }
  return node.value ? { value: numberText(node.value.current) } : {};
}

function rangeOf(node: AccessibleNode): Partial<Content> {
  const { minimum = 0, maximum = 0 } = node.value ?? {};
  return maximum > minimum ? { range: { minimum, maximum } } : {};
}

function ownText(node: AccessibleNode): string {
  return (node.text?.content ?? "").replace(EMBEDDED, "");
}

/** Without the noise of binary fractions. */
export function numberText(value: number): string {
  return String(Number(value.toPrecision(12)));
}
