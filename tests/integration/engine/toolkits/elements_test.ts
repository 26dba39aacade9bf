import { reportForm } from "../../../support/element_report.ts";
import type { Toolkit } from "../../../support/fixture.ts";
import { csd, type Variant, variants } from "../../../support/toolkit_scene.ts";

const toolkits: Readonly<Partial<Record<Toolkit, readonly Variant[]>>> = {
  gtk3: [...variants, csd],
  gtk4: [...variants, csd],
  qt5: variants,
  qt6: variants,
};

for (const [toolkit, shown] of Object.entries(toolkits) as [Toolkit, readonly Variant[]][]) {
  for (const variant of shown) {
    Deno.test(`every element of ${toolkit} is what it shows and is where it is said to be: ${variant.name}`, async (t) => {
      const golden = variant === variants[0] ? { golden: `fixture_${toolkit}` } : {};
      await reportForm(t, toolkit, variant, { fewest: 45, ...golden });
    });
  }
}
