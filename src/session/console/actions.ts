/**
 * Methods of an `App` that act, as actions of the contract. The contract's schemas have the last word.
 * @module
 */
import type { z } from "zod";
import { type actionSchema, actionSchemas, type ActionType } from "../../contract/actions.ts";
import { describeIssues } from "../../contract/jsonrpc.ts";
import { type Fields, gather, isFields, readButton, readModifiers, refuse, rename } from "./fields.ts";
import { readPoint, splitPlace } from "./places.ts";

/** An action as a caller of `act` writes it. */
export type ActionInput = z.input<typeof actionSchema>;

type Reader = (args: readonly unknown[]) => ActionInput[];

const spellings: Readonly<Record<string, string>> = {
  mouseButton: "button",
  mouse_button: "button",
  clickCount: "count",
  click_count: "count",
  clicks: "count",
  durationMs: "hold_ms",
  duration_ms: "hold_ms",
  holdMs: "hold_ms",
  modifier: "modifiers",
  modifierKeys: "modifiers",
};

/** Every acting method by its name in the guest. */
const readers: Readonly<Record<string, Reader>> = {
  click: (args) => click(args, {}),
  doubleClick: (args) => click(args, { count: 2 }),
  tripleClick: (args) => click(args, { count: 3 }),
  rightClick: (args) => click(args, { button: "right" }),
  hover,
  moveMouse: hover,
  moveMouseRelative: (args) => [checked("move_relative", gather(args, ["dx", "dy"]))],
  drag,
  scroll,
  typeText: (args) => typed("type_text", args),
  paste,
  pressKey,
  setValue: (args) => placed("set_value", gather(args, ["target", "value"])),
  selectText,
  performSecondaryAction: (args) => placed("perform_action", gather(args, ["target", "action"])),
  focus: (args) => placed("focus", gather(args, ["target"])),
};

/** Whether a method of the guest's `App` acts. */
export function isActingMethod(method: string): boolean {
  return Object.hasOwn(readers, method);
}

/**
 * The actions that a call means.
 *
 * @param method Name in the guest, such as `click`.
 * @param args Its arguments as plain JSON.
 * @throws {OperationError} `invalid_request` naming the field that is wrong.
 */
export function readActions(method: string, args: readonly unknown[]): ActionInput[] {
  const reader = Object.hasOwn(readers, method) ? readers[method] : undefined;
  if (!reader) return refuse(`An app has no method ${method}; cua.help() lists them`);
  return reader(args);
}

function checked(type: ActionType, fields: Fields): ActionInput {
  const action = { type, ...fields };
  const parsed = actionSchemas[type].safeParse(action);
  if (!parsed.success) return refuse(`Wrong arguments: ${describeIssues(parsed.error, action)}`);
  return action as ActionInput;
}

/** Options under the contract's names, with buttons and modifiers read. */
function options(fields: Fields): Fields {
  const named = rename(fields, spellings);
  if (named["button"] !== undefined) named["button"] = readButton(named["button"]);
  if (named["modifiers"] !== undefined) named["modifiers"] = readModifiers(named["modifiers"]);
  return named;
}

function placed(type: ActionType, fields: Fields, ownText = false): ActionInput[] {
  const { place, rest } = splitPlace(fields, ownText, type === "set_value");
  return [checked(type, { ...place, ...options(rest) })];
}

/** Two leading numbers are a point: `click(120, 80)`. */
function joinPoint(args: readonly unknown[]): readonly unknown[] {
  const [x, y, ...rest] = args;
  return typeof x === "number" && typeof y === "number" ? [[x, y], ...rest] : args;
}

function click(args: readonly unknown[], defaults: Fields): ActionInput[] {
  const { place, rest } = splitPlace(gather(joinPoint(args), ["target"]));
  if (Object.keys(place).length === 0) refuse("Say what to click: an element id, [x, y] or a locator");
  return [checked("click", { ...place, ...defaults, ...options(rename(rest, { keys: "modifiers" })) })];
}

function hover(args: readonly unknown[]): ActionInput[] {
  return placed("hover", gather(joinPoint(args), ["target"]));
}

