import assert from "node:assert/strict";
import { settingsSchema } from "../../src/desktop/state.ts";

Deno.test("settingsSchema fills in defaults", () => {
  assert.deepEqual(settingsSchema.parse({}), { geometry: "1280x800", scale: 1, home: "shared", viewable: false });
});

for (
  const wrong of [
    { geometry: "1280" },
    { geometry: "1280x99999" },
    { geometry: "100x800" },
    { scale: 0.5 },
    { scale: 5 },
    { home: "mine" },
    { ttlSeconds: 0 },
    { owner: -1 },
    { label: "" },
    { label: "a\nb" },
    { label: "-x" },
    { label: "x".repeat(65) },
    { unknown: 1 },
  ]
) {
  Deno.test(`settingsSchema refuses ${JSON.stringify(wrong).slice(0, 40)}`, () => {
    assert.equal(settingsSchema.safeParse(wrong).success, false);
  });
}
