/**
 * What GTK 3 and GTK 2 report in a way of their own.
 * @module
 */
import type { BareObject } from "./bare_object.ts";
import type { Toolkit } from "./toolkit_rules.ts";

/** Whether the toolkit is GTK 3. */
function isGtk3({ name }: Toolkit): boolean {
  return name === "gtk";
}

/**
 * Whether an object is an item of a menu in GTK 2, whose toolkit is named after the library that tells of it: such an item
 * never says that it shows, and has a place from when its menu was opened for the first time.
 */
export function isItemOfGtk2(toolkit: Toolkit, around: Pick<BareObject, "role"> | undefined): boolean {
  return toolkit.name === "GAIL" && around?.role === "menu";
}

/** Whether an object's role has to be known to tell whether it shows. */
export function showsByRole(toolkit: Toolkit, around: Pick<BareObject, "role"> | undefined): boolean {
  return isGtk3(toolkit) && around?.role === "scroll pane";
}

/**
 * Whether an object shows wherever what it stands in does: a viewport looks for its own place in what is scrolled inside
 * of it, and takes itself for out of view as soon as that is scrolled on by more than it is high
 * (`gtk_widget_accessible_on_screen`).
 */
export function showsWithParent(role: string | undefined, around: Pick<BareObject, "role"> | undefined): boolean {
  return role === "viewport" && around?.role === "scroll pane";
}
