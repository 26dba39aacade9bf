import assert from "node:assert/strict";
import type { ParamsInput } from "../../../src/contract/operations.ts";
import type { FixtureEvent } from "../../support/fixture.ts";
import { setStage, type Stage } from "../../support/stage.ts";
import { XClient } from "../../support/x_client.ts";
import { XDevices } from "../../support/x_devices.ts";
import { eventually } from "../desktop/leftovers.ts";
import { failure } from "../../support/failure.ts";

type ActionInput = ParamsInput<"act">["actions"][number];
type Point = [x: number, y: number];

/** Button1Mask of X.h. */
const LEFT = 256;
/** A place of the fixture's window where nothing is. */
const FREE: Point = [200, 600];

/** Acts on points of the fixture's window as it is now. */
async function act(stage: Stage, ...actions: ActionInput[]) {
  const { frame } = await stage.engine.call("observe", { app: stage.app });
  return await stage.act(actions, { frame: frame!.id, observe: false });
}

/** What the fixture hears of presses and releases, at once: nothing is waited for. */
function presses(stage: Stage, before: number): FixtureEvent[] {
  return stage.fixture.events().slice(before).filter(({ event }) => event.startsWith("button"));
}

Deno.test("a held button is let go by whatever ends what it was held for", async (t) => {
  const endings = {
    "the end of the turn": async ({ engine }: Stage) => void await engine.call("turn_ended", {}),
    "the abort latch": async ({ engine }: Stage) => void await engine.call("seed", { abort_latched: true }),
    "the end of its application": async ({ fixture }: Stage) => {
      Deno.kill(fixture.pid, "SIGKILL");
      await fixture.ended;
    },
    "the end of the engine": async ({ engine }: Stage) => await engine.close(),
  };
  for (const [name, end] of Object.entries(endings)) {
    await t.step(name, async () => {
      await using stage = await setStage("xaw");
      await using server = new XDevices(stage.desktop.state.environment);
      await act(stage, { type: "button_down", point: FREE });
      assert.equal((await server.state()).mask & LEFT, LEFT);
      await end(stage);
      await eventually(async () => ((await server.state()).mask & LEFT) === 0, () => "the button is still down");
    });
  }
});

Deno.test("while a button is held, only what moves or releases is done", async (t) => {
  await using stage = await setStage("gtk3", ["--motion"]);

  await t.step("a button that is up can't be released", async () => {
    const error = await failure(act(stage, { type: "button_up" }));
    assert.equal(error.code, "input_refused");
    assert.match(error.message, /button_down/);
  });

  await t.step("another press is refused, and nothing arrives", async () => {
    await act(stage, { type: "button_down", point: FREE });
    await stage.fixture.waitFor(({ event }) => event === "button");
    const before = stage.fixture.events().length;
    const others: ActionInput[] = [
      { type: "click", point: FREE },
      { type: "button_down", point: FREE },
      { type: "drag", path: [FREE, [250, 600]] },
      { type: "scroll", point: FREE, direction: "down" },
    ];
    for (const other of others) {
      const error = await failure(act(stage, other));
      assert.equal(error.code, "input_refused");
      assert.match(error.message, /left button is held/);
    }
    await act(stage, { type: "move_relative", dx: 9, dy: 0 });
    await stage.fixture.waitFor(({ event }) => event === "motion", before);
    assert.deepEqual(presses(stage, before), []);
  });

  await t.step("it is not released over an application that was not approved", async () => {
    await using stranger = new XClient(stage.desktop.state.environment);
    await stranger.window({ x: 300, y: 610, override: true, wmClass: ["stranger", "Stranger"], title: "A stranger" });
    const before = stage.fixture.events().length;
    const error = await failure(act(stage, { type: "button_up", point: [330, 640] }));
    assert.equal(error.code, "input_refused");
    assert.match(error.message, /A stranger/);
    await act(stage, { type: "button_up", point: [210, 600] });
    const released = await stage.fixture.waitFor(({ event }) => event === "button_release", before);
    assert.equal(released.button, 1);
    assert.equal(presses(stage, before).length, 1);
  });
});

