import assert from "node:assert/strict";
import lacking from "../../../fixtures/lacking.json" with { type: "json" };
import type { OperationError } from "../../../src/contract/errors.ts";
import type { ActionReport } from "../../../src/contract/actions.ts";
import type { EngineClient } from "../../../src/client/engine_client.ts";
import { type DriftButton, type DriftToolkit, withDrift } from "../../support/drift.ts";
import { countOutcomes, describe, driftTrials } from "../../support/drift_trials.ts";
import type { Fixture, FixtureEvent, Toolkit } from "../../support/fixture.ts";
import { setStage, type Stage } from "../../support/stage.ts";

type Locator = { readonly role?: string; readonly name: string };

/** Clicks one thing after the other, each found by what it is. */
async function clickAll(stage: Stage, locators: readonly Locator[]): Promise<ActionReport[]> {
  const reports: ActionReport[] = [];
  for (const locator of locators) reports.push(await stage.report({ type: "click", locator }));
  return reports;
}

/** What reached the widget of that name since then, once it was reached at all. */
async function reached(fixture: Fixture, widget: string, after: number): Promise<FixtureEvent[]> {
  const isIt = (event: FixtureEvent) => event.widget === widget && ["activated", "clicked"].includes(event.event);
  await fixture.waitFor(isIt, after);
  return fixture.events().slice(after).filter(isIt);
}

const openers: Readonly<Record<string, Locator>> = {
  gtk3: { role: "menu", name: "File" },
  gtk4: { name: "File" },
  qt5: { role: "menuitem", name: "File" },
  qt6: { role: "menuitem", name: "File" },
};

for (const toolkit of ["gtk3", "gtk4", "qt5", "qt6"] satisfies Toolkit[]) {
  Deno.test(`${toolkit}: items of menus, nested ones too, choices and popovers are clicked where they show`, async (t) => {
    await using stage = await setStage(toolkit);
    const { fixture } = stage;
    const lacks = (kind: string) => kind in lacking[toolkit];

    await t.step("an item of a nested menu", async () => {
      const before = fixture.events().length;
      const reports = await clickAll(stage, [openers[toolkit]!, { name: "Recent" }, { name: "The budget" }]);
      assert.equal((await reached(fixture, "menu_budget", before)).length, 1);
      for (const { route, warnings } of reports) assert.deepEqual([route, warnings], ["core_device", []]);
      assert.equal(reports[0]!.effect, "confirmed");
    });

    await t.step("an item that opens a dialog", async () => {
      if (lacks("dialog")) return;
      const reports = await clickAll(stage, [openers[toolkit]!, { name: "Open Dialog…" }]);
      assert.equal(reports[1]!.effect, "confirmed");
      await stage.report({ type: "press_key", key: "Escape" });
    });

    await t.step("a choice of a combo box", async () => {
      const before = fixture.events().length;
      await clickAll(stage, [{ role: "combobox", name: "Colour" }, { name: "Green" }]);
      await fixture.waitFor(({ widget, value }) => widget === "combo" && value === "Green", before);
    });

    await t.step("what is in a popover", async () => {
      if (lacks("popover")) return;
      const before = fixture.events().length;
      const reports = await clickAll(stage, [{ name: "More" }, { name: "Popover button" }]);
      assert.deepEqual(reports.map(({ route }) => route), ["core_device", "core_device"]);
      assert.ok((await reached(fixture, "popover_press", before)).length >= 1);
    });
  });
}

/** A click in a window where things are in the way. */
async function clickIn(engine: EngineClient, app: string, name: string, more: { button?: "right" } = {}) {
  const action = { type: "click", locator: { role: "button", name }, ...more } as const;
  return (await engine.call("act", { target: { app }, actions: [action], observe: false })).reports[0]!;
}

for (const toolkit of ["gtk3", "qt5"] satisfies DriftToolkit[]) {
  Deno.test(`${toolkit}: what is covered or out of view is pressed by its own action, and the report says why`, async () => {
    await withDrift(toolkit, ["--cover"], async (fixture, engine, app) => {
      const clicked = async () => (JSON.parse(await fixture.tell("settled")) as DriftButton[]).map(({ name }) => name);
      const under = await clickIn(engine, app, "Under a button");
      assert.deepEqual(await clicked(), ["Under a button"]);
      assert.equal(under.route, "accessibility");
      assert.ok(under.warnings.some((line) => /"Cover" lies over it/.test(line)), under.warnings.join("; "));

      assert.equal((await clickIn(engine, app, "Cover")).route, "core_device");
      assert.deepEqual(await clicked(), ["Cover"]);

      const shielded = await clickIn(engine, app, "Under a label");
      assert.equal(shielded.route, "accessibility");
      assert.deepEqual(await clicked(), ["Under a label"]);

      const refused = await clickIn(engine, app, "Under a button", { button: "right" }).catch((e: OperationError) => e);
      assert.ok("code" in refused && refused.code === "input_refused" && refused.dispatched === "no");
      assert.match(refused.message, /lies over it; only a plain left click/);
      assert.deepEqual(await clicked(), []);
    });
  });

  Deno.test(`${toolkit}: buttons that change under the pointer are clicked, refused or told of`, async () => {
    await withDrift(toolkit, ["--seed", "7"], async (fixture, engine, app) => {
      const trials = await driftTrials(30, 7, fixture, engine, app);
      assert.deepEqual(trials.filter(({ outcome }) => outcome === "silent").map(describe), []);
      const { right, refused, disclosed } = countOutcomes(trials);
      assert.ok(right > 0 && refused + disclosed > 0, JSON.stringify(countOutcomes(trials)));
    });
  });
}
