import assert from "node:assert/strict";
import { testFiles, tierOf } from "../../scripts/tiers.ts";

Deno.test("tierOf() takes the folder's tier, else unit", () => {
  assert.equal(tierOf("tests/integration/client/a_test.ts"), "integration");
  assert.equal(tierOf("tests/apps/a_test.ts"), "apps");
  assert.equal(tierOf("tests/soak/a_test.ts"), "soak");
  assert.equal(tierOf("tests/a_test.ts"), "unit");
  assert.equal(tierOf("tests/engine/integration/a_test.ts"), "unit");
});

Deno.test("testFiles() finds the files of each tier once, and no helpers", () => {
  const base = Deno.makeTempDirSync();
  try {
    Deno.mkdirSync(`${base}/tests/integration/x`, { recursive: true });
    for (const name of ["a_test.ts", "helper.ts", "integration/x/b_test.ts"]) {
      Deno.writeTextFileSync(`${base}/tests/${name}`, "");
    }
    assert.deepEqual(testFiles("unit", base), ["tests/a_test.ts"]);
    assert.deepEqual(testFiles("integration", base), ["tests/integration/x/b_test.ts"]);
    assert.deepEqual(testFiles("apps", base), []);
  } finally {
    Deno.removeSync(base, { recursive: true });
  }
});