Deno.test("a drag is checked as a whole, and ends with its button up", async (t) => {
  await using stage = await setStage("gtk3", ["--motion"]);
  await using server = new XDevices(stage.desktop.state.environment);
  const isUp = async () => ((await server.state()).mask & LEFT) === 0;
  /** A drag of four seconds. */
  const long: ActionInput = {
    type: "drag",
    path: Array.from({ length: 13 }, (_, index): Point => index % 2 ? [600, 600] : FREE),
  };

  await t.step("a point outside of the frame refuses all of it", async () => {
    const before = stage.fixture.events().length;
    const error = await failure(act(stage, { type: "drag", path: [FREE, [300, 600], [300, 6000]] }));
    assert.equal(error.code, "invalid_request");
    assert.equal(error.dispatched, "no");
    assert.deepEqual(presses(stage, before), []);
  });

  await t.step("so does an end that something covers", async () => {
    await using stranger = new XClient(stage.desktop.state.environment);
    await stranger.window({ x: 300, y: 610, override: true, title: "A stranger" });
    const before = stage.fixture.events().length;
    const error = await failure(act(stage, { type: "drag", path: [FREE, [330, 640]] }));
    assert.equal(error.code, "input_refused");
    assert.equal(error.dispatched, "no");
    assert.deepEqual(presses(stage, before), []);
  });

  await t.step("every corner of a path is passed with the button held", async () => {
    const before = stage.fixture.events().length;
    const { window } = await stage.engine.call("observe", { app: stage.app });
    const path: Point[] = [FREE, [260, 600], [260, 630], [200, 600]];
    await act(stage, { type: "drag", path, modifiers: ["ctrl"] });
    await stage.fixture.waitFor(({ event }) => event === "button_release", before);
    const events = stage.fixture.events().slice(before);
    const [press, release] = [events.findIndex(is("button")), events.findIndex(is("button_release"))];
    const seen = events.slice(press, release).filter(is("motion"));
    for (const [x, y] of path.slice(1)) {
      const corner = seen.find((event) => event.x === window.bounds.x + x && event.y === window.bounds.y + y);
      const CTRL = 4;
      assert.equal(
        Number(corner?.state) & (LEFT | CTRL),
        LEFT | CTRL,
        `no motion at ${x},${y}: ${JSON.stringify(seen)}`,
      );
    }
  });

  await t.step("cancelling ends it on the way", async () => {
    const { frame } = await stage.engine.call("observe", { app: stage.app });
    const cancel = new AbortController();
    const before = stage.fixture.events().length;
    const params = { target: { app: stage.app }, actions: [long], frame: frame!.id };
    const dragging = failure(stage.engine.call("act", params, { signal: cancel.signal }));
    await stage.fixture.waitFor(({ event }) => event === "motion", before);
    cancel.abort();
    const error = await dragging;
    assert.equal(error.code, "cancelled");
    assert.notEqual(error.dispatched, "no");
    await eventually(isUp, () => "the button is still down");
    assert.ok(stage.fixture.events().slice(before).filter(is("motion")).length < 12 * 20);
  });

  await t.step("the abort latch ends it too", async () => {
    const before = stage.fixture.events().length;
    const dragging = failure(act(stage, long));
    await stage.fixture.waitFor(({ event }) => event === "motion", before);
    await stage.engine.call("seed", { abort_latched: true });
    const error = await dragging;
    assert.equal(error.code, "user_interrupt");
    assert.notEqual(error.dispatched, "no");
    await eventually(isUp, () => "the button is still down");
    await stage.engine.call("turn_ended", {});
  });
});

function is(name: string) {
  return ({ event }: FixtureEvent) => event === name;
}

