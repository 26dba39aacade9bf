/**
 * Trees of Qt 5 and 6.
 * @module
 */
import { placed, type ToolkitView } from "./toolkit_view.ts";

/** The view. */
export const qt: ToolkitView = (root, scenery) => placed(root, scenery);
