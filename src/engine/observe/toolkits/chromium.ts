/**
 * Trees of Chromium, and what is built on it.
 * @module
 */
import { placed, type ToolkitView } from "./toolkit_view.ts";

/** The view. */
export const chromium: ToolkitView = (root, scenery) => placed(root, scenery);
