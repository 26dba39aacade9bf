/**
 * Widgets of GTK 4 that consist of others, as the one thing that people see.
 * @module
 */
import type { AccessibleNode } from "../../atspi/accessible_node.ts";
import { isClassName, isPopover } from "../../atspi/gtk4_rules.ts";
import { labelsIn, textOf, withoutLabels } from "./gtk4_texts.ts";
import { toldAs } from "./toolkit_view.ts";

/** Makes one widget of what it is made of. */
type Folding = (node: AccessibleNode) => AccessibleNode | null;

/** States of an expander, of which the whole row is told. */
const expanding = ["expandable", "expanded"];

/** The foldings by role. */
export const foldings: Readonly<Record<string, Folding>> = {
  "page tab list": (node) => ({ ...node, name: "" }),
  "page tab": (node) => ({ ...withoutLabels(node), name: textOf(node) || node.name }),
  "menu bar": (node) => ({ ...node, children: node.children.map(menuOf) }),
  "menu item": itemOf,
  "check menu item": itemOf,
  "radio menu item": itemOf,
  "combo box": comboBoxOf,
  "push button": buttonOf,
  "toggle button": buttonOf,
  "list item": rowOf,
  "table cell": rowOf,
  list: (node) => node.children.some(isExpander) ? treeOf(node) : node,
  panel: (node) => isEmpty(node) ? null : node,
  image: (node) => node.name === "" && node.description === "" ? null : node,
};

/** The items of a menu bar are menus. */
function menuOf(node: AccessibleNode): AccessibleNode {
  return node.role === "menu item" ? toldAs(node, { role: "menu" }) : node;
}

/** A menu item says what it does and its keys in labels, and holds the menu that it opens. */
function itemOf(node: AccessibleNode): AccessibleNode {
  const texts = labelsIn(node).map(({ name }) => name).filter((name) => name !== "");
  const name = node.name || (texts[0] ?? "");
  const keys = texts.find((text) => text !== name);
  const menus = node.children.filter(({ role }) => role === "menu");
  // What GTK tells as its keys are those that press any button.
  return { ...node, name, keys: keys ?? "", children: menus.flatMap(({ children }) => children) };
}

/** A drop-down holds a button or a field with its choice; open, the list of choices too. */
function comboBoxOf(node: AccessibleNode): AccessibleNode {
  const lists = node.children.filter(isPopover);
  const parts = node.children.filter((child) => !isPopover(child));
  const choices = parts.map((part) => part.text?.content ?? (textOf(part) || part.name));
  const states = parts.some((part) => part.states.has("focused")) ? [...node.states, "focused"] : node.states;
  return {
    ...node,
    label: node.label || node.name,
    name: choices.filter((text) => text !== "").join(" "),
    states: new Set(states),
    children: lists.flatMap(({ children }) => children),
  };
}

/** A menu button holds the button that people press, and what it opens. */
function buttonOf(node: AccessibleNode): AccessibleNode {
  const inner = node.children.find(({ role }) => /^(?:push|toggle) button$/.test(role));
  const others = node.children.filter((child) => child !== inner);
  if (inner && others.every((child) => isPopover(child) || child.role === "menu")) {
    const states = new Set([...inner.states, ...[...node.states].filter((state) => expanding.includes(state))]);
    states.delete("pressed");
    states.delete("checked");
    return { ...inner, name: inner.name || node.name, states, children: [...inner.children, ...others] };
  }
  // Toggle buttons are buttons here; only the state of those that are pressed tells them.
  const states = node.states.has("pressed") ? new Set([...node.states, "checked"]) : node.states;
  // The label of some buttons is counted twice.
  const text = textOf(node);
  return { ...node, states, name: node.name === `${text} ${text}` ? text : node.name };
}

/** A row of a tree holds its expander, which says whether it is open. */
function rowOf(node: AccessibleNode): AccessibleNode {
  const expander = node.children.find((child) => child.role === "panel" && child.states.has("focusable"));
  if (!expander || node.children.length > 1) return node;
  const states = [...expander.states].filter((state) => expanding.includes(state) || state === "focused");
  const name = node.name || expander.name || textOf(expander);
  const children = expander.children.filter((child) => child.role !== "label" || !name.includes(child.name));
  return { ...node, name, states: new Set([...node.states, ...states]), children };
}

function isExpander({ states }: AccessibleNode): boolean {
  return states.has("expandable");
}

function treeOf(node: AccessibleNode): AccessibleNode {
  const itemOf = (child: AccessibleNode) => child.role === "list item" ? toldAs(child, { role: "tree item" }) : child;
  return { ...node, role: "tree", children: node.children.map(itemOf) };
}

/** A box with nothing in it. */
function isEmpty({ name, description, children, unread }: AccessibleNode): boolean {
  return name === "" && description === "" && children.length === 0 && unread === 0;
}

/** The node without what is no name, and without abilities that it does not have. */
export function plain(node: AccessibleNode): AccessibleNode {
  const name = isClassName(node) ? "" : node.name;
  if (!node.states.has("read only")) return { ...node, name };
  const interfaces = new Set(node.interfaces);
  interfaces.delete("EditableText");
  return { ...node, name, interfaces };
}
