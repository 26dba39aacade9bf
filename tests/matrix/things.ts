/**
 * What the rows of the matrix act on: how the tree names it, and how the log of a fixture without a tree does.
 * @module
 */

/** One part of the form. */
export interface Thing {
  /** Roles that are right for it: toolkits differ. */
  readonly roles: readonly string[];
  /** Its accessible name. */
  readonly name: string;
  /** The widget in the log, … */
  readonly widget: string;
  /** … and which part of it. */
  readonly value?: string;
}

const thing = (widget: string, roles: string, name: string, value?: string): Thing => ({
  widget,
  roles: roles.split(" "),
  name,
  ...(value === undefined ? {} : { value }),
});

/** By short names. */
export const things = {
  press: thing("press", "button", "Press me"),
  open: thing("open", "button", "Open dialog"),
  entry: thing("entry", "textbox", "Name"),
  search: thing("search", "textbox", "Find"),
  notes: thing("notes", "textbox", "Notes"),
  check: thing("check", "checkbox", "Subscribe"),
  cherry: thing("list", "cell listitem option", "Cherry"),
  combo: thing("combo", "combobox", "Colour"),
  green: thing("combo", "menuitem listitem option cell", "Green", "Green"),
  slider: thing("slider", "slider scrollbar", "Volume"),
  row: thing("rows", "text listitem", "Row 2"),
  menu: thing("menu", "menu menuitem", "File"),
  menuOpen: thing("menu_open", "menuitem", "Open Dialog…"),
  menuRecent: thing("menu_recent", "menu menuitem", "Recent"),
  menuBudget: thing("menu_budget", "menuitem", "The budget"),
  popover: thing("popover", "button toggle menu", "More"),
  popoverPress: thing("popover_press", "button menuitem", "Popover button"),
  dialogEntry: thing("dialog_entry", "textbox", ""),
  dialogOk: thing("dialog_ok", "button", "Accept it"),
  idle: thing("idle", "text button", "Does nothing"),
  blink: thing("blink", "text button", "Blink"),
  late100: thing("late_100", "text button", "After 100 ms"),
  late300: thing("late_300", "text button", "After 300 ms"),
  late1000: thing("late_1000", "text button", "After 1000 ms"),
} as const satisfies Readonly<Record<string, Thing>>;

/** A short name. */
export type ThingName = keyof typeof things;
