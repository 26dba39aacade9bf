/**
 * Trees of LibreOffice, whose VCL widgets come through GTK's bridge.
 * @module
 */
import { placed, type ToolkitView } from "./toolkit_view.ts";

/** The view. */
export const libreoffice: ToolkitView = (root, scenery) => placed(root, scenery);
