import assert from "node:assert/strict";
import { all, atMost, below, renderTable, type Row, timesLess, verdict } from "../../../bench/support/table.ts";

function row(ours: number, other: number, target?: Row["target"]): Row {
  return { measure: "look", unit: "ms", ours, other: { name: "peer", value: other }, ...(target ? { target } : {}) };
}

Deno.test("verdict() holds figures to their targets, the limits included", () => {
  assert.equal(verdict(row(1, 8, timesLess(8))), "ok");
  assert.equal(verdict(row(1.1, 8, timesLess(8))), "missed");
  assert.equal(verdict(row(5, 10, atMost(0.5))), "ok");
  assert.equal(verdict(row(6, 10, atMost(0.5))), "missed");
  assert.equal(verdict(row(3, 3, all)), "ok");
  assert.equal(verdict(row(2, 3, all)), "missed");
});

Deno.test("verdict() needs nothing to compare with where the target is a figure", () => {
  const alone: Row = { measure: "look", unit: "ms", ours: 14.9 };
  assert.equal(verdict({ ...alone, target: below(15, "ms") }), "ok");
  assert.equal(verdict({ ...alone, ours: 15, target: below(15, "ms") }), "missed");
  assert.equal(verdict(alone), "");
});

Deno.test("verdict() takes no figure that proves nothing for a success", () => {
  assert.equal(verdict({ ...row(1, 8, timesLess(8)), flaw: "incomplete" }), "incomplete");
});

Deno.test("verdict() takes no figure for a miss", () => {
  assert.equal(verdict(row(NaN, 8, timesLess(8))), "missed");
  assert.equal(verdict(row(1, NaN, timesLess(8))), "missed");
});

Deno.test("renderTable() shows figures, ratios, targets and verdicts below one another", () => {
  const rows: Row[] = [
    { ...row(2, 18, timesLess(8)), runs: 7, cpuMs: [1, 4.25] },
    { measure: "state", unit: "B", ours: 100, other: { name: "peer", value: 1000 } },
  ];
  assert.deepEqual(renderTable("A form", rows).split("\n"), [
    "A form",
    "         linux-cua  compared with                 ratio  target        runs  application's CPU",
    "  look     2.00 ms  peer           18.00 ms  9.0 x less  8 x less  ok     7  1.0 ms / 4.3 ms",
    "  state      100 B  peer             1000 B     0.100 x",
    "",
  ]);
});
