import assert from "node:assert/strict";
import { IdCounter } from "../../../src/engine/ids.ts";
import type { Snapshot } from "../../../src/engine/observe/element.ts";
import { ElementRegistry } from "../../../src/engine/observe/element_registry.ts";
import { FrameStore } from "../../../src/engine/observe/frame_store.ts";
import { ObservationStore } from "../../../src/engine/observe/observation_store.ts";
import { type Window, xid } from "../../../src/ffi/xid.ts";

const window = xid<Window>(5);
const snapshot = { elements: new Map() } as unknown as Snapshot;

Deno.test("IdCounter never gives an id twice, also after it was told where to start", () => {
  const ids = new IdCounter();
  assert.deepEqual([ids.next(), ids.next()], [1, 2]);
  ids.startAt(100);
  assert.equal(ids.next(), 100);
  ids.startAt(50);
  assert.equal(ids.next(), 101);
  assert.equal(ids.last, 101);
});

Deno.test("ElementRegistry.idOf() gives the same object the same id, and another object another one", () => {
  const registry = new ElementRegistry(new IdCounter());
  const first = registry.idOf({ bus: ":1.1", path: "/a" });
  assert.equal(registry.idOf({ bus: ":1.1", path: "/a" }), first);
  assert.notEqual(registry.idOf({ bus: ":1.1", path: "/b" }), first);
  assert.notEqual(registry.idOf({ bus: ":1.2", path: "/a" }), first);
});

Deno.test("ElementRegistry.get() refuses ids that were never observed", () => {
  assert.throws(() => new ElementRegistry(new IdCounter()).get(3), /No element 3/);
});

Deno.test("FrameStore.get() knows the size that a frame was made of, and forgets old frames", () => {
  const frames = new FrameStore(new IdCounter());
  const frame = frames.add(window, { width: 800, height: 600 }, 0.5);
  assert.deepEqual([frame.width, frame.height, frame.window_id], [400, 300, 5]);
  assert.deepEqual(frames.get(frame.id), { window, width: 800, height: 600, scale: 0.5 });
  for (let count = 0; count < 64; count++) frames.add(null, { width: 1, height: 1 });
  assert.throws(() => frames.get(frame.id), /unknown or too old/);
});

Deno.test("ObservationStore.comparable() compares only the same window, lineage and query", () => {
  const store = new ObservationStore();
  const key = { window, lineage: "full", query: undefined } as const;
  store.add(1, { ...key, snapshot });
  assert.equal(store.comparable(1, key), snapshot);
  assert.equal(store.comparable(undefined, key), undefined);
  assert.equal(store.comparable(2, key), undefined);
  assert.equal(store.comparable(1, { ...key, window: xid<Window>(6) }), undefined);
  assert.equal(store.comparable(1, { ...key, lineage: "bounded" }), undefined);
  assert.equal(store.comparable(1, { ...key, query: "x" }), undefined);
});
