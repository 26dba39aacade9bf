/**
 * Random changes of an application: what a remembering engine sees has to be what a new one sees. `CUA_SOAK_SEED` repeats
 * a run.
 */
import assert from "node:assert/strict";
import { print } from "../../src/terminal.ts";
import { anyElement, describe, freshElements, inEnvironment, ranOutOfTime } from "../support/fresh_look.ts";
import type { StressToolkit } from "../support/stress.ts";
import { setStressStage, type StressStage } from "../support/stress_stage.ts";

const COMPARISONS = Number(Deno.env.get("CUA_SOAK_COMPARISONS") ?? 250);
/** A difference that lasts so long is a defect, ms: less than the time after which everything is read anew. */
const LASTING_MS = 1_500;
/** How often they are compared at least: on a busy machine an application may still be at work at the first. */
const FEWEST = 3;

/** Compares until both are the same. Null, or the elements in which they differ for too long. */
async function lastingDifference(stage: StressStage): Promise<string | null> {
  const end = performance.now() + LASTING_MS;
  const wanted = { app: stage.app, locator: anyElement, max_results: 100 };
  for (let count = 1;; count++) {
    const found = await stage.engine.call("find", wanted);
    const [remembering, fresh] = [describe(found), await freshElements(stage)];
    assert.ok(!found.truncated, "there are more elements than are compared");
    if (fresh.length > 20 && remembering.join("\n") === fresh.join("\n")) return null;
    if (performance.now() > end && count >= FEWEST && !ranOutOfTime(found)) return differences(remembering, fresh);
  }
}

function differences(remembering: readonly string[], fresh: readonly string[]): string {
  const stale = remembering.filter((line) => !fresh.includes(line)).map((line) => `- ${line}`);
  const lost = fresh.filter((line) => !remembering.includes(line)).map((line) => `+ ${line}`);
  return [...stale, ...lost].join("; ") || "the order of elements";
}

/** A look is under way while the application changes. */
async function changes({ fixture, look }: StressStage, count: number): Promise<string[]> {
  const looking = look();
  const made: string[] = [];
  for (let i = 0; i < count; i++) made.push(await fixture.change());
  await looking;
  return made;
}

for (const toolkit of ["gtk3", "qt5"] satisfies StressToolkit[]) {
  Deno.test(`what is remembered of ${toolkit} follows ${COMPARISONS} random changes`, async () => {
    const seed = Deno.env.get("CUA_SOAK_SEED") ?? String(crypto.getRandomValues(new Uint32Array(1))[0]);
    await using stage = await setStressStage(toolkit, ["--seed", seed]);
    using _cookie = inEnvironment("XAUTHORITY", stage.desktop.state.environment.XAUTHORITY!);
    const defects: string[] = [];
    for (let round = 1; round <= COMPARISONS; round++) {
      const made = await changes(stage, 1 + round % 3);
      const difference = await lastingDifference(stage);
      if (difference) defects.push(`round ${round} (${made.join(", ")}): ${difference}`);
    }
    print(`${toolkit}: seed ${seed}, ${COMPARISONS} comparisons, ${defects.length} lasting differences\n`);
    assert.deepEqual(defects, []);
  });
}
