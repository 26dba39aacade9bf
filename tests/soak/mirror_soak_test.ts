/**
 * Random changes of an application: what a remembering engine sees has to be what a new one sees. `CUA_SOAK_SEED` repeats
 * a run.
 */
import assert from "node:assert/strict";
import { print } from "../../src/terminal.ts";
import { freshText, inEnvironment, withoutIds } from "../support/fresh_look.ts";
import type { StressToolkit } from "../support/stress.ts";
import { setStressStage, type StressStage } from "../support/stress_stage.ts";

const COMPARISONS = Number(Deno.env.get("CUA_SOAK_COMPARISONS") ?? 250);
/** A difference that lasts so long is a defect, ms: less than the time after which everything is read anew. */
const LASTING_MS = 1_500;

/** Compares until both are the same. Null, or the lines in which they differ for too long. */
async function lastingDifference(stage: StressStage): Promise<string | null> {
  const end = performance.now() + LASTING_MS;
  for (;;) {
    const { text, incomplete } = await stage.look();
    const [remembering, fresh] = [withoutIds(text), await freshText(stage)];
    if (remembering === fresh) return null;
    if (performance.now() > end && incomplete.length === 0) return differences(remembering, fresh);
  }
}

function differences(remembering: string, fresh: string): string {
  const [ours, theirs] = [remembering.split("\n"), fresh.split("\n")];
  const [mine, others] = [new Set(ours), new Set(theirs)];
  const lost = theirs.filter((line) => !mine.has(line)).map((line) => `+ ${line.trim()}`);
  const stale = ours.filter((line) => !others.has(line)).map((line) => `- ${line.trim()}`);
  return [...stale, ...lost].join("; ") || "the order of lines";
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
