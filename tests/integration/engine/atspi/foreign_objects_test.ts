import assert from "node:assert/strict";
import type { TreeReading } from "../../../../src/engine/atspi/accessible_node.ts";
import { listApplications } from "../../../../src/engine/atspi/applications.ts";
import { readTree } from "../../../../src/engine/atspi/tree.ts";
import {
  application,
  type FakeApplication,
  type FakeObject,
  type FakeRef,
  frameOf,
  listStates,
  roles,
  ROOT,
  withFakeBus,
} from "./fake_accessibility.ts";
import { nodesOf } from "./window.ts";

const secret: FakeObject = { role: roles.label, name: "stolen" };
const own: FakeObject = { role: roles.label, name: "own" };

/** Names in the tree of an application that was told the bus name of another one. */
async function readHostile(make: (victim: string) => FakeApplication): Promise<TreeReading> {
  const { promise, resolve } = Promise.withResolvers<TreeReading>();
  await withFakeBus(async ({ bus, start }) => {
    const victim = await start(application([["self", "/secret"]], { "/secret": secret }));
    const one = make(victim.line);
    const hostile = await start(one);
    const toolkit = { name: one.toolkit, version: "1" };
    resolve(await readTree(bus, frameOf(hostile), { toolkit, deadlineMs: 5000 }));
  });
  return await promise;
}

function namesOf({ root }: TreeReading): string[] {
  return nodesOf(root).flatMap(({ name, label }) => [name, label ?? ""]).filter((name) => name !== "");
}

const both = (victim: string): FakeRef[] => [["self", "/own"], [victim, "/secret"]];

Deno.test("readTree() leaves out children that belong to another application, and says so", async () => {
  const reading = await readHostile((victim) => application(both(victim), { "/own": own }));
  assert.deepEqual(namesOf(reading), ["Window", "own"]);
  assert.match(reading.incomplete[0]!.cause, /belong to another process/);
  assert.match(reading.incomplete[0]!.remedy, /screenshot and coordinates/);
});

Deno.test("readTree() leaves out cached objects that belong to another application", async () => {
  const reading = await readHostile((victim) =>
    application(both(victim), { "/own": own }, { toolkit: "gtk", cache: true })
  );
  assert.deepEqual(namesOf(reading), ["Window", "own"]);
  assert.match(reading.incomplete[0]!.cause, /belong to another process/);
});

Deno.test("readTree() leaves out hits that belong to another application", async () => {
  const reading = await readHostile((victim) => {
    const list = { role: roles.list, name: "list", states: listStates, childCount: 1 };
    return application([["self", "/list"]], { "/list": { ...list, hit: [victim, "/secret"] } });
  });
  assert.deepEqual(namesOf(reading), ["Window", "list"]);
  assert.match(reading.incomplete[0]!.cause, /belong to another process/);
});

Deno.test("readTree() leaves out labels that belong to another application", async () => {
  const reading = await readHostile((victim) =>
    application([["self", "/entry"]], { "/entry": { role: roles.entry, name: "", labels: [[victim, "/secret"]] } })
  );
  assert.deepEqual(namesOf(reading), ["Window"]);
  assert.match(reading.incomplete[0]!.cause, /belong to another process/);
});

Deno.test("readTree() reads objects under another bus name of the same process", async () => {
  const reading = await readHostile(() => application([["second", "/own"]], { "/own": own }));
  assert.deepEqual(namesOf(reading), ["Window", "own"]);
  assert.deepEqual(reading.incomplete, []);
});

Deno.test("listApplications() gives no application the windows of another one", async () => {
  await withFakeBus(async ({ bus, start }) => {
    const victim = await start(application([], {}));
    const root: FakeObject = {
      role: roles.application,
      name: "hostile",
      children: [["self", "/frame"], [victim.line, "/frame"]],
    };
    const hostile = await start(application([], { [ROOT]: root }));
    const listed = await listApplications(bus);
    const found = listed.find((one) => one.root.bus === hostile.line);
    assert.deepEqual(found?.frames.map(({ ref }) => ref), [frameOf(hostile)]);
  });
});
