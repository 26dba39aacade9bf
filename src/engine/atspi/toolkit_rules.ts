/**
 * What toolkits report differently from one another.
 * @module
 */

import type { Rect } from "../../contract/values.ts";
import type { CoordType } from "./interfaces/component.ts";
import { intersection } from "./rectangles.ts";

/** A toolkit as `org.a11y.atspi.Application` names it: `gtk 3.24.38`, `GTK 4.8.3`, `Qt 5.15.8`, `Chromium 156…`. */
export interface Toolkit {
  readonly name: string;
  readonly version: string;
}

/** Whether the toolkit is GTK 4. (GTK 3 calls itself `gtk`.) */
export function isGtk4(toolkit: Toolkit): boolean {
  return toolkit.name === "GTK";
}

/** Whether `Cache.GetItems` is worth a call: Qt's is empty, GTK 4's holds realised widgets only. */
export function hasCache(toolkit: Toolkit): boolean {
  return toolkit.name !== "Qt" && !isGtk4(toolkit);
}

/** What extents are asked for: GTK 4 knows no places on the screen, Qt none in its windows. */
export function coordTypeOf(toolkit: Toolkit): CoordType {
  return isGtk4(toolkit) ? "window" : "screen";
}

/** Whether an object shows, could be scrolled into view, or is hidden altogether. */
export type Visibility = "shows" | "out of view" | "hidden";

/**
 * Whether an object with these states can be seen. GTK 4 sets `showing` on top levels only. Qt says `showing` of what
 * is scrolled out of view, and of closed popups, which have no place.
 *
 * @param bounds Its place; undefined when it was not read, null for none.
 * @param clip The part of the screen where its parent's children can be seen; null when not known.
 */
export function visibilityOf(
  states: ReadonlySet<string>,
  toolkit: Toolkit,
  bounds?: Rect | null,
  clip?: Rect | null,
): Visibility {
  if (states.has("defunct") || !states.has("visible")) return "hidden";
  if (toolkit.name === "Qt") {
    if (!states.has("showing") || bounds === null) return "hidden";
    return bounds && clip && !intersection(bounds, clip) ? "out of view" : "shows";
  }
  return states.has("showing") || isGtk4(toolkit) ? "shows" : "out of view";
}

const popupOwners = new Set(["menu", "popup menu", "menu item", "combo box", "menu bar", "page tab"]);

/** Whether an object's children may stand outside of its own place: in a popup, or on the page of a tab. */
export function childrenStandElsewhere(role: string): boolean {
  return popupOwners.has(role);
}
