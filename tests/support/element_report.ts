/**
 * Says what came of the elements of a form, kind by kind.
 * @module
 */
import assert from "node:assert/strict";
import { checkForm, missingStrings, type Row } from "./element_matrix.ts";
import type { Toolkit } from "./fixture.ts";
import { type Variant, withScene } from "./toolkit_scene.ts";

/** Checks a toolkit's fixture in a variant: a step for the strings, and one for each kind of element. */
export async function reportForm(
  t: Deno.TestContext,
  toolkit: Toolkit,
  variant: Variant,
  more: { readonly fewest: number; readonly lacking?: readonly string[] },
): Promise<void> {
  await withScene(toolkit, variant, async (scene) => {
    const lacking = [...scene.lacking, ...more.lacking ?? []];
    await t.step("every string is in the text", async () => {
      assert.deepEqual(await missingStrings({ ...scene, lacking }), []);
    });
    const rows = await checkForm({ ...scene, lacking });
    for (const kind of new Set(rows.map((row) => row.kind))) await reportKind(t, kind, rows);
    assert.ok(rows.length >= more.fewest, `${rows.length} elements were looked at`);
  });
}

async function reportKind(t: Deno.TestContext, kind: string, rows: readonly Row[]): Promise<void> {
  const all = rows.filter((row) => row.kind === kind);
  const wrong = all.filter(({ problems }) => problems.length > 0);
  await t.step(`${kind}: ${all.length - wrong.length} of ${all.length}`, () => {
    assert.deepEqual(wrong.map(({ name, problems }) => `"${name}": ${problems.join("; ")}`), []);
  });
}
