import { deepEqual, throws } from "node:assert/strict";
import { type ActionInput, readActions } from "../../../src/session/console/actions.ts";

const click = (fields: object) => [{ type: "click", ...fields }];
const scroll = (fields: object) => [{ type: "scroll", ...fields }];
const save = { role: "button", name: "Save" };

/** What model code writes, and what it means. */
const forms: [string, unknown[], unknown[]][] = [
  ["click", [5], click({ element: 5 })],
  ["click", ["5"], click({ element: 5 })],
  ["click", [[10, 20]], click({ point: [10, 20] })],
  ["click", [10, 20], click({ point: [10, 20] })],
  ["click", [10.4, 19.6], click({ point: [10, 20] })],
  ["click", [{ x: 10, y: 20 }], click({ point: [10, 20] })],
  ["click", [{ element: 5 }], click({ element: 5 })],
  ["click", [{ elementId: 5 }], click({ element: 5 })],
  ["click", [{ index: 5 }], click({ element: 5 })],
  ["click", [save], click({ locator: save })],
  ["click", [{ locator: save }], click({ locator: save })],
  ["click", [{ ...save, index: 1 }], click({ locator: { ...save, index: 1 } })],
  ["click", ["Save"], click({ locator: { name: "Save" } })],
  ["click", [{ name: { regex: "^Sa", flags: "gi" } }], click({ locator: { name: { regex: "^Sa", flags: "i" } } })],
  ["click", [{ element: 7, role: "button", name: "OK", bounds: {}, line: "7 button" }], click({ element: 7 })],
  ["click", [{ element: 7, role: "textbox", name: "", value: "x", states: [], line: "7 …" }], click({ element: 7 })],
  ["setValue", [{ element: 7, value: "old", states: [], line: "7 …" }, "new"], [
    { type: "set_value", element: 7, value: "new" },
  ]],
  ["setValue", [{ element: 7, states: [], line: "7 …", value: "new" }], [
    { type: "set_value", element: 7, value: "new" },
  ]],
  ["click", [5, { mouseButton: "right", clickCount: 2 }], click({ element: 5, button: "right", count: 2 })],
  ["click", [{ x: 1, y: 2, mouseButton: "r" }], click({ point: [1, 2], button: "right" })],
  ["click", [save, { button: 2 }], click({ locator: save, button: "middle" })],
  ["click", [5, { modifiers: "Shift+Control" }], click({ element: 5, modifiers: ["shift", "ctrl"] })],
  ["click", [5, { keys: ["cmd"] }], click({ element: 5, modifiers: ["super"] })],
  ["click", [5, { durationMs: 300 }], click({ element: 5, hold_ms: 300 })],
  ["click", [5, null], click({ element: 5 })],
  ["doubleClick", [5], click({ element: 5, count: 2 })],
  ["rightClick", [[1, 2]], click({ point: [1, 2], button: "right" })],
  ["hover", [5], [{ type: "hover", element: 5 }]],
  ["moveMouse", [3, 4], [{ type: "hover", point: [3, 4] }]],
  ["moveMouseRelative", [3, -4], [{ type: "move_relative", dx: 3, dy: -4 }]],
  ["drag", [[1, 2], [3, 4]], [{ type: "drag", path: [[1, 2], [3, 4]] }]],
  ["drag", [{ x: 1, y: 2 }, { x: 3, y: 4 }, { modifiers: "shift" }], [
    { type: "drag", path: [[1, 2], [3, 4]], modifiers: ["shift"] },
  ]],
  ["drag", [{ path: [[1, 2], { x: 3, y: 4 }, [5, 6]] }], [{ type: "drag", path: [[1, 2], [3, 4], [5, 6]] }]],
  ["drag", [[[1, 2], [3, 4]]], [{ type: "drag", path: [[1, 2], [3, 4]] }]],
  ["scroll", [5, "down", 2], scroll({ element: 5, direction: "down", pages: 2 })],
  ["scroll", [5, "down"], scroll({ element: 5, direction: "down" })],
  ["scroll", [5, "up", { pixels: 120 }], scroll({ element: 5, direction: "up", pixels: 120 })],
  ["scroll", ["down", 1], scroll({ direction: "down", pages: 1 })],
  ["scroll", [{ x: 1, y: 2, scrollY: 300 }], scroll({ point: [1, 2], direction: "down", pixels: 300 })],
  ["scroll", [{ x: 1, y: 2, scroll_x: -7, scroll_y: -8 }], [
    { type: "scroll", point: [1, 2], direction: "up", pixels: 8 },
    { type: "scroll", point: [1, 2], direction: "left", pixels: 7 },
  ]],
  ["typeText", ["Grüße"], [{ type: "type_text", text: "Grüße" }]],
  ["typeText", [{ text: "a" }], [{ type: "type_text", text: "a" }]],
  ["typeText", [{ element: 3, text: "a" }], [{ type: "focus", element: 3 }, { type: "type_text", text: "a" }]],
  ["paste", ["a", { format: "text" }], [{ type: "paste", text: "a" }]],
  ["pressKey", ["ctrl+s"], [{ type: "press_key", key: "ctrl+s" }]],
  ["pressKey", [["ctrl", "s"]], [{ type: "press_key", key: "ctrl+s" }]],
  ["pressKey", [{ key: "Return" }], [{ type: "press_key", key: "Return" }]],
  ["pressKey", [{ keys: ["ctrl", "shift", "s"] }], [{ type: "press_key", key: "ctrl+shift+s" }]],
  ["pressKey", ["s", { modifiers: ["Control"] }], [{ type: "press_key", key: "ctrl+s" }]],
  ["pressKey", ["Tab", { repeat: 3 }], [{ type: "press_key", key: "Tab", repeat: 3 }]],
  ["pressKey", ["a", { durationMs: 500 }], [{ type: "press_key", key: "a", hold_ms: 500 }]],
  ["setValue", [5, "x"], [{ type: "set_value", element: 5, value: "x" }]],
  ["setValue", [5, 7], [{ type: "set_value", element: 5, value: 7 }]],
  ["setValue", [save, "x"], [{ type: "set_value", locator: save, value: "x" }]],
  ["setValue", [{ element: 5, value: "x" }], [{ type: "set_value", element: 5, value: "x" }]],
  ["setValue", [{ role: "entry", value: "" }], [{ type: "set_value", locator: { role: "entry" }, value: "" }]],
  ["selectText", [5, "word", { prefix: "a " }], [{ type: "select_text", element: 5, text: "word", prefix: "a " }]],
  ["selectText", [{ element: 5, text: "w" }], [{ type: "select_text", element: 5, text: "w" }]],
  ["performSecondaryAction", [5, "expand"], [{ type: "perform_action", element: 5, action: "expand" }]],
  ["performSecondaryAction", [{ element: 5, action: "expand" }], [
    { type: "perform_action", element: 5, action: "expand" },
  ]],
  ["focus", [5], [{ type: "focus", element: 5 }]],
];

