import assert from "node:assert/strict";
import type { ParamsInput, Result } from "../../../src/contract/operations.ts";
import type { Toolkit } from "../../support/fixture.ts";
import { setStage, type Stage } from "../../support/stage.ts";

type FindParams = ParamsInput<"find">;

function find({ engine, app }: Stage, locator: FindParams["locator"], more: Partial<FindParams> = {}) {
  return engine.call("find", { app, locator, ...more });
}

/** Asks again while the application is too slow to be read as a whole. */
async function findAll(stage: Stage, locator: FindParams["locator"]): Promise<Result<"find">["matches"]> {
  return (await find(stage, locator, { timeout_ms: 15_000 })).matches;
}

for (const toolkit of ["gtk3", "qt5"] satisfies Toolkit[]) {
  Deno.test(`find finds in ${toolkit}`, async (t) => {
    await using stage = await setStage(toolkit);
    await stage.text();

    await t.step("elements with all that is known of them, without a tree", async () => {
      const [check] = await findAll(stage, { role: "check box", name: "subscribe" });
      assert.equal(check!.role, "checkbox");
      assert.equal(check!.name, "Subscribe");
      assert.deepEqual(check!.states, []);
      assert.ok(check!.bounds!.width > 0);
      assert.match(check!.line, new RegExp(`^${check!.element} checkbox "Subscribe"`));
      const [amount] = await findAll(stage, { role: "spin button", states: ["!disabled"] });
      assert.equal(amount!.value, "5");
    });

    await t.step("ids that actions take", async () => {
      const [element] = await findAll(stage, { role: "button", name: { regex: "^press", flags: "i" } });
      await stage.report({ type: "click", element: element!.element });
      await stage.fixture.waitFor(({ widget, event }) => widget === "press" && event === "clicked");
    });

    await t.step("what comes later, if asked to wait", async () => {
      const waiting = find(stage, { text: "Pressed 2" }, { timeout_ms: 15_000 });
      await stage.report({ type: "click", locator: { role: "button", name: "Press me" } });
      const { matches } = await waiting;
      assert.match(matches[0]!.line, /Pressed 2/);
    });

    await t.step("as many as wanted, and says that there are more or may be", async () => {
      const { matches, truncated, incomplete } = await find(stage, { role: "radio" }, { max_results: 2 });
      assert.deepEqual(matches.map(({ name }) => name), ["Small", "Medium"]);
      assert.equal(truncated, true);
      assert.ok(incomplete!.some(({ cause }) => /more in table \d+ are out of view/.test(cause)));
      const none = await find(stage, { name: "There is no such thing" });
      assert.deepEqual([none.matches, none.truncated], [[], false]);
    });

    await t.step("nothing of a password", async () => {
      await stage.act([
        { type: "click", locator: { role: "password", name: "Password" } },
        { type: "type_text", text: "hunter2" },
      ]);
      await stage.fixture.waitFor(({ widget, event }) => widget === "password" && event === "changed");
      assert.deepEqual((await find(stage, { text: "hunter2" })).matches, []);
      const [password] = (await find(stage, { role: "password", name: "Password" })).matches;
      assert.equal(password!.value, undefined);
    });

    await t.step("an end with every regular expression", async () => {
      await stage.report({ type: "set_value", locator: { role: "textbox", name: "Notes" }, value: "a".repeat(5_000) });
      for (const flags of ["", "i", "u"]) {
        // Refused or not found: either way it answers, and so does the next call.
        await find(stage, { text: { regex: "a*a*a*a*a*a*b", flags } }).catch(({ code }) =>
          assert.equal(code, "invalid_request")
        );
      }
      assert.equal((await find(stage, { text: { regex: "^A+$", flags: "i" } })).matches.length, 1);
    });
  });
}
