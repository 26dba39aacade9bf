/**
 * Which elements somebody would act on.
 * @module
 */
import type { Element } from "./element.ts";

/** Roles that are there to be acted on, whatever else is said of them. */
const controls = new Set([
  "button",
  "toggle",
  "checkbox",
  "radio",
  "textbox",
  "password",
  "combobox",
  "spinbutton",
  "slider",
  "link",
  "tab",
  "menuitem",
  "menuitemcheckbox",
  "menuitemradio",
  "listitem",
  "treeitem",
  "columnheader",
  "terminal",
]);
/** Roles that hold what is acted on; toolkits give them actions and the focus all the same. */
const holders = new Set(["window", "dialog", "alert", "table", "tree", "tablist", "menubar", "toolbar", "row"]);
/** Actions that are those of something around it. */
const borrowed = /^(?:|click ?ancestor|show ?context ?menu|setfocus|grab\.focus)$/i;

/** Whether an element can be acted on, and is told of: it is enabled, and is a control, can be edited, has actions or takes the focus. */
export function isActionable(element: Element): boolean {
  if (element.unsaid || element.states.includes("disabled")) return false;
  if (controls.has(element.role)) return true;
  if (element.atspiStates.has("editable")) return true;
  if (holders.has(element.role)) return false;
  if (element.actions.some((action) => !borrowed.test(action))) return true;
  return element.atspiStates.has("focusable") && element.children.length === 0;
}

/** Whether something of an element is in view. */
export function isInView(element: Element): element is Element & { visible: NonNullable<Element["visible"]> } {
  return element.visible !== undefined;
}
