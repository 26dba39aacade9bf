/**
 * What GTK 4 reports in a way of its own.
 * @module
 */
import type { Identity } from "./bare_object.ts";
import { isGtk4, type Toolkit } from "./toolkit_rules.ts";

/** Most children of an object that are asked for without looking for those in view. */
const ROWS_AT_ONCE = 24;

/** What an object is called. */
interface Named {
  readonly role: string;
  readonly name: string;
}

/** Whether an object cuts off what of its children stands outside of it; of GTK 4's only those that scroll are known to. */
export function cutsOffChildren({ role }: Pick<Named, "role">, toolkit: Toolkit): boolean {
  return !isGtk4(toolkit) || role === "scroll pane";
}

/** A name in GTK 4 that is that of a class: one of GTK's own, or one of another library. */
const libraryClass = /^(?:Gtk|Gdk|Adw|Vte|WebKit|Panel)[A-Z]\w*$/;
const someClass = /^(?:[A-Z][a-z0-9]+){3,}$/;
/** Boxes have no other names. */
const boxClass = /^(?:[A-Z][a-z0-9]+){2,}$/;

/** Whether an object's name is that of its class: GTK 4 gives it to widgets without a name. */
export function isClassName({ role, name }: Named): boolean {
  return libraryClass.test(name) || (role === "filler" ? boxClass : someClass).test(name);
}

/** Whether an object of GTK 4 is a popover: a window of its own, whose place GTK tells wrongly. */
export function isPopover({ role, name }: Named): boolean {
  return (role === "filler" || role === "menu") && /^[A-Z]\w*(?:Popover|PopoverMenu|EmojiChooser)$/.test(name);
}

/** Roles of GTK 4 whose children repeat what they say themselves. */
const wholes = new Set(["check box", "radio button", "link", "slider", "label", "progress bar", "level bar", "switch"]);

/** Whether there is nothing worth reading inside of an object. */
export function isWhole(
  object: Named & { states: ReadonlySet<string>; childCount: number },
  toolkit: Toolkit,
): boolean {
  if (!isGtk4(toolkit) || object.states.has("expanded")) return false;
  if (wholes.has(object.role)) return true;
  // A button with more than one child is no mere button.
  if (!/^(?:push|toggle) button$/.test(object.role) || object.childCount > 1) return false;
  return !isClassName(object) && !/^(.+) \1$/.test(object.name);
}

/** Whether objects that are taken off the screen keep their places: pages of a notebook, rows that were scrolled away. */
export function keepsOldPlaces(toolkit: Toolkit): boolean {
  return isGtk4(toolkit);
}

/** Whether an object has so many children that only those in view are worth asking for: GTK 4 makes rows ahead. */
export function hasRowsAhead({ childCount }: { childCount: number }, toolkit: Toolkit): boolean {
  return isGtk4(toolkit) && childCount > ROWS_AT_ONCE;
}

/** Whether a value can change without a repaint: that of a scroll bar of thousands of rows, by less than a pixel. */
export function movesUnseen({ role }: Pick<Named, "role">, toolkit: Toolkit): boolean {
  return isGtk4(toolkit) && role === "filler";
}

/** Roles of boxes and rows: what they can do is what stands in them. */
const boxes = new Set([
  "panel",
  "scroll pane",
  "list item",
  "table row",
  "table cell",
  "page tab list",
  "menu bar",
  "scroll bar",
]);
/** What nothing else has to be asked for. */
const told = { description: "", interfaces: new Set(["Accessible", "Component", "Action"]) };

/** What a role tells of an object. Every call takes GTK 4 a tenth of a millisecond. */
export function toldByRole(role: string): Partial<Identity> {
  if (role === "label") return { role, ...told, childCount: 0 };
  return boxes.has(role) ? { role, ...told } : { role };
}
