import assert from "node:assert/strict";
import type { ParamsInput } from "../../../src/contract/operations.ts";
import { Fixture, type Toolkit } from "../../support/fixture.ts";
import { setStage } from "../../support/stage.ts";

for (const toolkit of ["gtk3", "qt5"] satisfies Toolkit[]) {
  Deno.test(`observe narrows ${toolkit}`, async (t) => {
    await using stage = await setStage(toolkit);
    const observe = (more: Partial<ParamsInput<"observe">>) =>
      stage.engine.call("observe", { app: stage.app, ...more });
    const first = await observe({});

    await t.step("to a role and a text together, with ancestors and descendants", async () => {
      const { text, lineage } = await observe({ query: { role: "radio button", text: "M" } });
      assert.equal(lineage, "queried");
      assert.match(text, /window "Fixture.*\n(?:.*\n)*.*radio "Small"(?:.*\n)*.*radio "Medium"/);
      assert.ok(!text.includes("Large"));
      assert.ok(!text.includes("Press me"));
    });

    await t.step("to the first matches, and says that there are more", async () => {
      const { text, truncated } = await observe({ query: { role: "radio" }, max_results: 1 });
      assert.equal(truncated, true);
      assert.match(text, /3 matches .* the first 1 of them/);
      assert.match(text, /Small/);
      assert.ok(!text.includes("Medium"));
    });

    await t.step("to nothing, and says what was not searched", async () => {
      const { text, elements, truncated } = await observe({ query: "There is no such text" });
      assert.equal(elements, 0);
      assert.equal(truncated, true);
      assert.match(text, /nothing matches "There is no such text"; \d+ elements out of view were not searched/);
    });

    await t.step("never to what is typed into a password field", async () => {
      await stage.act([
        { type: "click", locator: { role: "password", name: "Password" } },
        { type: "type_text", text: "hunter2" },
      ]);
      await stage.fixture.waitFor(({ widget, event }) => widget === "password" && event === "changed");
      assert.equal((await observe({ query: { text: "hunter2" } })).elements, 0);
    });

    await t.step("not at all when told to", async () => {
      const again = await observe({ since: first.observation_id, disable_diffing: true });
      assert.equal(again.kind, "full");
      assert.match(again.text, /Press me/);
    });
  });
}

Deno.test("observe hints at the decimal comma of an application that was started with one", async () => {
  await using stage = await setStage("gtk3");
  const plain = await stage.engine.call("observe", { app: stage.app });
  assert.deepEqual(plain.warnings, []);
  const environment = { ...stage.desktop.state.environment, LC_NUMERIC: "de_DE.UTF-8" };
  await using german = await Fixture.start("gtk3", environment, ["--title", "German"]);
  const { warnings } = await stage.engine.call("observe", { window_id: german.window });
  assert.deepEqual(warnings.filter((warning) => /^hint: .*decimal comma.*de_DE/.test(warning)).length, 1);
});
