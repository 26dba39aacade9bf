import assert from "node:assert/strict";
import { contractSchema } from "../../src/contract/schema.ts";
import { isOperationName, operationNames, operations } from "../../src/contract/operations.ts";

Deno.test("contractSchema() describes every operation, and every field of a parameter is closed", () => {
  const schema = contractSchema();
  assert.deepEqual(Object.keys(schema.operations), operationNames);
  for (const [name, { params, description }] of Object.entries(schema.operations)) {
    assert.equal((params as { additionalProperties?: boolean }).additionalProperties, false, name);
    assert.ok(description.endsWith("."), name);
  }
});

Deno.test("contractSchema() lets callers leave out what has a default", () => {
  const { act } = contractSchema().operations;
  assert.deepEqual((act!.params as { required: string[] }).required, ["target", "actions"]);
});

Deno.test("isOperationName() knows own names only", () => {
  assert.ok(isOperationName("act"));
  for (const name of ["toString", "constructor", "__proto__", "Act", ""]) assert.ok(!isOperationName(name), name);
});

Deno.test("operations that govern are the host's alone", () => {
  for (const name of operationNames) {
    if (operations[name].effect === "governs") assert.equal(operations[name].audience, "host", name);
  }
});

Deno.test("act's parameters refuse what means nothing", () => {
  const parse = (action: unknown) =>
    operations.act.params.safeParse({ target: { app: "x" }, actions: [action] }).success;
  assert.ok(parse({ type: "click", point: [1, 2] }));
  assert.ok(!parse({ type: "click", point: [1.5, 2] }));
  assert.ok(!parse({ type: "click", point: [1, 99_999] }));
  assert.ok(!parse({ type: "click", element: 0 }));
  assert.ok(!parse({ type: "click", element: 1, butten: "left" }));
  assert.ok(!parse({ type: "explode" }));
  assert.ok(!parse({ type: "click", locator: {} }));
  assert.ok(!parse({ type: "drag", path: [[1, 1]] }));
  assert.ok(!operations.act.params.safeParse({ target: { app: "x" }, actions: [] }).success);
});
