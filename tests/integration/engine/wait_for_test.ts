import assert from "node:assert/strict";
import type { ParamsInput, Result } from "../../../src/contract/operations.ts";
import { Fixture, type Toolkit } from "../../support/fixture.ts";
import { setStage, type Stage } from "../../support/stage.ts";
import { xInput } from "../../support/x_input.ts";
import { failure } from "../../support/failure.ts";

/** Long enough for a machine with much else to do; what is waited for ends the wait. */
const PATIENCE_MS = 15_000;

type Predicates = ParamsInput<"wait_for">["predicates"];
type More = Partial<ParamsInput<"wait_for">>;

function wait({ engine, app }: Stage, predicates: Predicates, more: More = {}): Promise<Result<"wait_for">> {
  return engine.call("wait_for", { app, predicates, timeout_ms: PATIENCE_MS, ...more });
}

function demandMet(result: Result<"wait_for">): Result<"wait_for">["predicates"] {
  assert.ok(result.met, JSON.stringify(result));
  return result.predicates;
}

/** Input that does not come from the engine. It sets the abort latch, which is freed again. */
async function input({ desktop, engine }: Stage, ...commands: string[]): Promise<void> {
  await xInput(desktop.state.environment, ...commands);
  await engine.call("turn_ended", {});
}

const press = { type: "click", locator: { role: "button", name: "Press me" } } as const;
const button = (name: string) => ({ role: "button", name });

for (const toolkit of ["gtk3", "qt5"] satisfies Toolkit[]) {
  Deno.test(`wait_for waits for ${toolkit}`, async (t) => {
    await using stage = await setStage(toolkit, ["--scenario", "late-widget"]);
    await stage.text();

    await t.step("a widget that comes late, beside the action that brings it", async () => {
      const waiting = wait(stage, [
        { type: "element", locator: button("Late button") },
        { type: "text", text: "Pressed 1" },
      ]);
      await stage.report(press);
      const [late, text] = demandMet(await waiting);
      assert.match(late!.evidence!, new RegExp(`^${late!.element} button "Late button"`));
      assert.match(text!.evidence!, /Pressed 1/);
    });

    await t.step("a value that somebody else types", async () => {
      await stage.report({ type: "click", locator: { role: "textbox", name: "Name" } });
      const field = { role: "textbox", name: "Name" };
      const waiting = wait(stage, [{ type: "value", locator: field, equals: "hi" }]);
      await input(stage, "key", "h", "key", "i");
      await stage.fixture.waitFor(({ widget, event, value }) =>
        widget === "entry" && event === "changed" && value === "hi"
      );
      const [value] = demandMet(await waiting);
      assert.match(value!.evidence!, /textbox "Name" = "hi"/);
    });

    await t.step("a state of an element by its id", async () => {
      const { matches } = await stage.engine.call("find", {
        app: stage.app,
        locator: { role: "checkbox", name: "Subscribe" },
      });
      const element = matches[0]!.element;
      const waiting = wait(stage, [{ type: "state", element, states: ["checked", "!disabled"] }]);
      await stage.report({ type: "click", element });
      demandMet(await waiting);
    });

    await t.step("a dialog, what it says, and its end", async () => {
      const opening = wait(stage, [
        { type: "window", title: { regex: "^Fixture dialog$" } },
        { type: "text", text: "Say something" },
        { type: "element", locator: button("Cancel it") },
      ]);
      await stage.report({ type: "click", locator: button("Open dialog") });
      const [window, text, cancel] = demandMet(await opening);
      const dialog = window!.window_id!;
      assert.equal(text!.window_id, dialog);

      const inside = await wait(stage, [{ type: "text", text: "nowhere", is: "absent", window_id: dialog }]);
      assert.match(demandMet(inside)[0]!.evidence!, /none of the \d+ elements of window/);

      const closing = wait(stage, [
        { type: "window", window_id: dialog, is: "gone" },
        { type: "element", element: cancel!.element!, is: "absent" },
      ]);
      await stage.report({ type: "click", element: cancel!.element! });
      const [gone, absent] = demandMet(await closing);
      assert.match(gone!.evidence!, /Fixture/);
      assert.match(absent!.evidence!, /is gone/);
      await stage.fixture.waitFor(({ event, state }) => event === "dialog" && state === "cancelled");
    });

    await t.step("quiet, or any of several", async () => {
      demandMet(await wait(stage, [{ type: "quiet", ms: 200 }]));
      const either = await wait(stage, [{ type: "window", title: "No such window" }, { type: "quiet", ms: 200 }], {
        mode: "any",
      });
      assert.deepEqual(demandMet(either).map(({ result }) => result), ["not_met", "met"]);
    });

    await t.step("nothing longer than it was told to, and does not take what it can't see for absent", async () => {
      const { met, predicates } = await wait(stage, [
        { type: "text", text: "There is no such text", is: "absent" },
        { type: "window", title: "No such window" },
      ], { timeout_ms: 0 });
      assert.equal(met, false);
      const [absent, window] = predicates;
      assert.equal(absent!.result, "unknown");
      assert.match(absent!.reason!, /more in (?:table|list|tree|group) \d+ .*out of view/);
      assert.equal(window!.result, "not_met");
    });
  });
}

