/**
 * Every element of the form in Chromium, as the engine tells of it, and clicks at the places that it reports.
 * @module
 */
import assert from "node:assert/strict";
import { EngineClient } from "../../../src/client/engine_client.ts";
import { engineEnvironment, openDesktop } from "../../../src/desktop/desktop.ts";
import { checkForm, missingStrings, type Row, type Scene } from "../../support/element_matrix.ts";
import { Fixture, fixtures } from "../../support/fixture.ts";
import { type Variant, variants, withScene } from "../../support/toolkit_scene.ts";

const browser: Variant = { name: "browser window", scale: 1, windowManager: true, args: ["--browser"] };
const app = fixtures.chromium.wmClass;
/** How long a machine with much else to do may take to answer in time, ms. */
const PATIENCE_MS = 30_000;

/** What the fixture can't tell: a choice that changes nothing; and a field that has a label here. */
function isUntold({ kind, name }: Row): boolean {
  return kind === "combo choice" && name === "Red" || kind === "dialog entry";
}

/** Looks until all was read. */
async function untilComplete({ engine }: Pick<Scene, "engine">): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const { incomplete } = await engine.call("observe", { app });
    if (incomplete.length === 0) return;
    assert.ok(performance.now() < end, `incomplete: ${JSON.stringify(incomplete)}`);
  }
}

for (const variant of [...variants, browser]) {
  Deno.test(`every element of chromium is what it shows and is where it is said to be: ${variant.name}`, async () => {
    await withScene("chromium", variant, async (scene) => {
      await untilComplete(scene);
      assert.deepEqual(await missingStrings(scene), []);
      const rows = (await checkForm(scene)).filter((row) => !isUntold(row));
      const wrong = rows.filter(({ problems }) => problems.length > 0);
      assert.deepEqual(wrong.map(({ kind, name, problems }) => `${kind} "${name}": ${problems.join("; ")}`), []);
      assert.ok(rows.length > 40, `${rows.length} elements were looked at`);
    });
  });
}

Deno.test("a look at chromium while it starts has its page, or says that it lacks it", async () => {
  await using desktop = await openDesktop({ label: "chromium starts" });
  const engine = new EngineClient({ environment: { ...engineEnvironment(desktop.state), CUA_ALLOW_APPS: app } });
  try {
    const started = Promise.withResolvers<Fixture>();
    Fixture.start("chromium", desktop.state.environment).then(started.resolve, started.reject);
    let isReady = false;
    started.promise.then(() => isReady = true, () => isReady = true);
    const bare: string[] = [];
    while (!isReady) {
      const seen = await engine.call("observe", { app }).catch(() => undefined);
      if (seen && seen.incomplete.length === 0 && !/^ +\d+ document/m.test(seen.text)) bare.push(seen.text);
    }
    await using _fixture = await started.promise;
    await untilComplete({ engine });
    const { text } = await engine.call("observe", { app });
    assert.match(text, /button "Press me"/);
    assert.deepEqual(bare, []);
  } finally {
    await engine.close();
  }
});