Deno.test("a scroll goes as far as was asked for", async (t) => {
  await using stage = await setStage("gtk3");
  // How far a notch goes is worked out from the tree: all of it has to be there.
  await eventually(
    async () => (await stage.engine.call("observe", { app: stage.app })).incomplete.length === 0,
    () => "the tree stays incomplete",
  );
  /** Events come in order: when a key has arrived, so has the wheel. */
  const heard = async (before: number) => {
    await stage.report({ type: "press_key", key: "F9" });
    await stage.fixture.waitFor(({ event, key }) => event === "key" && key === "F9", before);
    return stage.fixture.events().slice(before);
  };
  const turns = async (action: Partial<ActionInput>) => {
    const before = stage.fixture.events().length;
    const scroll = { type: "scroll", locator: { name: "Row 2" }, direction: "down", ...action } as ActionInput;
    const report = await stage.report(scroll);
    const events = await heard(before);
    assert.ok(["confirmed", "reacted"].includes(report.effect), report.effect);
    // Back to the start for the next one.
    const { bounds } = report.window!;
    const { x, y } = events.find(is("scroll"))!;
    await act(stage, { type: "scroll", point: [x! - bounds.x, y! - bounds.y], direction: "up", notches: 100 });
    await stage.fixture.waitFor(({ event, value }) => event === "scrolled" && value === 0, before);
    return {
      notches: events.filter(is("scroll")).length,
      pixels: Number(events.findLast(is("scrolled"))?.value),
    };
  };

  await t.step("notches are turns of the wheel", async () => assert.equal((await turns({ notches: 3 })).notches, 3));
  await t.step("a page is 500 pixels", async () => {
    for (const action of [{}, { pages: 1 }, { pixels: 500 }]) {
      const { pixels } = await turns(action);
      assert.ok(Math.abs(pixels - 500) < 15, `${JSON.stringify(action)} went ${pixels} pixels`);
    }
  });
  await t.step("two distances are refused", async () => {
    const error = await failure(turns({ pages: 1, notches: 2 }));
    assert.equal(error.code, "invalid_request");
    assert.equal(error.dispatched, "no");
  });
});

Deno.test("the whole display can be the target", async (t) => {
  await using stage = await setStage("gtk3");
  await using stranger = new XClient(stage.desktop.state.environment);
  const foreign: Point = [1230, 750];
  await stranger.window({ x: 1200, y: 720, override: true, wmClass: ["stranger", "Stranger"], title: "A stranger" });
  const press = { role: "button", name: "Press me" };
  await stage.text();
  const { matches } = await stage.engine.call("find", { app: stage.app, locator: press });
  const { x, y, width, height } = matches[0]!.bounds!;
  const button: Point = [x + Math.floor(width / 2), y + Math.floor(height / 2)];
  const actOn = async (target: ParamsInput<"act">["target"], action: ActionInput) => {
    const { frame } = await stage.engine.call("capture", { display: true });
    return await stage.engine.call("act", { target, actions: [action], frame: frame.id, observe: false });
  };

  await t.step("a point of its picture reaches the window that is there", async () => {
    const before = stage.fixture.events().length;
    const { reports } = await actOn({ display: true }, { type: "click", point: button });
    await stage.fixture.waitFor(({ widget, event }) => widget === "press" && event === "clicked", before);
    assert.ok(["confirmed", "reacted"].includes(reports[0]!.effect));
    assert.equal(reports[0]!.window?.app_id, stage.app);
  });

  await t.step("so does a point of a smaller picture", async () => {
    const before = stage.fixture.events().length;
    const { frame } = await stage.engine.call("capture", { display: true, max_width: 640 });
    const point = button.map((at) => Math.floor(at * frame.scale)) as Point;
    const params = { target: { display: true }, actions: [{ type: "click", point }], frame: frame.id } as const;
    await stage.engine.call("act", { ...params, actions: [...params.actions] });
    await stage.fixture.waitFor(({ widget, event }) => widget === "press" && event === "clicked", before);
  });

  await t.step("keys go to the window that has the keyboard", async () => {
    const before = stage.fixture.events().length;
    await actOn({ display: true }, { type: "press_key", key: "F9" });
    await stage.fixture.waitFor(({ event, key }) => event === "key" && key === "F9", before);
  });

  await t.step("windows of applications that were not approved are refused", async () => {
    const error = await failure(actOn({ display: true }, { type: "click", point: foreign }));
    assert.equal(error.code, "approval_required");
    assert.equal(error.dispatched, "no");
  });

  await t.step("so is the bare display", async () => {
    const error = await failure(actOn({ display: true }, { type: "click", point: [1230, 300] }));
    assert.equal(error.code, "input_refused");
    assert.equal(error.dispatched, "no");
  });

  await t.step("a picture of the display serves for one application too, where its windows are", async () => {
    const before = stage.fixture.events().length;
    await actOn({ app: stage.app }, { type: "click", point: button });
    await stage.fixture.waitFor(({ widget, event }) => widget === "press" && event === "clicked", before);
    const error = await failure(actOn({ app: stage.app }, { type: "click", point: foreign }));
    assert.equal(error.code, "input_refused");
    assert.match(error.message, /A stranger/);
  });
});
