import assert from "node:assert/strict";
import type { Rect } from "../../../src/contract/values.ts";
import { visibleNow } from "../../../src/engine/act/visible_part.ts";
import { IdCounter } from "../../../src/engine/ids.ts";
import { ElementRegistry, type SeenElement } from "../../../src/engine/observe/element_registry.ts";
import { takeSnapshot } from "../../../src/engine/observe/snapshot.ts";
import { UNCHANGED } from "../../../src/engine/world/placement.ts";
import { type Window, xid } from "../../../src/ffi/xid.ts";
import { node } from "../observe/nodes.ts";

const window = { x: 100, y: 100, width: 400, height: 300 };
const pane = { x: 120, y: 150, width: 200, height: 100 };

function rect(y: number, height = 20, x = 120): Rect {
  return { x, y, width: 80, height };
}

/** A button in a scrolled area, as a look saw it. */
function seenAt(bounds: Rect): SeenElement {
  const button = { ...node("push button", "Save", { path: "/save" }), bounds };
  const area = { ...node("scroll pane", "Area", { path: "/area", children: [button] }), bounds: pane };
  const root = { ...node("frame", "Window", { path: "/window", children: [area] }), bounds: window };
  const registry = new ElementRegistry(new IdCounter());
  const snapshot = takeSnapshot(root, { idOf: registry.idOf, toolkit: "gtk" });
  registry.note(snapshot, { window: xid<Window>(5), bounds: window }, UNCHANGED);
  const id = [...snapshot.elements.values()].find(({ name }) => name === "Save")!.id;
  return registry.get(id);
}

Deno.test("visibleNow() gives what a look saw of an element that stayed", () => {
  assert.deepEqual(visibleNow(seenAt(rect(240)), rect(240), window), rect(240, 10));
});

Deno.test("visibleNow() cuts off what was scrolled out of the area around it", () => {
  const seen = seenAt(rect(200));
  assert.deepEqual(visibleNow(seen, rect(180), window), rect(180));
  assert.deepEqual(visibleNow(seen, rect(135), window), rect(150, 5));
  assert.equal(visibleNow(seen, rect(130), window), undefined);
  assert.equal(visibleNow(seen, rect(260), window), undefined);
});

Deno.test("visibleNow() gives the part of an element that was scrolled into view", () => {
  assert.deepEqual(visibleNow(seenAt(rect(300)), rect(245), window), rect(245, 5));
});

Deno.test("visibleNow() moves what cuts an element off with the window", () => {
  const moved = { ...window, x: 600, y: 400 };
  assert.deepEqual(visibleNow(seenAt(rect(240)), rect(540, 20, 620), moved), rect(540, 10, 620));
});
