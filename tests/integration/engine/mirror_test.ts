import assert from "node:assert/strict";
import { operations, type Result } from "../../../src/contract/operations.ts";
import { engineEnvironment } from "../../../src/desktop/desktop.ts";
import { createEngine } from "../../../src/engine/engine.ts";
import type { Toolkit } from "../../support/fixture.ts";
import { setStage, type Stage } from "../../support/stage.ts";
import { xInput } from "../../support/x_input.ts";

/** Less than the time after which everything is read anew: what is missed must not be made good by that. */
const SEEN_MS = 3_000;

/** A complete look of an engine that remembers nothing. */
async function freshText({ desktop, app }: Stage): Promise<string> {
  const engine = createEngine({ environment: { ...engineEnvironment(desktop.state), CUA_ALLOW_APPS: app } });
  try {
    const signal = AbortSignal.timeout(SEEN_MS);
    for (;;) {
      const params = operations.observe.params.parse({ app });
      const { text, incomplete } = await engine.dispatch("observe", params, { signal, progress: () => {} }) as Result<
        "observe"
      >;
      // On a machine with much else to do one look can be too short.
      if (incomplete.length === 0 || signal.aborted) return withoutIds(text);
    }
  } finally {
    await engine.close();
  }
}

/** libX11 finds its cookie through the environment of the process. */
function inEnvironment(name: string, value: string): Disposable {
  const before = Deno.env.get(name);
  Deno.env.set(name, value);
  return { [Symbol.dispose]: () => before === undefined ? Deno.env.delete(name) : Deno.env.set(name, before) };
}

/** Ids come in another order to an engine that has seen other things before. */
function withoutIds(text: string): string {
  return text.replaceAll(/^( *)\d+ /gm, "$1");
}

/** Waits until the engine that remembers sees what one sees that does not. */
async function sameAsFresh(stage: Stage, before: string, what: string): Promise<string> {
  const end = performance.now() + SEEN_MS;
  for (;;) {
    const [remembering, fresh] = [withoutIds(await stage.text()), await freshText(stage)];
    if (remembering === fresh && fresh !== before) return fresh;
    if (performance.now() > end) assert.equal(remembering, fresh, `${what} is not seen`);
    if (performance.now() > end) assert.notEqual(fresh, before, `${what} changed nothing`);
  }
}

/** Where the middle of an element is on the display. */
async function middleOf({ engine, app }: Stage, role: string, name: string): Promise<[number, number]> {
  const { matches: [match] } = await engine.call("find", { app, locator: { role, name } });
  const { x, y, width, height } = match!.bounds!;
  return [Math.round(x + width / 2), Math.round(y + height / 2)];
}

const clicks: readonly (readonly [role: string, name: string])[] = [
  ["checkbox", "Subscribe"],
  ["radio", "Large"],
  ["button", "Press me"],
  ["tab", "Second"],
  ["cell", "Cherry"],
  ["textbox", "Notes"],
  ["tab", "First"],
];

for (const toolkit of ["gtk3", "qt5"] satisfies Toolkit[]) {
  Deno.test(`what is remembered of ${toolkit} follows everything that a person does`, async (t) => {
    await using stage = await setStage(toolkit);
    const { environment } = stage.desktop.state;
    using _cookie = inEnvironment("XAUTHORITY", environment.XAUTHORITY!);
    let text = await sameAsFresh(stage, "", "the start");
    for (const [role, name] of clicks) {
      await t.step(`a click on ${role} ${name}`, async () => {
        await xInput(environment, "click", ...await middleOf(stage, role, name));
        text = await sameAsFresh(stage, text, `a click on ${name}`);
      });
    }
    await t.step("keys in a field", async () => {
      await xInput(environment, "click", ...await middleOf(stage, "textbox", "Name"), "key", "a", "key", "b");
      text = await sameAsFresh(stage, text, "typing");
    });
    await t.step("scrolling a table", async () => {
      const [x, y] = await middleOf(stage, "cell", "Person 3");
      await xInput(environment, ...Array(3).fill(["button", 5, x, y]).flat());
      text = await sameAsFresh(stage, text, "scrolling");
      assert.ok(!text.includes('"Person 1"') && text.includes('"Person 8"'), text);
    });
    await t.step("a dialog that opens and closes", async () => {
      await xInput(environment, "click", ...await middleOf(stage, "button", "Open dialog"));
      text = await sameAsFresh(stage, text, "the dialog");
      assert.match(text, /Say something/);
      await xInput(environment, "click", ...await middleOf(stage, "button", "Cancel it"));
      text = await sameAsFresh(stage, text, "its end");
      assert.match(text, /Press me/);
    });
  });
}