Deno.test("wait_for needs the application's approval, and none for the dialogs that it opens", async () => {
  await using stage = await setStage("gtk3", [], {});
  const say: Predicates = [{ type: "text", text: "Say something" }];
  const refused = await failure(wait(stage, say));
  assert.equal(refused.code, "approval_required");
  const { app_id, executable } = refused.details as { app_id: string; executable: string };
  await stage.engine.call("approve_app", { app_id, executable, scope: "turn" });
  const waiting = wait(stage, say);
  await stage.report({ type: "click", locator: button("Open dialog") });
  demandMet(await waiting);
  const late = wait(stage, [{ type: "text", text: "nowhere" }]);
  const told = failure(late); // Listens before it fails.
  await stage.engine.call("revoke_app", { app_id });
  await stage.engine.call("list_windows", {});
  assert.equal((await told).code, "approval_required");
});

Deno.test("wait_for never reads a denied application", async () => {
  await using stage = await setStage("gtk3", [], { CUA_ALLOW_APPS: "*", CUA_DENY_APPS: "fixture-gtk3" });
  for (const predicates of [[{ type: "text", text: "Press me" }], [{ type: "quiet" }]] satisfies Predicates[]) {
    assert.equal((await failure(wait(stage, predicates))).code, "denied");
  }
});

Deno.test("wait_for sees another process of the application come, and an application go", async () => {
  await using stage = await setStage("gtk3");
  const coming = wait(stage, [
    { type: "window", title: "Second window" },
    { type: "element", locator: { role: "window", name: "Second window" } },
  ]);
  {
    await using second = await Fixture.start("gtk3", stage.desktop.state.environment, ["--title", "Second window"]);
    const [window] = demandMet(await coming);
    assert.equal(window!.window_id, second.window);
  }
  const going = wait(stage, [{ type: "window", title: "Fixture GTK3", is: "gone" }]);
  await stage.engine.call("list_windows", {}); // By then it waits.
  Deno.kill(stage.fixture.pid, "SIGKILL");
  assert.match(demandMet(await going)[0]!.evidence!, /has no window/);
});

Deno.test("wait_for says that an application does not answer instead of guessing", async () => {
  await using stage = await setStage("gtk3");
  await stage.text();
  Deno.kill(stage.fixture.pid, "SIGSTOP");
  try {
    const { predicates } = await wait(stage, [{ type: "text", text: "nowhere", is: "absent" }], { timeout_ms: 0 });
    assert.equal(predicates[0]!.result, "unknown");
    assert.match(predicates[0]!.reason!, /answer/);
  } finally {
    Deno.kill(stage.fixture.pid, "SIGCONT");
  }
});

Deno.test("wait_for can be cancelled, and refuses what can't come true", async () => {
  await using stage = await setStage("gtk3");
  const controller = new AbortController();
  const params = { app: stage.app, predicates: [{ type: "window", title: "never" }], timeout_ms: 15_000 } as const;
  const waiting = failure(
    stage.engine.call("wait_for", { ...params, predicates: [...params.predicates] }, { signal: controller.signal }),
  );
  await stage.engine.call("list_windows", {});
  controller.abort();
  assert.equal((await waiting).code, "cancelled");
  const { window_id } = (await stage.engine.call("list_windows", {})).windows[0]!;
  const text: Predicates = [{ type: "text", text: "x" }];
  assert.equal(
    (await failure(wait(stage, text, { app: undefined, window_id: window_id + 99 }))).code,
    "window_not_found",
  );
  assert.equal((await failure(wait(stage, [{ type: "element", element: 9999 }]))).code, "element_not_found");
  assert.equal((await failure(wait(stage, text, { app: undefined }))).code, "invalid_request");
});
