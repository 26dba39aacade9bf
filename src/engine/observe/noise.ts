/**
 * What a person does not see of a tree: containers that mean nothing, decorations, parts that are not shown.
 * @module
 */
import type { AccessibleNode } from "../atspi/accessible_node.ts";
import type { Element } from "./element.ts";
import { shortRole } from "./roles.ts";

/** Roles that say nothing by themselves. */
const containers = new Set([
  "group",
  "unknown",
  "page",
  "form",
  "landmark",
  "article",
  "internal-frame",
  "desktop-frame",
]);
/** Roles that only decorate. */
const decorations = new Set(["scrollbar", "separator", "ruler"]);
/** Smallest side of an empty area that is told of: there may be a drawing. */
const MIN_CANVAS_SIDE = 32;

/** Whether a container means nothing, and what it holds is told of in its place. */
export function isFoldable(node: AccessibleNode, parent: Element): boolean {
  const role = shortRole(node.role);
  if (role === "tablist") return node.name === "" && node.children.length > 0 && node.children.every(isHiddenTab);
  if (isHiddenTab(node)) return parent.role !== "tablist";
  // A label around its text and its field, as on web pages.
  if (role === "text") return node.name === "" && node.children.length > 0;
  if (!containers.has(role) || node.unread > 0 || isBlankArea(node)) return false;
  return node.name === "" && node.description === "" && (!isFocused(node) || node.children.some(holdsFocus));
}

function isFocused({ states }: AccessibleNode): boolean {
  return states.has("focused");
}

/** LibreOffice says of the panes around what has the focus that they have it too. */
function holdsFocus(node: AccessibleNode): boolean {
  return isFocused(node) || node.children.some(holdsFocus);
}

/** A page without a tab: notebooks that show no tabs have their pages in tabs without a place. */
function isHiddenTab(node: AccessibleNode): boolean {
  return shortRole(node.role) === "tab" && node.name === "" && !node.bounds;
}

/** A container without content that is too big for a gap: something draws there that has no tree. */
export function isBlankArea(node: AccessibleNode): boolean {
  if (!node.bounds || node.children.length > 0 || node.unread > 0 || node.name !== "") return false;
  const big = Math.min(node.bounds.width, node.bounds.height) >= MIN_CANVAS_SIDE;
  return big && shortRole(node.role) === "group";
}

/** Whether nobody sees a node, or nobody misses it. */
export function isNoise(node: AccessibleNode, parent: Element): boolean {
  const role = shortRole(node.role);
  if (decorations.has(role)) return true;
  // The viewport of a text field.
  if (parent.role === "textbox" && node.name === "" && role === "group") return true;
  // A part of a cell that this row does not show.
  if (parent.role === "cell" && role === "cell") return parent.bounds !== undefined && !node.bounds;
  return isEmptyText(node, role) || isGap(node, role);
}

function isEmptyText({ name, label, description, text, children }: AccessibleNode, role: string): boolean {
  const said = [name, label, description, text?.content].join("").trim();
  return role === "text" && said === "" && children.length === 0;
}

/** An item without a word that can't be chosen pushes the others of its menu bar aside. */
function isGap({ name, description, states, children }: AccessibleNode, role: string): boolean {
  return role === "menuitem" && name === "" && description === "" && children.length === 0 && !states.has("sensitive");
}
