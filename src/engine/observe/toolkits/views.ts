/**
 * The views by toolkit.
 * @module
 */
import { isGtk4, type Toolkit } from "../../atspi/toolkit_rules.ts";
import { chromium } from "./chromium.ts";
import { gtk3 } from "./gtk3.ts";
import { gtk4 } from "./gtk4.ts";
import { libreoffice } from "./libreoffice.ts";
import { qt } from "./qt.ts";
import type { ToolkitView } from "./toolkit_view.ts";

/** By the names that the toolkits give themselves. */
const views: Readonly<Record<string, ToolkitView>> = {
  gtk: gtk3,
  Qt: qt,
  LibreOffice: libreoffice,
  Chromium: chromium,
};

/** The view of a toolkit; one that is not known is taken as it is. */
export function viewOf(toolkit: Toolkit): ToolkitView {
  if (isGtk4(toolkit)) return gtk4;
  return Object.hasOwn(views, toolkit.name) ? views[toolkit.name]! : gtk3;
}
