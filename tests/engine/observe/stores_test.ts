import { UNCHANGED } from "../../../src/engine/world/placement.ts";
import assert from "node:assert/strict";
import { OperationError } from "../../../src/contract/errors.ts";
import type { AccessibleNode } from "../../../src/engine/atspi/accessible_node.ts";
import { IdCounter } from "../../../src/engine/ids.ts";
import type { Snapshot } from "../../../src/engine/observe/element.ts";
import { ElementRegistry } from "../../../src/engine/observe/element_registry.ts";
import { FrameStore } from "../../../src/engine/observe/frame_store.ts";
import { ObservationStore } from "../../../src/engine/observe/observation_store.ts";
import { takeSnapshot } from "../../../src/engine/observe/snapshot.ts";
import { type Window, xid } from "../../../src/ffi/xid.ts";
import { field, node } from "./nodes.ts";

const window = xid<Window>(5);
const toplevel = { window, bounds: { x: 0, y: 0, width: 100, height: 100 } };
/** Notes a snapshot of each tree and gives the ids of their roots. */
function see(registry: ElementRegistry, ...roots: AccessibleNode[]): number[] {
  return roots.map((root) => {
    const seen = takeSnapshot(root, { idOf: registry.idOf, toolkit: "gtk" });
    registry.note(seen, toplevel, UNCHANGED);
    return seen.root.id;
  });
}

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

Deno.test("ElementRegistry forgets what was not seen for longest, and never gives an id again", () => {
  const registry = new ElementRegistry(new IdCounter());
  const noted = see(registry, node("frame", "a", { path: "/a" }), node("frame", "b", { path: "/b" }));
  for (let i = 0; i < 19_998; i++) registry.idOf({ bus: ":1.2", path: `/${i}` });
  assert.equal(registry.get(noted[0]!).element.name, "a");
  see(registry, node("frame", "a", { path: "/a" }));
  const last = registry.idOf({ bus: ":1.2", path: "/one more" });
  assert.equal(registry.get(noted[0]!).element.name, "a");
  assert.throws(() => registry.get(noted[1]!), (error: unknown) => {
    assert.ok(error instanceof OperationError);
    assert.equal(error.code, "element_not_found");
    return true;
  });
  assert.ok(registry.idOf({ bus: ":1.1", path: "/b" }) > last);
});

Deno.test("ElementRegistry.note() keeps no element that was forgotten since its id was given", () => {
  const registry = new ElementRegistry(new IdCounter());
  const seen = takeSnapshot(node("frame", "a"), { idOf: registry.idOf, toolkit: "gtk" });
  for (let i = 0; i < 20_000; i++) registry.idOf({ bus: ":1.2", path: `/${i}` });
  registry.note(seen, toplevel, UNCHANGED);
  assert.throws(() => registry.get(seen.root.id), /No element/);
});

Deno.test("ElementRegistry.get() gives what actions need, without the rest of the snapshot", () => {
  const registry = new ElementRegistry(new IdCounter());
  const button = node("push button", "Save", { path: "/save", actions: ["click"], interfaces: ["Action"] });
  const bounds = { x: 1, y: 2, width: 30, height: 40 };
  const root = node("frame", "Window", { children: [{ ...button, bounds }, field("Notes", "long text")] });
  const seen = takeSnapshot(root, { idOf: registry.idOf, toolkit: "gtk" });
  registry.note(seen, toplevel, UNCHANGED);
  const known = [...seen.elements.keys()].map((id) => registry.get(id).element);
  assert.deepEqual(
    known.map(({ children, parent, value }) => [children, parent, value]),
    known.map(() => {
      return [[], undefined, undefined];
    }),
  );
  const { id, ref, role, atspiRole, name, accessibleName, states, interfaces, actions, secret, visible } = known[1]!;
  assert.deepEqual([id, ref.path, role, atspiRole, name, accessibleName], [
    seen.root.children[0]!.id,
    "/save",
    "button",
    "push button",
    "Save",
    "Save",
  ]);
  assert.deepEqual([states, [...interfaces], actions, secret], [[], ["Action"], ["click"], false]);
  assert.deepEqual([known[1]!.bounds, visible], [bounds, bounds]);
});

Deno.test("FrameStore.get() knows the size that a frame was made of, and forgets old frames", () => {
  const frames = new FrameStore(new IdCounter());
  const frame = frames.add(window, { width: 800, height: 600 }, undefined, 0.5);
  assert.deepEqual([frame.width, frame.height, frame.window_id], [400, 300, 5]);
  const region = { x: 0, y: 0, width: 800, height: 600 };
  assert.deepEqual(frames.get(frame.id), { window, width: 800, height: 600, region, scale: 0.5 });
  for (let count = 0; count < 64; count++) frames.add(null, { width: 1, height: 1 });
  assert.throws(() => frames.get(frame.id), /unknown or too old/);
});

Deno.test("ObservationStore.comparable() compares only the same window, lineage and query", () => {
  const store = new ObservationStore();
  const key = { window, lineage: "full", query: undefined } as const;
  store.add(1, { ...key, snapshot, header: "" });
  assert.equal(store.comparable(1, key)?.snapshot, snapshot);
  assert.equal(store.comparable(undefined, key), undefined);
  assert.equal(store.comparable(2, key), undefined);
  assert.equal(store.comparable(1, { ...key, window: xid<Window>(6) }), undefined);
  assert.equal(store.comparable(1, { ...key, lineage: "bounded" }), undefined);
  assert.equal(store.comparable(1, { ...key, query: "x" }), undefined);
});
