import assert from "node:assert/strict";
import { inputOfChord } from "../../../src/engine/act/routes.ts";
import { type Desktop, type Input, routeTable, rowOf, type Widget } from "../../../src/engine/act/routes/table.ts";
import type { ToolkitName } from "../../../src/engine/act/routes/toolkit.ts";
import { parseChord } from "../../../src/engine/x11/keysyms.ts";

const desktops: Desktop[] = ["private", "shared", "live"];
const toolkits: ToolkitName[] = ["gtk3", "gtk4", "qt5", "qt6", "tk", "xaw", "chromium", "libreoffice", "unknown"];
const widgets: Widget[] = ["menu", "menu_item", "combo_box", "text_field", "other"];
const inputs: Input[] = [
  ...["click", "right_click", "hover", "drag", "wheel", "held_button"] as const,
  ...["keys", "copy_keys", "text", "paste", "value", "action"] as const,
];

Deno.test("the table of routes has a row for everything, and each row decides something", () => {
  const deciding = new Set();
  for (const desktop of desktops) {
    for (const toolkit of toolkits) {
      for (const widget of widgets) {
        for (const input of inputs) deciding.add(rowOf({ desktop, toolkit, widget, input }));
      }
    }
  }
  assert.deepEqual(routeTable.filter((row) => !deciding.has(row)), []);
});

Deno.test("a row without a route says why and what works instead", () => {
  const silent = routeTable.filter(({ routes, why, otherwise }) => routes.length === 0 && !(why && otherwise));
  assert.deepEqual(silent, []);
});

Deno.test("on a live desktop no row uses the person's pointer, keyboard or clipboard", () => {
  const taken = ["core_device", "own_device", "clipboard"];
  const live = routeTable.filter(({ desktop }) => desktop === "live");
  assert.deepEqual(
    live.filter(({ routes, onRequest = [] }) => [...routes, ...onRequest].some((r) => taken.includes(r))),
    [],
  );
});

Deno.test("inputOfChord() knows the chords that take the clipboard", () => {
  const kind = (key: string) => inputOfChord(parseChord(key));
  for (const key of ["ctrl+c", "ctrl+x", "ctrl+Insert", "shift+Delete", "ctrl+shift+c"]) {
    assert.equal(kind(key), "copy_keys", key);
  }
  for (const key of ["c", "ctrl+v", "Delete", "ctrl+a", "Insert"]) assert.equal(kind(key), "keys", key);
});
