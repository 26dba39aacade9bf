import assert from "node:assert/strict";
import { takeTurns, type Way } from "../../../bench/support/turns.ts";

function noting(notes: string[], name: string): Way<string> {
  const note = (what: string) => Promise.resolve(void notes.push(`${name} ${what}`));
  return {
    prepare: () => note("prepare"),
    run: async () => {
      await note("run");
      return `${name} ${notes.length}`;
    },
    finish: () => note("finish"),
  };
}

Deno.test("takeTurns() runs the ways in one order, then in the other", async () => {
  const notes: string[] = [];
  await takeTurns([noting(notes, "a"), noting(notes, "b")], [], 2, 0);
  const runs = notes.filter((note) => note.endsWith("run"));
  assert.deepEqual(runs, ["a run", "b run", "b run", "a run"]);
  assert.deepEqual(notes.slice(0, 3), ["a prepare", "a run", "a finish"]);
});

Deno.test("takeTurns() leaves warm-ups out and gives what the last run gave", async () => {
  const notes: string[] = [];
  const [measured] = await takeTurns([noting(notes, "a")], [Deno.pid], 2);
  assert.equal(measured?.runs, 2);
  assert.equal(measured?.last, "a 8");
  assert.ok(measured!.ms >= 0 && measured!.cpuMs >= 0);
});

Deno.test("takeTurns() finishes a run that failed", async () => {
  const notes: string[] = [];
  const failing = { ...noting(notes, "a"), run: () => Promise.reject(new Error("no")) };
  await assert.rejects(takeTurns([failing], [], 1), /no/);
  assert.deepEqual(notes, ["a prepare", "a finish"]);
});
