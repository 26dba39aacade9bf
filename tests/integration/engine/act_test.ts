import assert from "node:assert/strict";
import { OperationError } from "../../../src/contract/errors.ts";
import { listDesktops } from "../../../src/desktop/desktop.ts";
import { eventually } from "../desktop/leftovers.ts";
import { embed } from "../../support/embed.ts";
import { Fixture, type Toolkit } from "../../support/fixture.ts";
import { setStage, type Stage } from "../../support/stage.ts";
import { failure } from "../../support/failure.ts";

const button = (name: string) => ({ role: "button", name });

/** Each behaviour with its oracle: the fixture's own log. */
async function drive(stage: Stage, t: Deno.TestContext): Promise<void> {
  const { fixture } = stage;
  const heard = () => fixture.events().length;

  await t.step("click presses the button once and the change is seen", async () => {
    const before = heard();
    const { reports, observation } = await stage.act([{ type: "click", locator: button("Press me") }]);
    await fixture.waitFor(({ widget, event }) => widget === "press" && event === "clicked", before);
    const clicks = fixture.events().slice(before).filter(({ event }) => event === "clicked");
    assert.equal(clicks.length, 1);
    assert.equal(reports[0]!.route, "core_device");
    assert.ok(["confirmed", "reacted"].includes(reports[0]!.effect));
    assert.match(observation!.text, /"Pressed 1"/);
  });

  await t.step("click on a check box is confirmed by its state", async () => {
    const before = heard();
    const report = await stage.report({ type: "click", locator: { role: "checkbox", name: "Subscribe" } });
    await fixture.waitFor(
      ({ widget, event, value }) => widget === "check" && event === "toggled" && value === true,
      before,
    );
    assert.equal(report.effect, "confirmed");
    assert.ok(report.evidence.some((line) => line.includes("checked")), report.evidence.join("; "));
  });

  await t.step("type_text inserts any Unicode at the caret, reads it back, and goes on behind it", async () => {
    await stage.report({ type: "click", locator: { role: "textbox", name: "Name" } });
    const first = await stage.report({ type: "type_text", text: "Grüße λ – 日本語 😀" });
    assert.equal(first.route, "accessibility");
    assert.equal(first.effect, "confirmed");
    await stage.report({ type: "type_text", text: " ende" });
    await fixture.waitFor(({ widget, value }) => widget === "entry" && value === "Grüße λ – 日本語 😀 ende");
  });

  await t.step("type_text as key events types what the keyboard map lacks", async () => {
    await stage.act([{ type: "press_key", key: "ctrl+a" }, { type: "press_key", key: "Delete" }]);
    const before = heard();
    const { reports } = await stage.act([{ type: "type_text", text: "aZ9é€日" }], { delivery: "core_device" });
    assert.equal(reports[0]!.route, "core_device");
    await fixture.waitFor(({ widget, value }) => widget === "entry" && value === "aZ9é€日", before);
  });

  await t.step("type_text puts line breaks into a field of several lines", async () => {
    const report = await stage.report({ type: "click", locator: { role: "textbox", name: "Notes" } });
    assert.notEqual(report.effect, "none");
    const typed = await stage.report({ type: "type_text", text: "one\ntwo\n" });
    assert.equal(typed.effect, "confirmed");
    await fixture.waitFor(({ widget, value }) => widget === "notes" && value === "one\ntwo\n");
    await stage.report({ type: "click", locator: { role: "textbox", name: "Name" } });
  });

  await t.step("type_text refuses a line break inside a single-line field and sends nothing", async () => {
    const before = heard();
    const error = await failure(stage.act([{ type: "type_text", text: "one\ntwo" }]));
    assert.equal(error.code, "input_refused");
    assert.equal(error.dispatched, "no");
    assert.deepEqual(fixture.events().slice(before).filter(({ event }) => event === "changed"), []);
  });

  await t.step("set_value sets a spin button's number and refuses what is out of range", async () => {
    const before = heard();
    const spin = { role: "spinbutton", name: "Amount" };
    const report = await stage.report({ type: "set_value", locator: spin, value: "42" });
    assert.equal(report.effect, "confirmed");
    await fixture.waitFor(({ widget, value }) => widget === "spin" && Number(value) === 42, before);
    const error = await failure(stage.act([{ type: "set_value", locator: spin, value: 101 }]));
    assert.equal(error.code, "invalid_request");
    assert.match(error.message, /0 to 100/);
  });

  await t.step("set_value refuses a disabled field", async () => {
    const error = await failure(
      stage.act([{ type: "set_value", locator: { role: "textbox", name: "Disabled field" }, value: "x" }]),
    );
    assert.equal(error.code, "input_refused");
  });

  await t.step("perform_action runs an action by name, and lists the names for a wrong one", async () => {
    const before = heard();
    const { observation } = await stage.act([{ type: "click", locator: button("Press me") }]);
    assert.ok(observation);
    const wrong = await failure(
      stage.act([{ type: "perform_action", locator: button("Press me"), action: "explode" }]),
    );
    assert.equal(wrong.code, "unsupported");
    const name = /it has: "([\w ]+)"/.exec(wrong.message)![1]!;
    await stage.report({ type: "perform_action", locator: button("Press me"), action: name });
    await fixture.waitFor(
      ({ widget, event, value }) => widget === "press" && event === "clicked" && value !== 2,
      before,
    );
    const clicks = fixture.events().slice(before).filter(({ widget, event }) =>
      widget === "press" && event === "clicked"
    );
    assert.equal(clicks.length, 2);
  });

  await t.step("click opens a dialog, the next action reaches it, and its end is seen", async () => {
    const opened = await stage.act([{ type: "click", locator: button("Open dialog") }]);
    assert.equal(opened.reports[0]!.effect, "confirmed");
    assert.equal(opened.window?.title, "Fixture dialog");
    assert.match(opened.observation!.text, /Say something/);
    const before = heard();
    const closed = await stage.act([{ type: "type_text", text: "hello" }, {
      type: "click",
      locator: button("Accept it"),
    }]);
    const event = await fixture.waitFor(({ event, state }) => event === "dialog" && state === "accepted", before);
    assert.equal(event.value, "hello");
    assert.equal(closed.reports[1]!.effect, "confirmed");
    assert.notEqual(closed.window?.title, "Fixture dialog");
  });

  await t.step("click with a count and a modifier arrives as such", async () => {
    const before = heard();
    await stage.report({ type: "click", locator: { role: "listitem", name: "Cherry" }, count: 2 }).catch(() =>
      stage.report({ type: "click", locator: { role: "cell", name: "Cherry" }, count: 2 })
    );
    await fixture.waitFor(({ widget, event }) => widget === "list" && event === "double", before);
  });

  await t.step("a point needs its frame, and a frame of another size is refused", async () => {
    const none = await failure(stage.act([{ type: "click", point: [10, 10] }]));
    assert.equal(none.code, "invalid_request");
    const unknown = await failure(stage.act([{ type: "click", point: [10, 10] }], { frame: 999_999 }));
    assert.equal(unknown.code, "input_refused");
    const { frame } = await stage.engine.call("observe", { app: stage.app });
    const outside = await failure(stage.act([{ type: "click", point: [5000, 10] }], { frame: frame!.id }));
    assert.equal(outside.code, "invalid_request");
  });

  await t.step("a click at a point lands at that point", async () => {
    const { frame, window } = await stage.engine.call("observe", { app: stage.app });
    const before = heard();
    await stage.act([{ type: "click", point: [700, 430] }], { frame: frame!.id, observe: false });
    const event = await fixture.waitFor(({ event }) => event === "button", before);
    assert.deepEqual([event.x, event.y], [window.bounds.x + 700, window.bounds.y + 430]);
  });

  await t.step("actions stop at the first failure and say what was done", async () => {
    const before = heard();
    const error = await failure(stage.act([
      { type: "click", locator: button("Press me") },
      { type: "click", locator: button("There is no such button") },
      { type: "click", locator: button("Press me") },
    ]));
    assert.equal(error.code, "element_not_found");
    assert.equal(error.dispatched, "partly");
    assert.equal(error.details?.failed_action, 1);
    const clicks = fixture.events().slice(before).filter(({ widget, event }) =>
      widget === "press" && event === "clicked"
    );
    assert.equal(clicks.length, 1);
  });

  await t.step("everything is checked before the first action is sent", async () => {
    const before = heard();
    const error = await failure(stage.act([
      { type: "click", locator: button("Press me") },
      { type: "press_key", key: "ctrl+nonsense" },
    ]));
    assert.equal(error.code, "invalid_request");
    assert.equal(error.dispatched, "no");
    assert.deepEqual(fixture.events().slice(before).filter(({ event }) => event === "clicked"), []);
  });

  await t.step("keys and buttons are up afterwards", () => {
    const held = fixture.events().reduce((down, { event, key }) => {
      if (event === "key") down.add(key!);
      if (event === "key_release") down.delete(key!);
      return down;
    }, new Set<string>());
    // The release of a key that closed a dialog goes to nobody.
    for (const key of held) assert.ok(!/shift|control|alt|super/i.test(key), `${key} is still down`);
  });
}

