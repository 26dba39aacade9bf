/**
 * Clicks while the application inserts, removes, renames, swaps, reorders and replaces what is clicked: a click on another
 * element than the one that was named is never silent. `CUA_SOAK_TRIALS` sets how many (2000), `CUA_SOAK_SEED` the seed.
 * @module
 */
import assert from "node:assert/strict";
import { print } from "../../src/terminal.ts";
import { type DriftToolkit, withDrift } from "../support/drift.ts";
import { countOutcomes, describe, driftTrials } from "../support/drift_trials.ts";

const trials = Number(Deno.env.get("CUA_SOAK_TRIALS") ?? 2000);
const seed = Number(Deno.env.get("CUA_SOAK_SEED") ?? 1);

for (const toolkit of ["gtk3", "qt5"] satisfies DriftToolkit[]) {
  Deno.test(`no wrong click is silent in ${trials} trials on ${toolkit}`, async () => {
    await withDrift(toolkit, ["--seed", String(seed)], async (fixture, engine, app) => {
      const done = await driftTrials(trials, seed, fixture, engine, app);
      print(`${toolkit}, seed ${seed}: ${JSON.stringify(countOutcomes(done))}\n`);
      assert.deepEqual(done.filter(({ outcome }) => outcome === "silent").map(describe), []);
    });
  });
}
