/**
 * Says what came of the elements of a form, kind by kind.
 * @module
 */
import assert from "node:assert/strict";
import { checkForm, missingStrings, type Row, type Scene } from "./element_matrix.ts";
import type { Toolkit } from "./fixture.ts";
import { difference, isUpdating, normalized, readGolden, writeGolden } from "./golden.ts";
import { type Variant, withScene } from "./toolkit_scene.ts";

/** How long a text may take to be the kept one, ms. */
const KEPT_MS = 10_000;

/** Checks a toolkit's fixture in a variant: a step for the strings, and one for each kind of element. */
export async function reportForm(
  t: Deno.TestContext,
  toolkit: Toolkit,
  variant: Variant,
  more: { readonly fewest: number; readonly lacking?: readonly string[]; readonly golden?: string },
): Promise<void> {
  await withScene(toolkit, variant, async (scene) => {
    const lacking = [...scene.lacking, ...more.lacking ?? []];
    await t.step("every string is in the text", async () => {
      assert.deepEqual(await missingStrings({ ...scene, lacking }), []);
    });
    if (more.golden) await t.step("the text is the one that is kept", () => compare(scene, more.golden!));
    const rows = await checkForm({ ...scene, lacking });
    for (const kind of new Set(rows.map((row) => row.kind))) await reportKind(t, kind, rows);
    assert.ok(rows.length >= more.fewest, `${rows.length} elements were looked at`);
  });
}

/** Looks until the text is the kept one: what has just started may still be drawing. */
async function compare({ engine, app }: Scene, golden: string): Promise<void> {
  const kept = readGolden(golden);
  const end = performance.now() + KEPT_MS;
  for (;;) {
    const { text, incomplete } = await engine.call("observe", { app });
    const told = normalized(text, "/no home");
    if (isUpdating && incomplete.length === 0) return writeGolden(golden, told);
    if (told === kept) return;
    if (performance.now() > end) assert.fail(`tests/goldens/${golden}.txt differs:\n${difference(kept, told)}`);
  }
}

async function reportKind(t: Deno.TestContext, kind: string, rows: readonly Row[]): Promise<void> {
  const all = rows.filter((row) => row.kind === kind);
  const wrong = all.filter(({ problems }) => problems.length > 0);
  await t.step(`${kind}: ${all.length - wrong.length} of ${all.length}`, () => {
    assert.deepEqual(wrong.map(({ name, problems }) => `"${name}": ${problems.join("; ")}`), []);
  });
}
