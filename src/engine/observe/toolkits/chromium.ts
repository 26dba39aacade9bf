/**
 * Trees of Chromium, and what is built on it: a page of objects for everything, down to the pieces of text, within
 * views that mostly hold each other.
 * @module
 */
import type { Rect } from "../../../contract/values.ts";
import type { AccessibleNode } from "../../atspi/accessible_node.ts";
import { intersection } from "../../atspi/rectangles.ts";
import { pagePlacement } from "../../world/placement.ts";
import { withTablePositions } from "./chromium_table.ts";
import { withWholeTexts } from "./chromium_text.ts";
import { mapped, placed, type Scenery, type ToolkitView } from "./toolkit_view.ts";

/** The view. */
export const chromium: ToolkitView = (root, scenery) => {
  const page = mapped(withPlaces(root, scenery), (node) => withTablePositions(tidied(node)));
  return withoutRepeatedTitles(withUnreadInView(page));
};

/** What the browser adds to the names of pictures and tabs. */
const additions =
  /(?:\.? To get missing image descriptions, open the context menu\.| - Memory usage - [\d.,]+ \p{L}+)$/u;

/** At a scale, pages count otherwise than the views around them. */
function withPlaces(node: AccessibleNode, scenery: Scenery): AccessibleNode {
  if (scenery.placement.scale === 1) return placed(node, scenery);
  if (isPage(node)) {
    const placement = pagePlacement(scenery.placement, scenery.window);
    return mapped(placed(node, { ...scenery, placement }), (inner) => ({ ...inner, placement }));
  }
  const children = node.children.map((child) => withPlaces(child, scenery));
  return { ...placed({ ...node, children: [] }, scenery), children };
}

function isPage({ role }: AccessibleNode): boolean {
  return role === "document web";
}

/** Actions that everything has, that are those of something around it, or that say what the role says. */
const emptyActions = /^(?:|doDefault|clickAncestor|showContextMenu|check|uncheck|scroll[A-Z]\w*)$/;
/** Roles that say nothing by themselves. */
const boxes = new Set(["section", "panel", "paragraph", "label"]);

/** A node as other toolkits would have it; null for noise. Its children are tidied already. */
function tidied(node: AccessibleNode): AccessibleNode | null {
  const actions = node.actions ?? [];
  const clips = isPage(node) || node.role === "list box" || actions.some((action) => /^scroll/.test(action));
  const telling = actions.filter((action) => !emptyActions.test(action));
  const own = withWholeTexts({
    ...node,
    ...(node.actions ? { actions: telling } : {}),
    ...attributesOf(node),
    viewport: clips ? viewportOf(node) : null,
    role: roleOf(node),
    name: node.name.replace(additions, ""),
    states: statesOf(node),
    ...boundsOf(node),
    ...textOf(node),
  });
  return isGap(own, telling) ? null : unwrapped(own);
}

/** Scrolled boxes mostly have a border, of which no more is known. */
const BORDER = 1;

function viewportOf(node: AccessibleNode): Rect | null {
  const { x, y, width, height } = node.bounds ?? { x: 0, y: 0, width: 0, height: 0 };
  const inset = isPage(node) ? 0 : BORDER;
  if (width <= 2 * inset || height <= 2 * inset) return null;
  return { x: x + inset, y: y + inset, width: width - 2 * inset, height: height - 2 * inset };
}

/** The menus of the browser itself: windows and bars around one menu. */
function unwrapped(node: AccessibleNode): AccessibleNode {
  const [only] = node.children;
  const isMenu = only?.role === "menu" && node.children.length === 1;
  if (!isMenu || !["menu bar", "panel", "frame"].includes(node.role)) return node;
  // A menu that is longer than the display is scrolled in its window.
  const around = node.bounds ?? null;
  const viewport = only.viewport && around ? intersection(only.viewport, around) ?? around : only.viewport ?? around;
  return { ...only, viewport };
}

/** An empty box, which keeps other things apart. */
function isGap({ role, name, children, unread, states }: AccessibleNode, actions: readonly string[]): boolean {
  return boxes.has(role) && name === "" && children.length === 0 && unread === 0 && actions.length === 0 &&
    !states.has("focusable");
}

/** The panel of a tab is called a scroll pane, whatever can be edited a box. */
function roleOf({ role, states }: AccessibleNode): string {
  if (role === "scroll pane") return "panel";
  return boxes.has(role) && states.has("editable") ? "entry" : role;
}

/** What can't be edited counts as insensitive in Chromium, though it takes the focus. */
function statesOf({ states }: AccessibleNode): ReadonlySet<string> {
  const isReadOnly = states.has("read only") && states.has("focusable");
  return isReadOnly ? new Set([...states, "enabled", "sensitive"]) : states;
}

function attributesOf({ attributes }: AccessibleNode): Pick<AccessibleNode, "attributes" | "keys"> {
  if (!attributes) return {};
  const { placeholder, keyshortcuts = "" } = attributes;
  // Of a menu of the browser itself it is the letter that chooses an item.
  const keys = keyshortcuts.length > 1 ? keyshortcuts.replace(/\bControl\b/g, "Ctrl") : "";
  return {
    attributes: placeholder === undefined ? attributes : { ...attributes, "placeholder-text": placeholder },
    ...(keys ? { keys } : {}),
  };
}

/** The parts of a date hold numbers, and an empty text. */
function textOf({ role, text, value }: AccessibleNode): Pick<AccessibleNode, "text"> {
  const isNumber = role === "spin button" && text?.content === "" && value;
  return isNumber ? { text: { ...text, content: String(value.current) } } : {};
}

/** An item of a tree stands around the items below it: what is its own is the line above them. */
function boundsOf({ role, bounds, children }: AccessibleNode): Pick<AccessibleNode, "bounds"> {
  if (role !== "tree item" || !bounds) return {};
  const below = children.flatMap(itemsIn).flatMap((item) => item.bounds ? [item.bounds.y] : []);
  const end = Math.min(bounds.y + bounds.height, ...below.filter((y) => y > bounds.y));
  return { bounds: { ...bounds, height: end - bounds.y } };
}

function itemsIn(node: AccessibleNode): readonly AccessibleNode[] {
  return node.role === "tree item" ? [node] : node.children.flatMap(itemsIn);
}

/** Roles that may have many children out of view. */
const holders = new Set(["document web", "list", "list box", "tree", "table", "tree table", "menu", "page tab list"]);

/** What is out of view is told of by what scrolls, not by each box in it. */
function withUnreadInView(root: AccessibleNode): AccessibleNode {
  return mapped(root, (node) => {
    const hidden = node.children.reduce((sum, child) => sum + (tellsUnread(child) ? 0 : child.unread), 0);
    const children = node.children.map((child) => tellsUnread(child) ? child : { ...child, unread: 0 });
    return { ...node, unread: node.unread + hidden, children };
  });
}

function tellsUnread({ viewport, role, name }: AccessibleNode): boolean {
  return viewport !== null || holders.has(role) || role === "panel" && name !== "";
}

/** The title of a page is that of its window. */
function withoutRepeatedTitles(root: AccessibleNode): AccessibleNode {
  return mapped(root, (node) => {
    if (isPage(node) && root.name.startsWith(node.name)) return { ...node, name: "" };
    return node;
  });
}
