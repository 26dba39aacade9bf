/**
 * Makes a snapshot of a tree: what a person sees, without containers that mean nothing.
 * @module
 */
import type { Rect } from "../../contract/values.ts";
import type { AccessibleNode } from "../atspi/accessible_node.ts";
import type { AccessibleRef } from "../atspi/accessible_ref.ts";
import { intersection, union } from "../atspi/rectangles.ts";
import { childrenStandElsewhere } from "../atspi/toolkit_rules.ts";
import { contentOf } from "./content.ts";
import { descendants, type Element, type Snapshot, snapshotOf } from "./element.ts";
import { named } from "./naming.ts";
import { isBlankArea, isFoldable, isNoise } from "./noise.ts";
import { inReadingOrder } from "./reading_order.ts";
import { shortRole } from "./roles.ts";
import { statesThatMatter } from "./states.ts";

/** Options of {@linkcode takeSnapshot}. */
export interface SnapshotOptions {
  /** Gives the element id of an object: the same for the same reference. Called for elements that are kept only. */
  readonly idOf: (ref: AccessibleRef) => number;
  /** Name of the toolkit, for what it reports differently. */
  readonly toolkit: string;
}

/** Elements are built from the root down, and their children filled in afterwards. */
type Draft = { -readonly [K in keyof Element]: Element[K] };

/** Makes a snapshot of a tree. */
export function takeSnapshot(root: AccessibleNode, options: SnapshotOptions): Snapshot {
  const element = elementOf(root, options, undefined, root.bounds ?? null);
  fill(element, root, options, root.bounds ?? null);
  // Only now it is known which elements are kept, and in which order.
  for (const kept of descendants(element)) (kept as Draft).id = options.idOf(kept.ref);
  return snapshotOf(element);
}

/** @param clip What ancestors leave visible of its children; null when not known. */
function fill(element: Draft, node: AccessibleNode, options: SnapshotOptions, clip: Rect | null): void {
  Object.assign(element, named(element, childrenOf(node, options, element, clip)));
}

/** The elements of a node's children. What a folded container held stays together. */
function childrenOf(node: AccessibleNode, options: SnapshotOptions, parent: Element, clip: Rect | null): Element[] {
  const blocks = node.children.map((child) => {
    const elements = elementsOf(child, options, parent, clip);
    // Panes that are folded reach over others.
    return { elements, bounds: union(elements.flatMap(({ visible }) => visible ?? [])) ?? child.bounds };
  }).filter((block) => block.elements.length > 0);
  const read = ordered.has(shortRole(node.role)) ? blocks : inReadingOrder(blocks);
  return read.flatMap((block) => block.elements);
}

/** The element of a node, or those of its children where the node itself means nothing. */
function elementsOf(
  node: AccessibleNode,
  options: SnapshotOptions,
  parent: Element,
  clip: Rect | null,
): Element[] {
  if (isNoise(node, parent)) return [];
  const inner = clipFor(node, options, clip);
  if (isFoldable(node, parent)) return childrenOf(node, options, parent, inner);
  if (isCellOutOfView(node, clip)) return [];
  const element = elementOf(node, options, parent, clip);
  fill(element, node, options, inner);
  return isWrapping(element) ? [unwrapped(element)] : [element];
}

/** A container that only describes what stands in it: GTK 3 puts the tool tips of toolbars there. */
function isWrapping({ role, name, description, states, children, unread }: Draft): boolean {
  if (role !== "group" || name !== "" || !description || states.length > 0 || unread > 0) return false;
  return children.length === 1 && [undefined, description].includes(children[0]!.description);
}

/** The one child, told of with the description of what was around it. */
function unwrapped({ description, children, parent }: Draft): Draft {
  const child = children[0]! as Draft;
  if (parent) child.parent = parent;
  if (description) child.description = description;
  return Object.assign(child, named(child, child.children));
}

function elementOf(
  node: AccessibleNode,
  options: SnapshotOptions,
  parent: Element | undefined,
  clip: Rect | null,
): Draft {
  const role = isBlankArea(node) ? "canvas" : shortRole(node.role);
  const visible = node.bounds && (clip ? intersection(node.bounds, clip) : node.bounds);
  return {
    id: 0,
    ref: node.ref,
    role,
    atspiRole: node.reported?.role ?? node.role,
    accessibleName: node.reported?.name ?? node.name,
    ...contentOf(node, role, options.toolkit),
    states: statesThatMatter(node, role),
    atspiStates: node.states,
    secret: node.secret ?? false,
    ...(node.bounds ? { bounds: node.bounds } : {}),
    ...(node.shift ? { shift: node.shift } : {}),
    ...(node.placement ? { placement: node.placement } : {}),
    ...(visible ? { visible } : {}),
    ...(clip ? { clip } : {}),
    actions: node.actions ?? [],
    interfaces: node.interfaces,
    ...(node.cell ? { cell: node.cell } : {}),
    ...(node.table ? { table: node.table } : {}),
    ...(node.showing ? { showing: node.showing } : {}),
    ...(node.unsaid ? { unsaid: true } : {}),
    ...(node.skew ? { skew: node.skew } : {}),
    unread: node.unread,
    children: [],
    ...(parent ? { parent } : {}),
  };
}

/** Roles whose children come in an order that means something. */
const ordered = new Set(["table", "tree", "list", "menu", "menubar", "tablist", "combobox", "row", "document"]);

/** Rows at the edge of a table are read without knowing whether they are in view. */
function isCellOutOfView(node: AccessibleNode, clip: Rect | null): boolean {
  if (!node.cell || !node.bounds || !clip) return false;
  return intersection(node.bounds, clip) === undefined;
}

/** Roles that cut off what stands outside of them, in every toolkit. */
const clippers = new Set([
  "viewport",
  "scroll pane",
  "table",
  "tree table",
  "tree",
  "list",
  "list box",
  "document web",
]);

function clipFor(node: AccessibleNode, options: SnapshotOptions, clip: Rect | null): Rect | null {
  if (childrenStandElsewhere(node.role)) return node.viewport ?? null;
  // A window of its own.
  if (node.role === "frame") return node.bounds ?? null;
  // In Qt every widget cuts off its children.
  const cutsOff = clippers.has(node.role) || options.toolkit === "Qt";
  const viewport = node.viewport === undefined && cutsOff ? node.bounds : node.viewport;
  return viewport && clip ? intersection(viewport, clip) ?? clip : viewport ?? clip;
}
