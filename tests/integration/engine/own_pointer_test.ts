import assert from "node:assert/strict";
import type { ParamsInput } from "../../../src/contract/operations.ts";
import type { FixtureEvent, Toolkit } from "../../support/fixture.ts";
import { fixtures } from "../../support/fixture.ts";
import { setStage, type Stage } from "../../support/stage.ts";
import { XClient } from "../../support/x_client.ts";
import { XDevices } from "../../support/x_devices.ts";
import { ownRuntimeDirectory } from "../desktop/leftovers.ts";

ownRuntimeDirectory();

type Locator = ParamsInput<"find">["locator"];
type Action = ParamsInput<"act">["actions"][number];
type Point = [x: number, y: number];

/** Where somebody else's pointer is, on the window that has their keyboard. */
const SOMEBODY = { x: 1262, y: 12 };

/** Has somebody's window hold the core focus and the core pointer while `body` runs, and sees that they never left. */
async function beside(stage: Stage, body: () => Promise<void>): Promise<void> {
  const { environment } = stage.desktop.state;
  await using person = new XClient(environment);
  await using observer = new XDevices(environment);
  const window = await person.window({ x: 1250, y: 0, width: 30, height: 30, override: true });
  await observer.move(SOMEBODY.x, SOMEBODY.y);
  await person.do("focus", window);
  const { samples, seen } = await observer.sampling(body);
  assert.ok(samples > 10);
  assert.deepEqual(seen, [[SOMEBODY.x, SOMEBODY.y, window]], "the core pointer or the core focus changed");
}

/** Acts by our own device and waits for what the application logs. */
async function hear(
  stage: Stage,
  actions: Action[],
  isLast: (event: FixtureEvent) => boolean,
  more: Partial<ParamsInput<"act">> = {},
): Promise<FixtureEvent[]> {
  const before = stage.fixture.events().length;
  const { reports } = await stage.act(actions, { observe: false, ...more });
  for (const { route } of reports) assert.equal(route, "own_device");
  await stage.fixture.waitFor(isLast, before);
  return stage.fixture.events().slice(before);
}

const is = (widget: string, event: string) => (logged: FixtureEvent) =>
  logged.widget === widget && logged.event === event;

/** The menu's title, where it is no menu item. */
const menus: Readonly<Record<string, Locator>> = {
  "fixture-gtk3": { role: "menu", name: "File" },
};

async function drive(stage: Stage, t: Deno.TestContext): Promise<void> {
  const click = (role: string, name: string, more: Partial<Action> = {}) =>
    ({ type: "click", locator: { role, name }, ...more }) as Action;
  const typed = { delivery: "own_device" } as const;

  await t.step("click", async () => {
    const events = await hear(stage, [click("button", "Press me")], is("press", "clicked"));
    assert.equal(events.filter(is("press", "clicked")).length, 1);
  });

  await t.step("type, chord", async () => {
    await hear(stage, [click("textbox", "Name")], is("entry", "button"));
    await hear(stage, [{ type: "type_text", text: "Ab?é日Ä" }], (event) => event.value === "Ab?é日Ä", typed);
    await hear(
      stage,
      [{ type: "press_key", key: "ctrl+a" }, { type: "press_key", key: "Delete" }],
      ({ value }) => value === "",
    );
  });

  await t.step("double click", async () => {
    const item = await stage.engine.call("find", { app: stage.app, locator: { name: "Cherry" }, timeout_ms: 10_000 });
    await hear(
      stage,
      [{ type: "click", element: item.matches[0]!.element, count: 2 }],
      ({ event }) => event === "double",
    );
  });

  await t.step("menu, and the dialog that it opens", async () => {
    await hear(
      stage,
      [{ type: "click", locator: menus[stage.app] ?? { role: "menuitem", name: "File" } }],
      is("menu", "button"),
    );
    await hear(stage, [click("menuitem", "Open Dialog…")], ({ state }) => state === "opened");
    await hear(
      stage,
      [{ type: "type_text", text: "hello" }, click("button", "Accept it")],
      ({ state, value }) => state === "accepted" && value === "hello",
      typed,
    );
  });

  await t.step("wheel", async () => {
    await hear(
      stage,
      [{ type: "scroll", locator: { name: "Row 2" }, direction: "down", notches: 2 }],
      ({ event }) => event === "scrolled",
    );
  });

  await t.step("drag", async () => {
    const { frame, window } = await stage.engine.call("observe", { app: stage.app });
    const { matches } = await stage.engine.call("find", {
      app: stage.app,
      locator: { role: "slider", name: "Volume" },
    });
    const { x, y, width, height } = matches[0]!.bounds!;
    const at = (share: number): Point => [
      Math.round(x - window.bounds.x + 8 + share * (width - 16)),
      Math.round(y - window.bounds.y + height / 2),
    ];
    await hear(
      stage,
      [{ type: "drag", path: [at(0.2), at(0.7)] }],
      ({ widget, event, value }) => widget === "slider" && event === "changed" && Number(value) > 50,
      { frame: frame!.id },
    );
  });
}

for (const toolkit of ["gtk3", "gtk4", "qt5", "qt6"] satisfies Toolkit[]) {
  Deno.test(`our own pointer and keyboard drive ${toolkit} beside somebody else's`, async (t) => {
    await using stage = await setStage(toolkit, [], {
      CUA_ALLOW_APPS: fixtures[toolkit].wmClass,
      CUA_POINTER: "own",
    });
    await beside(stage, () => drive(stage, t));
  });
}

Deno.test("our own pointer and keyboard drive Tk beside somebody else's", async (t) => {
  // Tk's menus are windows of a class of their own.
  const apps = `${fixtures.tk.wmClass},Menu,#!menu#!menu`;
  await using stage = await setStage("tk", [], { CUA_ALLOW_APPS: apps, CUA_POINTER: "own" });
  await beside(stage, async () => {
    const { frame } = await stage.engine.call("observe", { app: stage.app });
    // Tk tells no places: those were read from its picture.
    const click = (point: Point, more: Partial<Action> = {}) => ({ type: "click", point, ...more }) as Action;
    const at = { frame: frame!.id };

    await t.step("click", async () => {
      const events = await hear(stage, [click([200, 313])], is("press", "clicked"), at);
      assert.equal(events.filter(is("press", "clicked")).length, 1);
    });
    await t.step("double click", async () => {
      await hear(stage, [click([480, 127], { count: 2 })], is("list", "double"), at);
    });
    await t.step("type, key", async () => {
      await hear(stage, [click([250, 70])], is("entry", "button"), at);
      await hear(stage, [{ type: "type_text", text: "Ab?éÄ" }], ({ value }) => value === "Ab?éÄ");
      await hear(stage, [{ type: "press_key", key: "BackSpace" }], ({ value }) => value === "Ab?é");
    });
    await t.step("drag", async () => {
      const isFar = ({ widget, event, value }: FixtureEvent) =>
        widget === "slider" && event === "changed" && Number(value) > 50;
      await hear(stage, [{ type: "drag", path: [[175, 289], [320, 289]] }], isFar, at);
    });
    await t.step("menu, and the dialog that it opens", async () => {
      await hear(stage, [click([20, 15]), click([50, 45])], ({ state }) => state === "opened", at);
    });
  });
});
