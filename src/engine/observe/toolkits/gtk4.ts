/**
 * Trees of GTK 4.
 * @module
 */
import { placed, type ToolkitView } from "./toolkit_view.ts";

/** The view. */
export const gtk4: ToolkitView = (root, scenery) => placed(root, scenery);
