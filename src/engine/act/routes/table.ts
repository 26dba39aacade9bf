/**
 * The routes: kind of desktop × toolkit × kind of widget × input → route. The first row that fits decides, so the
 * exceptions stand above the rule. Each row was measured with that toolkit: `tests/integration/engine/live_routes_test.ts`
 * has the live rows of GTK, Qt, Tk and Xaw.
 * @module
 */
import type { Route } from "../../../contract/actions.ts";
import type { ToolkitName } from "./toolkit.ts";

/**
 * Kinds of desktops: `private` is the agent's alone, `shared` has somebody else's pointer too, `live` is a person's own.
 */
export type Desktop = "private" | "shared" | "live";

/** Kinds of input. */
export type Input =
  /** A click that opens no context menu. */
  | "click"
  | "right_click"
  | "hover"
  | "drag"
  | "wheel"
  /** A button that stays down from one action to the next, and moves from where the pointer is. */
  | "held_button"
  | "keys"
  /** A chord that takes the clipboard. */
  | "copy_keys"
  | "text"
  | "paste"
  | "value"
  | "action";

/** Kinds of widgets that decide; `other` is any other widget, and a point of which nothing is known. */
export type Widget = "menu" | "menu_item" | "combo_box" | "text_field" | "other";

/** A row. What is left out holds for all. */
export interface Row {
  /** Where. */
  readonly desktop: Desktop;
  /** Whose window. */
  readonly toolkits?: readonly ToolkitName[];
  /** On what. */
  readonly widgets?: readonly Widget[];
  /** Which input. */
  readonly inputs: readonly Input[];
  /** The first is taken; the others may be asked for by name. Empty: it can't be delivered. */
  readonly routes: readonly Route[];
  /** Routes that nobody has measured here: taken only when asked for by name. */
  readonly onRequest?: readonly Route[];
  /** What has to be seen before anything is sent. */
  readonly needs?: "window active and topmost" | "focus handled" | "keyboard of its own";
  /** Why there is no route, … */
  readonly why?: string;
  /** … and what works instead. */
  readonly otherwise?: string;
}

const pointer = ["click", "right_click", "hover", "drag", "wheel", "held_button"] as const;
const keyboard = ["keys", "copy_keys"] as const;
const BY_ACCESSIBILITY = "use perform_action, set_value or type_text, which go over accessibility";
const REPLACES = "it would replace what the person has in the clipboard";
const GRABS = "its popup would grab the person's pointer and keyboard";

/** The agent's own pointer and keyboard are there alone: core XTEST reaches every toolkit. */
const privateRows: readonly Row[] = [
  {
    desktop: "private",
    inputs: [...pointer, ...keyboard],
    routes: ["core_device"],
    needs: "window active and topmost",
  },
  { desktop: "private", inputs: ["text"], routes: ["accessibility", "core_device"] },
  { desktop: "private", inputs: ["value", "action"], routes: ["accessibility"] },
  { desktop: "private", inputs: ["paste"], routes: ["clipboard"] },
];

/**
 * A second master pointer and keyboard (MPX): `own_pointer_test.ts` has the rows of GTK, Qt and Tk. Qt 5 does not see
 * Shift of a second keyboard when it looks up characters; they are typed without it.
 */
const sharedRows: readonly Row[] = [
  { desktop: "shared", inputs: [...pointer, ...keyboard], routes: ["own_device"], needs: "keyboard of its own" },
  { desktop: "shared", inputs: ["text"], routes: ["accessibility", "own_device"] },
  { desktop: "shared", inputs: ["value", "action"], routes: ["accessibility"] },
  { desktop: "shared", inputs: ["paste"], routes: ["clipboard"] },
];

