/**
 * Trees of GTK 3.
 * @module
 */
import { placed, type ToolkitView } from "./toolkit_view.ts";

/** The view. */
export const gtk3: ToolkitView = (root, scenery) => placed(root, scenery);
