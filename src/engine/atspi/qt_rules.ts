/**
 * What need not be asked of an object of Qt, because its role and its states tell it: every call costs the application
 * a twentieth of a millisecond, and a window has hundreds of objects.
 * @module
 * @see {@link https://code.qt.io/cgit/qt/qtbase.git/tree/src/widgets/accessible}
 */
import type { BareObject, Identity } from "./bare_object.ts";
import { intersection } from "./rectangles.ts";
import type { Toolkit } from "./toolkit_rules.ts";
import type { Rect } from "../../contract/values.ts";

/** Roles of what has no interfaces but these; what scroll bars say is never told. */
const plainInterfaces: ReadonlySet<string> = new Set(["Accessible", "Component", "Action"]);
const plainRoles = new Set([
  ...["label", "push button", "check box", "radio button", "filler", "layered pane", "panel"],
  ...["menu bar", "popup menu", "menu item", "page tab list", "page tab", "list item", "table cell", "scroll bar"],
]);
/** Roles of what is asked for its children right away: never thousands, which would block the application for seconds. */
const holderRoles = new Set(["menu bar", "popup menu", "page tab list", "frame"]);
/** Roles of what has nothing in it. */
const leafRoles = new Set([
  ...["check box", "radio button", "list item", "table cell", "tree item", "page tab", "scroll bar"],
  ...["table column header", "table row header", "slider", "spin button", "password text"],
]);
/** Roles of what says nothing about itself beside its name. */
const undescribedRoles = new Set(["label", "filler", "layered pane", "list item", "table cell", "scroll bar"]);
/** Roles of what can do no more than take the focus, … */
const stillRoles = new Set([
  ...["label", "filler", "layered pane", "panel", "page tab list", "text", "password text"],
  ...["frame", "dialog", "menu bar", "popup menu"],
]);
/** … and of what can also be made more or less. */
const steppedRoles = new Set(["slider", "spin button", "scroll bar"]);

/** Whether the toolkit is Qt. */
export function isQt(toolkit: Toolkit): boolean {
  return toolkit.name === "Qt";
}

/** Whether objects have attributes: older versions of Qt always give none. */
export function hasAttributes({ version }: Toolkit): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 6 || major === 6 && minor >= 8;
}

/** What an object is, as far as its role tells. */
export function identityByRole(role: string): Partial<Identity> {
  return {
    role,
    ...(plainRoles.has(role) ? { interfaces: plainInterfaces } : {}),
    ...(leafRoles.has(role) ? { childCount: 0 } : holderRoles.has(role) ? { childCount: -1 } : {}),
    ...(undescribedRoles.has(role) ? { description: "" } : {}),
  };
}

/** Names of an object's actions, as `QAccessibleWidget::actionNames` and its kin make them; undefined if only it knows. */
export function actionsByRole({ role, states, childCount }: BareObject): readonly string[] | undefined {
  if (role === "list item") return ["Toggle"];
  if (role === "page tab") return ["Press"];
  if (role === "menu item") return [childCount > 0 ? "ShowMenu" : "Press"];
  const own = ownActions(role, states, childCount);
  if (!own) return undefined;
  if (!states.has("enabled")) return [];
  const focus = states.has("focusable") ? ["SetFocus"] : [];
  return steppedRoles.has(role) ? [...focus, ...own] : [...own, ...focus];
}

/** What can be done besides taking the focus. A button with a menu has actions of its own. */
function ownActions(role: string, states: ReadonlySet<string>, childCount: number): readonly string[] | undefined {
  if (stillRoles.has(role)) return [];
  if (steppedRoles.has(role)) return ["Increase", "Decrease"];
  if (role === "check box" || role === "radio button") return ["Toggle"];
  return role === "push button" && childCount === 0 && !states.has("checkable") ? ["Press"] : undefined;
}

/** Whether an object may hold much more than shows of it, one below the other. */
export function mayBeLong({ bounds }: Pick<BareObject, "bounds">, clip: Rect, toolkit: Toolkit): boolean {
  return isQt(toolkit) && !!bounds && bounds.height >= 2 * (intersection(bounds, clip)?.height ?? 0);
}