/** A person's pointer, focus, stacking order and clipboard are left alone. */
const liveRows: readonly Row[] = [
  {
    desktop: "live",
    inputs: ["held_button"],
    routes: [],
    why: "a button that stays down belongs to a pointer, and the pointer is the person's",
    otherwise: "use drag, which presses, moves and releases",
  },
  {
    desktop: "live",
    inputs: ["copy_keys"],
    routes: [],
    why: REPLACES,
    otherwise: "read the text with observe or find instead",
  },
  {
    desktop: "live",
    inputs: ["paste"],
    routes: [],
    why: REPLACES,
    otherwise: "use type_text or set_value",
  },
  {
    desktop: "live",
    widgets: ["menu", "combo_box"],
    inputs: ["action"],
    routes: [],
    why: GRABS,
    otherwise: "use perform_action on the menu's item itself, or set_value with the option",
  },
  { desktop: "live", inputs: ["value", "action"], routes: ["accessibility"] },
  {
    desktop: "live",
    toolkits: ["gtk4"],
    inputs: [...pointer, ...keyboard],
    routes: [],
    why: "GTK 4 ignores events that another client sends",
    otherwise: BY_ACCESSIBILITY,
  },
  { desktop: "live", toolkits: ["gtk4"], inputs: ["text"], routes: ["accessibility"], otherwise: BY_ACCESSIBILITY },
  {
    desktop: "live",
    widgets: ["menu", "menu_item", "combo_box"],
    inputs: ["click", "right_click"],
    routes: [],
    why: GRABS,
    otherwise: "use perform_action on the menu's item itself, or set_value with the option",
  },
  {
    desktop: "live",
    widgets: ["text_field"],
    inputs: ["right_click"],
    routes: [],
    why: GRABS,
    otherwise: "use press_key with the shortcut of what the context menu offers",
  },
  {
    desktop: "live",
    toolkits: ["chromium"],
    inputs: ["right_click"],
    routes: [],
    why: GRABS,
    otherwise: "use perform_action, or press_key with the shortcut of what the context menu offers",
  },
  {
    desktop: "live",
    toolkits: ["qt5", "qt6"],
    inputs: ["wheel"],
    routes: [],
    why: "Qt takes the wheel from devices only",
    otherwise: "use press_key with Page_Down or Page_Up, or set_value on the scroll bar",
  },
  {
    desktop: "live",
    toolkits: ["chromium", "libreoffice"],
    inputs: ["drag"],
    routes: [],
    why: "this toolkit asks the real pointer where a drag is",
    otherwise: "use set_value on sliders, select_text on text",
  },
  {
    desktop: "live",
    toolkits: ["libreoffice"],
    inputs: ["wheel"],
    routes: [],
    onRequest: ["send_event"],
    why: "it was not seen to arrive",
    otherwise: "use press_key with Page_Down or Page_Up",
  },
  {
    desktop: "live",
    toolkits: ["gtk3", "tk", "xaw"],
    inputs: [...pointer, ...keyboard],
    routes: ["send_event"],
  },
  { desktop: "live", toolkits: ["gtk3", "tk", "xaw"], inputs: ["text"], routes: ["accessibility", "send_event"] },
  {
    desktop: "live",
    toolkits: ["qt5", "qt6", "chromium", "libreoffice"],
    inputs: [...pointer, ...keyboard],
    routes: ["send_event"],
    needs: "focus handled",
  },
  {
    desktop: "live",
    toolkits: ["qt5", "qt6", "chromium", "libreoffice"],
    inputs: ["text"],
    routes: ["accessibility", "send_event"],
    needs: "focus handled",
  },
  {
    desktop: "live",
    inputs: [...pointer, ...keyboard],
    routes: [],
    onRequest: ["send_event"],
    needs: "focus handled",
    why: "nothing is known of what its toolkit takes from another client",
    otherwise: `${BY_ACCESSIBILITY}, or try delivery "send_event"`,
  },
  {
    desktop: "live",
    inputs: ["text"],
    routes: ["accessibility"],
    onRequest: ["send_event"],
    needs: "focus handled",
    otherwise: `focus a text field, or try delivery "send_event"`,
  },
];

/** All rows. */
export const routeTable: readonly Row[] = [...privateRows, ...sharedRows, ...liveRows];

/** What a row is looked up by. */
export interface Subject {
  /** Where. */
  readonly desktop: Desktop;
  /** Whose window. */
  readonly toolkit: ToolkitName;
  /** On what. */
  readonly widget: Widget;
  /** Which input. */
  readonly input: Input;
}

/** The row that decides. */
export function rowOf({ desktop, toolkit, widget, input }: Subject): Row {
  const row = routeTable.find((row) =>
    row.desktop === desktop && row.inputs.includes(input) && (row.toolkits?.includes(toolkit) ?? true) &&
    (row.widgets?.includes(widget) ?? true)
  );
  if (!row) throw new Error(`The table of routes has no row for ${input} on a ${desktop} desktop`);
  return row;
}
