import assert from "node:assert/strict";
import type { OperationError } from "../../../src/contract/errors.ts";
import { Fixture, fixtures } from "../../support/fixture.ts";
import { setStage, type Stage } from "../../support/stage.ts";

const allowed = { CUA_ALLOW_APPS: `${fixtures.gtk3.wmClass},${fixtures.qt5.wmClass}` };
const keysIn = ({ fixture }: Stage) => fixture.events().filter(({ event }) => event === "key").length;
const refusal = (code: string) => (error: OperationError) => {
  assert.equal(error.code, code);
  assert.equal(error.dispatched, "no");
  return true;
};

Deno.test("an action that opens a modal dialog comes back, and keys wait until its dialog is closed", async () => {
  await using stage = await setStage("gtk3");
  const button = { role: "button", name: "Open dialog" };
  const { reports, windows } = await stage.act([{ type: "perform_action", locator: button, action: "click" }]);
  assert.equal(reports[0]!.effect, "confirmed");
  assert.ok(windows.some(({ title }) => title === "Fixture dialog"), JSON.stringify(windows));
  // GTK would hang at the first key for as long as it is inside the action.
  await assert.rejects(stage.report({ type: "press_key", key: "Escape" }), refusal("input_refused"));
  const before = stage.fixture.events().length;
  await stage.report({ type: "click", locator: { role: "button", name: "Cancel" } });
  await stage.fixture.waitFor(({ event, state }) => event === "dialog" && state === "cancelled", before);
  await stage.report({ type: "press_key", key: "Tab" });
  await stage.fixture.waitFor(({ event, key }) => event === "key" && key === "Tab", before);
});

Deno.test("a stopped application gets no keys, and others go on", async () => {
  await using stage = await setStage("gtk3", [], allowed);
  await using other = await Fixture.start("qt5", stage.desktop.state.environment);
  const { frame } = await stage.engine.call("observe", { app: stage.app });
  const target = { app: fixtures.qt5.wmClass };
  await stage.act([{ type: "click", locator: { role: "textbox", name: "Name" } }], { observe: false });
  Deno.kill(stage.fixture.pid, "SIGSTOP");
  try {
    await assert.rejects(stage.report({ type: "press_key", key: "a" }), refusal("app_not_responding"));
    const { reports } = await stage.act([{ type: "click", point: [300, 20] }], { frame: frame!.id, observe: false });
    assert.match(reports[0]!.warnings.join(), /does not answer/);
    const button = { role: "button", name: "Press me" };
    await stage.engine.call("act", { target, actions: [{ type: "click", locator: button }], observe: false });
    await other.waitFor(({ widget, event }) => widget === "press" && event === "clicked");
  } finally {
    Deno.kill(stage.fixture.pid, "SIGCONT");
  }
  await stage.report({ type: "press_key", key: "b" });
  await stage.fixture.waitFor(({ event, key }) => event === "key" && key === "b");
  assert.equal(keysIn(stage), 1);
});

Deno.test("an application that hangs is told of, and gets no keys after that", async () => {
  await using stage = await setStage("gtk3", ["--scenario", "hang"]);
  const { warnings } = await stage.report({ type: "click", locator: { role: "button", name: "Press me" } });
  assert.match(warnings.join(), /does not answer/);
  await assert.rejects(stage.report({ type: "press_key", key: "a" }), refusal("input_refused"));
});