for (const [method, args, actions] of forms) {
  Deno.test(`readActions() understands ${method}(${JSON.stringify(args).slice(1, -1)})`, () => {
    deepEqual(readActions(method, args) as ActionInput[], actions);
  });
}

/** What is refused, and what the refusal names. */
const refusals: [string, unknown[], RegExp][] = [
  ["click", [], /Say what to click/],
  ["click", [5, { colour: "red" }], /colour/],
  ["click", [5, { clickCount: 9 }], /count/],
  ["click", [5, { mouseButton: "top" }], /button/],
  ["click", [true], /A target is/],
  ["click", [["a", 1]], /A point is/],
  ["scroll", [5, "sideways"], /direction/],
  ["scroll", [{ x: 1, y: 1, scrollX: 0, scrollY: 0 }], /nothing to scroll/],
  ["drag", [[1, 2]], /A point is/],
  ["pressKey", [], /takes a key/],
  ["pressKey", [7], /takes a key/],
  ["typeText", [7], /text/],
  ["paste", ["a", { format: "html" }], /plain text only/],
  ["selectText", [5, "a", { selectionType: "cursor_before" }], /selectionType/],
  ["setValue", [5], /value/],
  ["performSecondaryAction", [5], /action/],
  ["constructor", [], /no method/],
];

for (const [method, args, message] of refusals) {
  Deno.test(`readActions() refuses ${method}(${JSON.stringify(args).slice(1, -1)})`, () => {
    throws(() => readActions(method, args), message);
  });
}
