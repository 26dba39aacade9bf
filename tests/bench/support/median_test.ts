import assert from "node:assert/strict";
import { median } from "../../../bench/support/median.ts";

Deno.test("median() takes the middle", () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 2, 3]), 2.5);
});
