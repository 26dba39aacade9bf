/**
 * Trees of GTK 3.
 * @module
 */
import type { AccessibleNode } from "../../atspi/accessible_node.ts";
import { mapped, placed, type ToolkitView } from "./toolkit_view.ts";

/** The view. */
export const gtk3: ToolkitView = (root, scenery) => mapped(placed(root, scenery), tidied);

/** A link that looks like a button is one by its role. */
function tidied(node: AccessibleNode): AccessibleNode {
  return node.role === "push button" && node.interfaces.has("Hyperlink") ? { ...node, role: "link" } : node;
}
