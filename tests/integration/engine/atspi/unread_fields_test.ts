import assert from "node:assert/strict";
import type { AccessibleNode } from "../../../../src/engine/atspi/accessible_node.ts";
import { readTree } from "../../../../src/engine/atspi/tree.ts";
import {
  application,
  type FakeApplication,
  type FakeObject,
  frameOf,
  roles,
  withFakeBus,
} from "./fake_accessibility.ts";
import { nodesOf } from "./window.ts";

const place = { x: 10, y: 20, width: 300, height: 40 };
const entry: FakeObject = { role: roles.entry, name: "Code", interfaces: ["Component", "Text", "EditableText"] };

/** The field of an application that is read within some time. */
async function readField(one: FakeApplication, deadlineMs = 1000): Promise<AccessibleNode | undefined> {
  let field: AccessibleNode | undefined;
  await withFakeBus(async ({ bus, start }) => {
    const root = frameOf(await start(one));
    const { root: tree } = await readTree(bus, root, { toolkit: { name: one.toolkit, version: "1" }, deadlineMs });
    field = nodesOf(tree).find(({ role }) => role === "entry");
  });
  return field;
}

Deno.test("readTree() takes a text field for no secret when its details say so", async () => {
  const field = await readField(application([["self", "/entry"]], { "/entry": entry }), 10_000);
  assert.equal(field?.secret, undefined);
  assert.deepEqual(field?.bounds, place);
});

for (const member of ["GetAttributes", "GetRelationSet"]) {
  Deno.test(`readTree() takes a text field for secret when ${member} is not answered`, async () => {
    const silent = { ...entry, name: "", silent: [member] };
    // Qt of these days has no attributes to ask for.
    const field = await readField(application([["self", "/entry"]], { "/entry": silent }, { toolkit: "gtk" }));
    assert.equal(field?.secret, true);
    assert.equal(field?.text, undefined);
    assert.deepEqual(field?.bounds, place);
  });
}

for (const toolkit of ["Qt", "gtk"]) {
  Deno.test(`readTree() takes a ${toolkit} field for secret, with its place, when time ran out before it`, async () => {
    const stuck: FakeObject = { role: roles.panel, name: "stuck", childCount: 1, silent: ["GetChildren"] };
    const objects = { "/stuck": stuck, "/entry": entry };
    const field = await readField(
      application([["self", "/stuck"], ["self", "/entry"]], objects, { toolkit, cache: toolkit === "gtk" }),
    );
    assert.equal(field?.secret, true);
    assert.deepEqual(field?.bounds, place);
  });
}