function drag(args: readonly unknown[]): ActionInput[] {
  const { path, from, to, ...rest } = gather(args, ["from", "to"]);
  const points = path ?? (Array.isArray(from) && Array.isArray(from[0]) ? from : [from, to]);
  if (!Array.isArray(points)) return refuse("drag takes two points, or {path: [[x, y], ...]}");
  const named = options(rename(rest, { keys: "modifiers" }));
  return [checked("drag", { path: points.map(readPoint), ...named })];
}

/** `scroll(target, direction, pages)`, `scroll(direction, pages)`, `scroll({x, y, scrollX, scrollY})`. */
function scroll(args: readonly unknown[]): ActionInput[] {
  const directionFirst = typeof args[0] === "string" && /^(up|down|left|right)$/.test(args[0]);
  const fields = gather(args, directionFirst ? ["direction", "pages"] : ["target", "direction", "pages"]);
  const { place, rest } = splitPlace(fields);
  const { scrollX, scrollY, scroll_x = scrollX, scroll_y = scrollY, ...others } = rest;
  const named = { ...place, ...options(rename(others, { keys: "modifiers", distance: "pages", amount: "pages" })) };
  if (scroll_x === undefined && scroll_y === undefined) return [checked("scroll", named)];
  const moves = [...wheel(scroll_y, "up", "down"), ...wheel(scroll_x, "left", "right")];
  if (moves.length === 0) return refuse("scrollX and scrollY are both 0: there is nothing to scroll");
  return moves.map((move) => checked("scroll", { ...named, ...move }));
}

function wheel(pixels: unknown, less: string, more: string): Fields[] {
  if (pixels === undefined || pixels === 0) return [];
  if (typeof pixels !== "number") return refuse("scrollX and scrollY are numbers of pixels");
  return [{ direction: pixels < 0 ? less : more, pixels: Math.max(1, Math.round(Math.abs(pixels))) }];
}

/** With an element, that one is given the focus first. */
function typed(type: "type_text" | "paste", args: readonly unknown[]): ActionInput[] {
  const { place, rest } = splitPlace(gather(args, ["text"]), true);
  const action = checked(type, rest);
  if (place.point) return refuse("Text goes to the focused field: click the point first");
  return Object.keys(place).length === 0 ? [action] : [checked("focus", { ...place }), action];
}

function paste(args: readonly unknown[]): ActionInput[] {
  const { format, ...fields } = gather(args, ["text"]);
  if (format !== undefined && format !== "text" && format !== "text/plain") {
    refuse(`The clipboard carries plain text only, not ${JSON.stringify(format)}`);
  }
  return typed("paste", [fields]);
}

function pressKey(args: readonly unknown[]): ActionInput[] {
  const { keys, key = keys, modifiers, ...rest } = gather(args, ["key"]);
  const held = modifiers === undefined ? [] : readModifiers(modifiers);
  const words = Array.isArray(key) ? key : [key];
  if (!words.every((word) => typeof word === "string" && word !== "")) {
    return refuse('pressKey takes a key or chord: "Return", "ctrl+s" or ["ctrl", "s"]');
  }
  return [checked("press_key", { key: [...held, ...words].join("+"), ...options(rename(rest, { count: "repeat" })) })];
}

function selectText(args: readonly unknown[]): ActionInput[] {
  const { selectionType, selection_type = selectionType, ...fields } = gather(args, ["target", "text"]);
  if (selection_type !== undefined && selection_type !== "text") {
    refuse(`selectText selects the text itself; selectionType ${JSON.stringify(selection_type)} is not there`);
  }
  return placed("select_text", fields, true);
}

/** Whether an action names a point, and so needs the frame that it was read from. */
export function hasPoint(action: ActionInput): boolean {
  return action.type === "drag" || ("point" in action && action.point !== undefined);
}

/** Options of a method that reads, by their names; an unknown one is refused. */
export function readOptions(value: unknown, known: readonly string[]): Fields {
  if (value === undefined || value === null) return {};
  if (!isFields(value)) return refuse(`Options are an object with ${known.join(", ")}`);
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) return refuse(`Unknown option "${unknown}"; there are ${known.join(", ")}`);
  return value;
}
