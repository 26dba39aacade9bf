import assert from "node:assert/strict";
import { type Bench, main, measure, report } from "../../bench/run.ts";

function counting(calls: string[]): Bench {
  const way = (name: string) => () => Promise.resolve(void calls.push(name));
  return { title: "Counting", runs: 2, ways: { ours: way("ours"), theirs: way("theirs") } };
}

Deno.test("measure() lets the ways take turns and leaves the first run out", async () => {
  const calls: string[] = [];
  const times = await measure(counting(calls));
  assert.deepEqual(calls, ["ours", "theirs", "ours", "theirs", "ours", "theirs"]);
  assert.deepEqual([...times].map(([name, values]) => [name, values.length]), [["ours", 2], ["theirs", 2]]);
});

Deno.test("report() shows how many times slower each way is than the first", () => {
  const text = report(counting([]), new Map([["ours", [2, 2]], ["theirs", [7, 7]]]));
  assert.deepEqual(text.split("\n"), [
    "Counting (median of 2)",
    "  ours                           2.00 ms  1.00 x",
    "  theirs                         7.00 ms  3.50 x",
    "",
  ]);
});

Deno.test("main() refuses a bench that does not exist", async () => {
  assert.equal(await main(["no-such-bench"]), 2);
});
