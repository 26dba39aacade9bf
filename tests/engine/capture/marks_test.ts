import assert from "node:assert/strict";
import type { Rect } from "../../../src/contract/values.ts";
import { marksInFrame, marksOf } from "../../../src/engine/capture/marks.ts";
import type { Look } from "../../../src/engine/observe/look.ts";
import { node, snapshot } from "../observe/nodes.ts";

const window = { x: 100, y: 50, width: 400, height: 300 };
const at = (x: number, y: number, width = 80, height = 20): { bounds: Rect } => ({ bounds: { x, y, width, height } });

function lookAt(children: Parameters<typeof node>[2]): Look {
  const seen = snapshot(node("frame", "Window", { bounds: window, ...children }));
  const toplevel = { bounds: window } as Look["toplevel"];
  return { toplevel, snapshot: seen, busName: ":1.1", toolkit: "gtk", incomplete: [] };
}

Deno.test("marksOf() places elements in their window, and leaves what a popup covers", () => {
  const children = [
    node("push button", "Free", at(110, 60)),
    node("push button", "Covered", at(110, 100)),
    node("push button", "Half", at(110, 130)),
    node("text", "Notes", at(105, 90, 390, 250)),
    node("menu", "Edit", { ...at(300, 60), actions: ["click"], children: [node("menu item", "Paste", at(112, 102))] }),
  ];
  const popup = at(108, 95, 100, 40).bounds;
  const { marks, warnings } = marksOf(lookAt({ children }), window, [popup]);
  const places = marks.map(({ rect }) => `${rect.x},${rect.y}`).sort();
  assert.deepEqual(places, ["10,10", "12,52", "200,10", "5,40"]);
  assert.deepEqual(warnings, []);
});

Deno.test("marksOf() says why nothing, or not everything, is numbered", () => {
  const many = Array.from({ length: 300 }, (_, index) => node("push button", `B${index}`, at(110, 60)));
  assert.match(marksOf(lookAt({ children: many }), window, []).warnings.join(), /first 250 of 300/);
  const resized = marksOf(lookAt({ children: [] }), { ...window, width: 500 }, []);
  assert.match(resized.warnings.join(), /changed its size/);
  assert.match(marksOf({ ...lookAt({}), snapshot: null }, window, []).warnings.join(), /no accessibility tree/);
});

Deno.test("marksInFrame() follows cuts and scales, and leaves out what lies outside", () => {
  const marks = [{ id: 1, rect: { x: 10, y: 10, width: 80, height: 20 } }, { id: 2, rect: at(300, 200).bounds }];
  const framing = { region: { x: 50, y: 0, width: 100, height: 100 }, scale: 2, warnings: [] };
  assert.deepEqual(marksInFrame(marks, framing), [{ id: 1, rect: { x: 0, y: 20, width: 80, height: 40 } }]);
});
