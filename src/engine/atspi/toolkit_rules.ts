/**
 * What toolkits report differently from one another.
 * @module
 */

import type { Rect } from "../../contract/values.ts";
import type { CoordType } from "./interfaces/component.ts";
import { type Identity, isMereContainer } from "./bare_object.ts";
import { hasPlainActions } from "./chromium_rules.ts";
import { intersection } from "./rectangles.ts";

/** A toolkit as `org.a11y.atspi.Application` names it: `gtk 3.24.38`, `GTK 4.8.3`, `GAIL 2.24.33`, `Qt 5.15.8`, `Chromium 156…`. */
export interface Toolkit {
  readonly name: string;
  readonly version: string;
}

/** Whether the toolkit is GTK 4. (GTK 3 calls itself `gtk`.) */
export function isGtk4(toolkit: Toolkit): boolean {
  return toolkit.name === "GTK";
}

/** The name that LibreOffice's toolkit is given here: on the bus it calls itself GTK. */
const LIBREOFFICE = "LibreOffice";

/** The toolkit of an application by the names that it gives itself and its toolkit. */
export function toolkitOf(application: string, name: string, version: string): Toolkit {
  const isOffice = application === "soffice" && name === "gtk";
  return isOffice ? { name: LIBREOFFICE, version: `on gtk ${version}` } : { name, version };
}

/** Whether the toolkit is LibreOffice's own, VCL, between widgets of GTK 3. */
export function isLibreOffice(toolkit: Toolkit): boolean {
  return toolkit.name === LIBREOFFICE;
}

/**
 * Whether `Cache.GetItems` is worth a call: Qt's is empty, GTK 4's holds realised widgets only, LibreOffice's takes half
 * a second for the items of closed menus.
 */
export function hasCache(toolkit: Toolkit): boolean {
  return toolkit.name !== "Qt" && !isGtk4(toolkit) && !isLibreOffice(toolkit);
}

/** Whether an object's place is asked for with its states; else only once it is known to be worth it. */
export function comesWithPlace(toolkit: Toolkit): boolean {
  return !hasCache(toolkit) && !isLibreOffice(toolkit);
}

/**
 * Whether the place of an object is not worth a call: each costs GTK 3 a round trip to the X server. Where places come
 * with the states they are known, and used: then they have to be right.
 */
export function sparesPlace(object: Identity, toolkit: Toolkit): boolean {
  return isMereContainer(object) && !comesWithPlace(toolkit) && !isChromium(toolkit);
}

/** Whether the toolkit is that of Chromium: pages, and the views around them. */
export function isChromium(toolkit: Toolkit): boolean {
  return toolkit.name === "Chromium";
}

/** Roles of GTK 4 that have actions of their own; all others offer those of what is around them. */
const actors = new Set(["push button", "toggle button", "link"]);

/** Whether an object's actions are worth a call. Everything in Chromium has some. */
export function hasTellingActions(toolkit: Toolkit, role: string): boolean {
  if (isGtk4(toolkit)) return actors.has(role);
  return !isChromium(toolkit) || !hasPlainActions(role);
}

/** What extents are asked for: GTK 4 knows no places on the screen, Qt none in its windows. */
export function coordTypeOf(toolkit: Toolkit): CoordType {
  return isGtk4(toolkit) ? "window" : "screen";
}

/** Whether an object shows, could be scrolled into view, or is hidden altogether. */
export type Visibility = "shows" | "out of view" | "hidden";

/**
 * Whether an object with these states can be seen. GTK 4 sets `showing` on top levels only; what it never laid out has
 * no place. Qt says `showing` of what is scrolled out of view, and of closed popups, which have no place.
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
  if (toolkit.name === "Qt" || isGtk4(toolkit)) {
    if (bounds === null || !isGtk4(toolkit) && !states.has("showing")) return "hidden";
    return bounds && clip && !intersection(bounds, clip) ? "out of view" : "shows";
  }
  return states.has("showing") ? "shows" : "out of view";
}

const popupOwners = new Set([
  ...["menu", "popup menu", "menu item", "combo box", "menu bar", "page tab"],
  // Buttons with a menu.
  ...["push button", "push button menu"],
]);

/** Whether an object's children may stand outside of its own place: in a popup, or on the page of a tab. */
export function childrenStandElsewhere(role: string): boolean {
  return popupOwners.has(role);
}

/**
 * Whether the tree is that of the widgets themselves, so that what was not repainted is as it was. Browsers and office
 * suites make theirs apart, some time before or after they paint.
 */
export function showsItsTree(toolkit: Toolkit): boolean {
  return toolkit.name === "gtk" || toolkit.name === "Qt" || isGtk4(toolkit);
}

/** Whether the toolkit's hit test looks at each child of a container of widgets, and for each of them at all. */
export function hitTestIsSlow(toolkit: Toolkit): boolean {
  return toolkit.name === "gtk" || toolkit.name === "Qt";
}

/**
 * Whether the toolkit's hit test is about what it shows. LibreOffice's answers for a place beside the point, by as much
 * as its places are reported beside where they are.
 */
export function trustsHitTest(toolkit: Toolkit): boolean {
  return !isLibreOffice(toolkit);
}

/**
 * Whether the toolkit's hit test finds the first child at a point, the one that is painted first: what lies over it is
 * never found. GTK 4 and Chromium find the topmost. (GTK 4 finds nothing for much that is there: no answer is none.)
 */
export function hitTestFindsTheLowest(toolkit: Toolkit): boolean {
  return toolkit.name === "gtk" || toolkit.name === "Qt";
}

/**
 * Whether the toolkit's first answer to a hit test is a guess by the places that it remembers: Chromium then asks the
 * page, and answers rightly a moment later.
 */
export function guessesFirst(toolkit: Toolkit): boolean {
  return isChromium(toolkit);
}

/** Whether an object cuts off what stands outside of it: in Qt every widget does, elsewhere what scrolls. */
export function cutsOff(role: string, toolkit: Toolkit): boolean {
  if (role === "viewport" || role === "scroll pane") return true;
  return toolkit.name === "Qt" && !childrenStandElsewhere(role);
}

/** Whether the children of an object are what the object lists, all of them and nothing else. */
export function listsPlainly(toolkit: Toolkit): boolean {
  return toolkit.name === "gtk" || toolkit.name === "Qt";
}

/**
 * Whether an object is hidden and will announce when it shows, unless it is scrolled into view: then all that is around
 * it is drawn again.
 */
export function isAnnouncedHidden(states: ReadonlySet<string>, toolkit: Toolkit): boolean {
  return toolkit.name === "gtk" && !states.has("showing");
}
