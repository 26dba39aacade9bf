import assert from "node:assert/strict";
import { click, SettleStage, type SettleToolkit, situations } from "../../support/settle.ts";

/** What leaves no evidence for so long is looked for with `wait_for`. */
const withoutEvidence = ["Timer 300", "Timer 1000"];
/** The window that a situation leaves open besides the main one, where it is not "Dialog"; a menu has no fixed title. */
const opened: Readonly<Record<string, string | null>> = {
  "Label": null,
  "Dead": null,
  "menu": "",
  "Again": "Again",
  "Chooser": "Chooser",
  "Return closes": null,
  "Escape closes": null,
};

for (const toolkit of ["gtk3", "qt5"] as const satisfies readonly SettleToolkit[]) {
  Deno.test(`act() tells what came of an action in ${toolkit}`, async (t) => {
    await using stage = await SettleStage.set(toolkit);
    for (const situation of situations.filter(({ name }) => !withoutEvidence.includes(name))) {
      await t.step(situation.name, async () => {
        const { waitMs, result } = await stage.try(situation);
        assert.ok(waitMs !== null && waitMs >= 0, `the result came ${waitMs} ms after the final state`);
        const others = result.windows.map(({ title }) => title).filter((title) => title !== "Settle");
        const title = opened[situation.name] === undefined ? "Dialog" : opened[situation.name]!;
        if (title === null) assert.deepEqual(others, []);
        else if (title === "") assert.equal(others.length, 1);
        else assert.ok(others.includes(title), `"${title}" is none of ${JSON.stringify(others)}`);
      });
    }
    await t.step("the observation shows what changed", async () => {
      const { observation } = await stage.engine.call("act", {
        target: { app: stage.app },
        actions: [click("Label", "button")],
      });
      assert.match(observation!.text, /Changed \d+ times/);
    });
  });
}
