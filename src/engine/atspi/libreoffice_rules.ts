/**
 * What LibreOffice reports in a way of its own. Its VCL widgets come through the bridge of GTK 3, between widgets of GTK.
 * @module
 */
import type { Rect } from "../../contract/values.ts";
import type { BareObject } from "./bare_object.ts";
import type { Visibility } from "./toolkit_rules.ts";

/** Child count of a sheet: more than can be counted. */
const UNCOUNTABLE = 2 ** 31 - 1;

/** What an object stands in. */
export type Around = Pick<BareObject, "role" | "states">;

/**
 * Whether an object shows, by its states and what it stands in. Items of trees never say that they show, and what VCL
 * draws in a widget of GTK can call itself defunct.
 */
export function visibilityIn(states: ReadonlySet<string>, around: Around | undefined): Visibility {
  if (around?.role === "tree") return "shows";
  if (around?.role === "tree item") return around.states.has("expanded") ? "shows" : "hidden";
  if (states.has("showing") || states.has("defunct") && around?.role === "filler") return "shows";
  return around?.role === "list" ? "out of view" : "hidden";
}

/** Whether nobody sees an object that says that it shows: VCL has a menu bar too, of which GTK's is made. */
export function isPhantom(role: string | undefined, around: Around | undefined): boolean {
  return role === "menu bar" && around?.role === "root pane";
}

/** Whether an object is an item of a menu whose own menu is closed: it is dear to ask each item in that whether it shows. */
export function isClosedMenu({ role, states, interfaces }: BareObject): boolean {
  return role === "menu" && interfaces.has("Action") && !states.has("selected");
}

/** Whether an object's children have other paths after a while: those of lists and tables. */
export function remakesChildren({ role, states }: Around): boolean {
  return states.has("manages descendants") && ["list", "table", "tree table"].includes(role);
}

/** Whether an object is a sheet of Calc: asked for its children, it would hang for good. */
export function isSheet({ role, childCount }: Pick<BareObject, "role" | "childCount">): boolean {
  return role === "table" && childCount === UNCOUNTABLE;
}

/** Whether an object is a cell whose text is not its name. */
export function isCellWithText({ role, interfaces }: BareObject): boolean {
  return role === "table cell" && interfaces.has("Text");
}

/** Whether the value of an object says something: buttons and menus of VCL have one too. */
export function hasTellingValue(role: string): boolean {
  return ["scroll bar", "slider", "spin button", "progress bar", "level bar"].includes(role);
}

/** Whether an object may be the GTK widget in which VCL shows other widgets of GTK. */
export function mayBeIsland({ role, name }: Pick<BareObject, "role" | "name">, around: Around): boolean {
  return role === "panel" && around.role === "panel" && name === "";
}

/** Whether an object is the open list of a combo box, a window of its own. */
export function isOwnPopup(role: string, around: Around): boolean {
  return role === "list" && around.role === "combo box";
}

/** Whether an object is where VCL begins, in a panel of GTK. */
export function isVclRoot(role: string, around: Around | undefined): boolean {
  return role === "root pane" && around?.role === "panel";
}

/**
 * What VCL's places have to be moved by. It forgets now and then that a menu bar of GTK stands above it; in dialogs it
 * counts its frame instead of what is in it, which is right.
 *
 * @param outer The panel of GTK in which VCL begins.
 * @param inner VCL's own first object, which fills it.
 */
export function skewBetween(outer: Rect, inner: Rect): { x: number; y: number } {
  const isSame = outer.width === inner.width && outer.height === inner.height;
  return isSame ? { x: outer.x - inner.x, y: outer.y - inner.y } : { x: 0, y: 0 };
}
