/**
 * Which way an action goes, looked up in the table of what was measured to arrive.
 * @module
 */
import type { Route } from "../../contract/actions.ts";
import { OperationError } from "../../contract/errors.ts";
import type { SeenElement } from "../observe/element_registry.ts";
import type { Chord } from "../x11/keysyms.ts";
import { type Desktop, type Input, type Row, rowOf, type Widget } from "./routes/table.ts";
import type { Scene } from "./scene.ts";

export type { Input } from "./routes/table.ts";

/**
 * The route for an input, from those that the widget at hand can take.
 *
 * @param possible Routes that this widget can take, best first; the scene's device when left out.
 * @param on The element that it is aimed at, where one was named.
 * @throws {OperationError} `unsupported` before anything is sent, saying what would work.
 */
export function chooseRoute(
  scene: Scene,
  input: Input,
  possible: readonly Route[] = [scene.device.route],
  on: SeenElement | null = null,
): Route {
  const row = rowFor(scene, input, on);
  const { delivery } = scene.params;
  const open = possible.filter((route) => row.routes.includes(route));
  const onRequest = possible.filter((route) => row.onRequest?.includes(route));
  const route = delivery === "auto" ? open[0] : [...open, ...onRequest].find((candidate) => candidate === delivery);
  if (route) return route;
  const wanted = delivery === "auto" ? nouns[input] : `${nouns[input]} by the route ${delivery}`;
  const why = row.why && open.length === 0 ? `: ${row.why}` : "";
  const advice = open.length > 0 ? `possible here: ${open.join(", ")}` : row.otherwise ?? "use another action";
  throw new OperationError("unsupported", `Can't deliver ${wanted} on a ${desktopOf(scene)} desktop${why}; ${advice}`);
}

/** Whether the window's toolkit has to have handled that it got the focus before a press reaches it. */
export function needsHandledFocus(scene: Scene): boolean {
  return rowFor(scene, "click", null).needs === "focus handled";
}

/** What a chord is: one that takes the clipboard, or any other. */
export function inputOfChord({ modifiers, name }: Chord): Input {
  const key = name.toLowerCase();
  const copies = (modifiers.includes("ctrl") && ["c", "x", "insert"].includes(key)) ||
    (modifiers.includes("shift") && key === "delete");
  return copies ? "copy_keys" : "keys";
}

function rowFor(scene: Scene, input: Input, on: SeenElement | null): Row {
  return rowOf({ desktop: desktopOf(scene), toolkit: scene.toolkit, widget: widgetOf(on), input });
}

function desktopOf({ context, device }: Scene): Desktop {
  if (context.settings.live) return "live";
  return device.route === "own_device" ? "shared" : "private";
}

/** How a refusal names an input. */
const nouns: Readonly<Record<Input, string>> = {
  click: "a click",
  right_click: "a right click",
  hover: "the pointer",
  drag: "a drag",
  wheel: "the wheel",
  held_button: "a held button or a relative move",
  keys: "keys",
  copy_keys: "a chord that copies",
  text: "text",
  paste: "a paste",
  value: "a value",
  action: "an action",
};

/** By AT-SPI's roles. */
const widgets: Readonly<Record<string, Widget>> = {
  menu: "menu",
  "menu item": "menu_item",
  "check menu item": "menu_item",
  "radio menu item": "menu_item",
  "combo box": "combo_box",
  entry: "text_field",
  text: "text_field",
  "password text": "text_field",
};

function widgetOf(on: SeenElement | null): Widget {
  const role = on?.element.atspiRole ?? "";
  return Object.hasOwn(widgets, role) ? widgets[role]! : "other";
}
