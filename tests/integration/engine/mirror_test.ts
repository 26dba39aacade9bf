import assert from "node:assert/strict";
import type { Toolkit } from "../../support/fixture.ts";
import { anyElement, describe, freshElements, inEnvironment, ranOutOfTime } from "../../support/fresh_look.ts";
import { setStage, type Stage } from "../../support/stage.ts";
import { xInput } from "../../support/x_input.ts";

/** Less than the time after which everything is read anew: what is missed must not be made good by that. */
const SEEN_MS = 3_000;
/** How much longer a machine with much else to do may take to read everything in time, ms. */
const BUSY_MS = 20_000;

/** Waits until the engine that remembers sees what one sees that does not. */
async function sameAsFresh(stage: Stage, before: string, what: string): Promise<string> {
  const { engine, app } = stage;
  const end = performance.now() + SEEN_MS;
  for (;;) {
    const found = await engine.call("find", { app, locator: anyElement, max_results: 100 });
    const [remembering, fresh] = [describe(found).join("\n"), (await freshElements(stage)).join("\n")];
    if (remembering === fresh && fresh !== before) return fresh;
    if (performance.now() < (ranOutOfTime(found) ? end + BUSY_MS : end)) continue;
    assert.equal(remembering, fresh, `${what} is not seen`);
    assert.notEqual(fresh, before, `${what} changed nothing`);
  }
}

/** Where the middle of an element is on the display. */
async function middleOf({ engine, app }: Stage, name: string): Promise<[number, number]> {
  const { matches } = await engine.call("find", { app, locator: { name } });
  const match = matches.find(({ role }) => role !== "text");
  const { x, y, width, height } = match!.bounds!;
  return [Math.round(x + width / 2), Math.round(y + height / 2)];
}

const clicks = ["Subscribe", "Large", "Press me", "Second", "Cherry", "Notes", "First"];

for (const toolkit of ["gtk3", "qt5"] satisfies Toolkit[]) {
  Deno.test(`what is remembered of ${toolkit} follows everything that a person does`, async (t) => {
    await using stage = await setStage(toolkit);
    const { environment } = stage.desktop.state;
    using _cookie = inEnvironment("XAUTHORITY", environment.XAUTHORITY!);
    let text = await sameAsFresh(stage, "", "the start");
    for (const name of clicks) {
      await t.step(`a click on ${name}`, async () => {
        await xInput(environment, "click", ...await middleOf(stage, name));
        text = await sameAsFresh(stage, text, `a click on ${name}`);
      });
    }
    await t.step("keys in a field", async () => {
      await xInput(environment, "click", ...await middleOf(stage, "Name"), "key", "a", "key", "b");
      text = await sameAsFresh(stage, text, "typing");
    });
    await t.step("scrolling a table", async () => {
      const [x, y] = await middleOf(stage, "Person 3");
      const turned = () => stage.fixture.events().filter(({ event }) => event === "scroll").length;
      await xInput(environment, ...Array(3).fill(["button", 5, x, y]).flat());
      await stage.fixture.waitFor(() => turned() >= 3);
      text = await sameAsFresh(stage, text, "scrolling");
      assert.ok(!text.includes('"Person 1"') && /"Person (?:8|9|1\d)"/.test(text), text);
    });
    await t.step("a dialog that opens and closes", async () => {
      await xInput(environment, "click", ...await middleOf(stage, "Open dialog"));
      text = await sameAsFresh(stage, text, "the dialog");
      assert.match(text, /Say something/);
      await xInput(environment, "click", ...await middleOf(stage, "Cancel it"));
      text = await sameAsFresh(stage, text, "its end");
      assert.match(text, /Press me/);
    });
  });
}
