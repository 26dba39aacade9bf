import assert from "node:assert/strict";
import { operationTable, replaceBetween } from "../../scripts/docs.ts";
import { operationNames } from "../../src/contract/operations.ts";

Deno.test("operationTable() has one row for each operation", () => {
  const rows = operationTable().split("\n").slice(2);
  assert.deepEqual(rows.map((row) => /^\| `(\w+)` \|/.exec(row)?.[1]), operationNames);
});

Deno.test("replaceBetween() replaces what is between the markers, and nothing else", () => {
  assert.equal(replaceBetween("a\n<s>\nold\n<e>\nb\n", "new", "<s>", "<e>"), "a\n<s>\n\nnew\n\n<e>\nb\n");
  assert.throws(() => replaceBetween("a\n<e>\n<s>", "new", "<s>", "<e>"), /not there in this order/);
});
