import assert from "node:assert/strict";
import { inLanes } from "../../scripts/lanes.ts";

Deno.test("inLanes() begins in order, runs no more than it may at a time, and keeps the order of the results", async () => {
  const begun: number[] = [];
  const gates = [0, 1, 2, 3].map(() => Promise.withResolvers<void>());
  let running = 0, most = 0;
  const all = inLanes(gates, 2, async (gate) => {
    const at = gates.indexOf(gate);
    begun.push(at);
    most = Math.max(most, ++running);
    await gate.promise;
    running--;
    return at * 10;
  });
  for (const at of [1, 0, 3, 2]) {
    gates[at]!.resolve();
    await Promise.resolve();
  }
  assert.deepEqual(await all, [0, 10, 20, 30]);
  assert.deepEqual(begun, [0, 1, 2, 3]);
  assert.equal(most, 2);
});
