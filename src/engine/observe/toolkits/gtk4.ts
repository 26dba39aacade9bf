/**
 * Trees of GTK 4: widgets with all that they are made of, popovers in other places than they say, class names for names.
 * @module
 */
import type { AccessibleNode } from "../../atspi/accessible_node.ts";
import { isPopover } from "../../atspi/gtk4_rules.ts";
import { withPopovers, withPopoversApart } from "./gtk4_popovers.ts";
import { withTables } from "./gtk4_tables.ts";
import { foldings, plain } from "./gtk4_widgets.ts";
import { mapped, type ToolkitView } from "./toolkit_view.ts";

/** The view. */
export const gtk4: ToolkitView = (root, scenery) => {
  const folded = mapped(withPopovers(root, scenery), (node) => fold(node, scenery.placement.scale));
  return mapped(withPopoversApart(folded), plain);
};

/** Class names are dropped last: they tell popovers from other boxes. */
function fold(node: AccessibleNode, scale: number): AccessibleNode | null {
  if (isPopover(node)) return node;
  const folding = Object.hasOwn(foldings, node.role) ? foldings[node.role]! : undefined;
  const folded = folding ? folding({ ...node, name: plain(node).name }) : node;
  return folded && withTables(folded, scale);
}
