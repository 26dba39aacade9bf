/**
 * What the labels in a widget of GTK 4 say.
 * @module
 */
import type { AccessibleNode } from "../../atspi/accessible_node.ts";

/** The labels in a node, in order; those of other widgets in it left out. */
export function labelsIn(node: AccessibleNode): AccessibleNode[] {
  return node.children.flatMap((child) => {
    if (child.role === "label") return [child];
    return ["panel", "filler", "list item"].includes(child.role) ? labelsIn(child) : [];
  });
}

/** The text of the labels in a node. */
export function textOf(node: AccessibleNode): string {
  return labelsIn(node).map(({ name }) => name).filter((name) => name !== "").join(" ");
}

/** The node without the labels and pictures in it. */
export function withoutLabels(node: AccessibleNode): AccessibleNode {
  const children = node.children.filter(({ role }) => role !== "label" && role !== "image");
  return { ...node, children: children.map((child) => child.role === "panel" ? withoutLabels(child) : child) };
}
