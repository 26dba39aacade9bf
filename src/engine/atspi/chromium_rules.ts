/**
 * What Chromium reports differently from all others, for reading: everything has the same two actions, each piece of
 * text is an object, and attributes say what its interfaces do not.
 * @module
 */

/** Roles of Chromium whose actions are what the role says, and of texts, which have those of what is around them. */
const plainRoles = new Set([
  "static",
  "label",
  "push button",
  "toggle button",
  "check box",
  "radio button",
  "entry",
  "password text",
  "spin button",
  "slider",
  "combo box",
  "link",
  "menu",
  "menu item",
  "check menu item",
  "radio menu item",
  "page tab",
  "list item",
  "tree item",
  "column header",
  "row header",
]);

/** Whether the actions of an object with that role say nothing more. */
export function hasPlainActions(role: string): boolean {
  return plainRoles.has(role);
}

/** Roles of Chromium whose attributes say what its interfaces do not: positions, sizes, kinds, keys. */
const describedRoles = new Set([
  "table",
  "tree table",
  "table row",
  "table cell",
  "column header",
  "row header",
  "menu item",
  "check menu item",
  "radio menu item",
  "slider",
  "progress bar",
]);

/** Whether an object with that role has attributes worth a call, though it is no field. */
export function hasTellingAttributes(role: string): boolean {
  return describedRoles.has(role);
}