for (const toolkit of ["gtk3", "qt5"] satisfies Toolkit[]) {
  Deno.test(`act drives ${toolkit}`, async (t) => {
    await using stage = await setStage(toolkit);
    await drive(stage, t);
  });
}

Deno.test("act never clicks another element than the one that was seen", async () => {
  await using stage = await setStage("gtk3", ["--scenario", "shift"]);
  const { text } = await stage.engine.call("observe", { app: stage.app });
  const id = Number(/(\d+) button "Open dialog"/.exec(text)![1]);
  // Everything moves down by a new label; the id stands for the same button.
  await stage.report({ type: "click", locator: button("Press me") });
  const { windows } = await stage.act([{ type: "click", element: id }]);
  assert.ok(windows.some(({ title }) => title === "Fixture dialog"));
});

Deno.test("Return waits for a default button that the dialog enables a little later", async () => {
  await using stage = await setStage("gtk3", ["--scenario", "slow-default"]);
  await stage.report({ type: "click", locator: button("Open dialog") });
  const before = stage.fixture.events().length;
  const { reports } = await stage.act([{ type: "type_text", text: "hello" }, { type: "press_key", key: "Return" }]);
  const answer = await stage.fixture.waitFor(({ event, state }) => event === "dialog" && state === "accepted", before);
  assert.equal(answer.value, "hello");
  assert.equal(reports[1]!.effect, "confirmed");
});

