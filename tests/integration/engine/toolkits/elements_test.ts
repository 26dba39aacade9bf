import assert from "node:assert/strict";
import { checkForm, type Row } from "../../../support/element_matrix.ts";
import type { Toolkit } from "../../../support/fixture.ts";
import { csd, type Variant, variants, withScene } from "../../../support/toolkit_scene.ts";

const toolkits: Readonly<Partial<Record<Toolkit, readonly Variant[]>>> = {
  gtk3: [...variants, csd],
  gtk4: [...variants, csd],
  qt5: variants,
  qt6: variants,
};

/** One line for each kind: how many are right of how many there are. */
function summary(rows: readonly Row[]): string {
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const all = rows.filter((row) => row.kind === kind);
    return `${kind} ${all.filter(({ problems }) => problems.length === 0).length}/${all.length}`;
  }).join(", ");
}

for (const toolkit of Object.keys(toolkits) as Toolkit[]) {
  for (const variant of toolkits[toolkit]!) {
    Deno.test(`every element of ${toolkit} is what it shows and is where it is said to be: ${variant.name}`, async () => {
      await withScene(toolkit, variant, async (scene) => {
        const rows = await checkForm(scene);
        console.log(`${toolkit}, ${variant.name}: ${summary(rows)}`);
        const wrong = rows.filter(({ problems }) => problems.length > 0);
        assert.deepEqual(wrong.map(({ kind, name, problems }) => `${kind} "${name}": ${problems.join("; ")}`), []);
        assert.ok(rows.length > 40, `${rows.length} elements were looked at`);
      });
    });
  }
}
