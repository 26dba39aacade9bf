/**
 * What each toolkit reports in a way of its own, and how a tree of it becomes one like those of the others: a pure
 * function for each toolkit.
 * @module
 */
import type { Rect } from "../../../contract/values.ts";
import type { AccessibleNode } from "../../atspi/accessible_node.ts";
import type { Toolkit } from "../../atspi/toolkit_rules.ts";
import { onDisplay, type Placement, type Point } from "../../world/placement.ts";

/** What is known beside the tree. */
export interface Scenery {
  readonly toolkit: Toolkit;
  /** The window's client area on the display. */
  readonly window: Rect;
  /** Where the toolkit's coordinates lie. */
  readonly placement: Placement;
  /** The process' override-redirect windows on the display that show, topmost first. */
  readonly popups: readonly Rect[];
}

/** Makes the tree of one toolkit like the others': places in X pixels of the display, roles and names as people see. */
export type ToolkitView = (root: AccessibleNode, scenery: Scenery) => AccessibleNode;

/**
 * The tree with its places in X pixels of the display.
 *
 * @param shiftOf What is added to the places of a node and what is below it, X pixels; undefined for what its parent has.
 */
export function placed(
  node: AccessibleNode,
  scenery: Scenery,
  shiftOf: (node: AccessibleNode) => Point | undefined = () => undefined,
  inherited: Point = { x: 0, y: 0 },
): AccessibleNode {
  const shift = shiftOf(node) ?? inherited;
  const bounds = node.bounds && onDisplay(scenery.placement, scenery.window, node.bounds);
  return {
    ...node,
    ...(bounds ? { bounds: { ...bounds, x: bounds.x + shift.x, y: bounds.y + shift.y }, shift } : {}),
    children: node.children.map((child) => placed(child, scenery, shiftOf, shift)),
  };
}

/** The node as something else; what the toolkit calls it is kept with it, for those who ask the toolkit again. */
export function toldAs(node: AccessibleNode, changes: Partial<AccessibleNode>): AccessibleNode {
  return { ...node, ...changes, reported: node.reported ?? { role: node.role, name: node.name } };
}

/**
 * The tree with every node replaced, from the leaves up; null drops a node with all below it. What the toolkit calls a
 * node is kept with it.
 */
export function mapped(node: AccessibleNode, replace: (node: AccessibleNode) => AccessibleNode | null): AccessibleNode {
  return mappedOrNull(node, replace) ?? { ...node, children: [] };
}

function mappedOrNull(
  node: AccessibleNode,
  replace: (node: AccessibleNode) => AccessibleNode | null,
): AccessibleNode | null {
  const children = node.children.flatMap((child) => mappedOrNull(child, replace) ?? []);
  const told = replace({ ...node, children });
  if (!told || told.ref !== node.ref || told.role === node.role && told.name === node.name) return told;
  return { ...told, reported: node.reported ?? { role: node.role, name: node.name } };
}