Deno.test("Return says that the dialog's default button stays disabled", async () => {
  await using stage = await setStage("gtk3", ["--scenario", "slow-default"]);
  await stage.report({ type: "click", locator: button("Open dialog") });
  const report = await stage.report({ type: "press_key", key: "Return" });
  assert.notEqual(report.effect, "confirmed");
  assert.ok(report.warnings.some((warning) => /"Accept it" is disabled/.test(warning)), report.warnings.join("; "));
});

Deno.test("typing a long text can be cancelled, and other calls are served meanwhile", async () => {
  await using stage = await setStage("gtk3");
  await stage.report({ type: "click", locator: { role: "textbox", name: "Notes" } });
  const cancel = new AbortController();
  const typing = stage.engine.call("act", {
    target: { app: stage.app },
    actions: [{ type: "type_text", text: "x".repeat(200_000) }],
    delivery: "core_device",
  }, { signal: cancel.signal });
  const ended = failure(typing);
  await stage.fixture.waitFor(({ event, key }) => event === "key" && key === "x");
  await stage.engine.call("list_windows", {}); // It is answered while the typing goes on.
  const heard = stage.fixture.events().filter(({ event }) => event === "key").length;
  assert.ok(heard < 200_000);
  cancel.abort();
  const error = await ended;
  assert.equal(error.code, "cancelled");
  assert.notEqual(error.dispatched, "no");
  assert.equal(stage.engine.starts, 1, "the engine had to be killed");
});

Deno.test("a frame of another application's window is refused, and so are windows that the policy denies", async () => {
  await using stage = await setStage("gtk3", [], { CUA_ALLOW_APPS: "fixture-gtk3,fixture-qt5" });
  await using _other = await Fixture.start("qt5", stage.desktop.state.environment);
  const { frame } = await stage.engine.call("observe", { app: "fixture-qt5" });
  const error = await failure(stage.act([{ type: "click", point: [50, 50] }], { frame: frame!.id }));
  assert.equal(error.code, "input_refused");
  assert.match(error.message, /another application/);
});

Deno.test("a point over a window that another client embedded is refused", async () => {
  await using stage = await setStage("gtk3");
  const { frame, window } = await stage.engine.call("observe", { app: stage.app });
  const env = stage.desktop.state.environment;
  await using _guest = await embed(env, window.window_id);
  const before = stage.fixture.events().length;
  const error = await failure(stage.act([{ type: "click", point: [600, 500] }], { frame: frame!.id }));
  assert.equal(error.code, "input_refused");
  assert.match(error.message, /embedded/);
  assert.deepEqual(stage.fixture.events().slice(before).filter(({ event }) => event === "button"), []);
});

/** Presses x. What is refused was not sent, so it may be tried again. */
async function pressWhenPossible(stage: Stage): Promise<void> {
  const end = performance.now() + 10_000;
  while (performance.now() < end) {
    const before = stage.fixture.events().length;
    const error = await stage.act([{ type: "press_key", key: "x" }], { observe: false }).then(
      () => null,
      (error) => error,
    );
    if (error === null) return;
    // For a moment the window is not managed, and perhaps not even shown.
    assert.ok(
      error instanceof OperationError && ["input_refused", "window_not_found"].includes(error.code),
      String(error),
    );
    assert.equal(error.dispatched, "no");
    assert.deepEqual(stage.fixture.events().slice(before).filter(({ event }) => event === "key"), []);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.fail("the window never took the keyboard again");
}

Deno.test("a key is sent once or refused while the window manager is killed, and arrives afterwards", async () => {
  await using stage = await setStage("gtk3");
  await stage.report({ type: "click", locator: { role: "textbox", name: "Name" } });
  for (let round = 0; round < 5; round++) {
    const [state] = (await listDesktops()).filter(({ id }) => id === stage.desktop.state.id);
    const old = state!.services["window_manager"]!.pid;
    const before = stage.fixture.events().length;
    Deno.kill(old, "SIGKILL");
    await pressWhenPossible(stage);
    await stage.fixture.waitFor(({ event, key }) => event === "key" && key === "x", before);
    const keys = stage.fixture.events().slice(before).filter(({ event, key }) => event === "key" && key === "x");
    assert.equal(keys.length, 1);
    // The supervisor records the new one under another pid.
    const isNew = async () =>
      (await listDesktops()).some((now) => now.id === state!.id && now.services["window_manager"]?.pid !== old);
    await eventually(isNew, () => "no new window manager");
  }
});
