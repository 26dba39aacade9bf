import assert from "node:assert/strict";
import { EngineClient } from "../../../src/client/engine_client.ts";
import { XClient } from "../../support/x_client.ts";
import { XDevices } from "../../support/x_devices.ts";
import { setStage, type Stage } from "../../support/stage.ts";
import { startXServer } from "../../support/x_server.ts";
import { eventually, ownRuntimeDirectory } from "../desktop/leftovers.ts";

ownRuntimeDirectory();

const BUTTON_1 = 1 << 8;
/** The supervisor starts an engine: half a second, and much more on a machine that is busy. */
const STARTS_MS = 60_000;
const press = { type: "click", locator: { role: "button", name: "Press me" } } as const;
type Actions = Parameters<Stage["act"]>[0];

/** Acts until something is seen, and kills the engine then. */
async function killAt(stage: Stage, actions: Actions, isSeen: () => Promise<boolean>): Promise<void> {
  const acting = stage.act(actions, { delivery: "core_device", observe: false });
  const ended = acting.then(() => assert.fail("it was done before it was seen"), () => {});
  await eventually(isSeen, () => "it was never seen");
  Deno.kill(stage.engine.pid!, "SIGKILL");
  await ended;
}

Deno.test("what a killed engine left is undone by the desktop's supervisor", async (t) => {
  await using stage = await setStage("gtk3");
  await using observer = new XDevices(stage.desktop.state.environment);
  const map = await observer.keyboardMap();
  await stage.report({ type: "click", locator: { role: "textbox", name: "Name" } });

  const isAsBefore = async () => {
    const { keys, mask } = await observer.state();
    return keys.length === 0 && (mask & BUTTON_1) === 0 &&
      JSON.stringify(await observer.keyboardMap()) === JSON.stringify(map);
  };
  const undone = () => eventually(isAsBefore, () => "the state of input is not as before", STARTS_MS);

  await t.step("a held chord", async () => {
    await killAt(
      stage,
      [{ type: "press_key", key: "ctrl+F9", hold_ms: 9_000 }],
      async () => (await observer.state()).keys.length === 2,
    );
    await undone();
  });

  await t.step("a held button", async () => {
    await stage.text(); // Another engine starts.
    await killAt(stage, [{ ...press, hold_ms: 9_000 }], async () => ((await observer.state()).mask & BUTTON_1) !== 0);
    await undone();
  });

  await t.step("borrowed keycodes", async () => {
    await stage.report({ type: "click", locator: { role: "textbox", name: "Name" } });
    const text = Array.from({ length: 3_000 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join("");
    await killAt(stage, [{ type: "type_text", text }], async () => !await isAsBefore());
    await undone();
  });

  await t.step("Caps Lock stays locked, and stays usable", async () => {
    const CAPS_LOCK = 66;
    const LOCK = 2;
    for (const down of [true, false]) await observer.key(CAPS_LOCK, down);
    await stage.engine.call("turn_ended", {});
    const isLocked = async () => ((await observer.state()).mask & LOCK) !== 0;
    assert.ok(await isLocked());
    await killAt(stage, [{ type: "press_key", key: "x", hold_ms: 9_000 }], async () => !await isLocked());
    await eventually(isLocked, () => "Caps Lock was not locked again", STARTS_MS);
    await undone();
  });
});

Deno.test("an engine's own devices go with it, and the application under its pointer lives", async (t) => {
  await using stage = await setStage("gtk4", [], { CUA_ALLOW_APPS: "fixture-gtk4", CUA_POINTER: "own" });
  await using observer = new XDevices(stage.desktop.state.environment);
  const devices = JSON.stringify(await observer.devices());
  const extra = async () => JSON.stringify(await observer.devices()) !== devices;

  await t.step("after SIGKILL", async () => {
    const before = stage.fixture.events().length;
    const acting = stage.act([{ ...press, hold_ms: 9_000 }]).then(() => assert.fail("it was done"), () => {});
    await stage.fixture.waitFor(({ widget, event }) => widget === "press" && event === "button", before);
    assert.ok(await extra());
    Deno.kill(stage.engine.pid!, "SIGKILL");
    await acting;
    await eventually(async () => !await extra(), () => "its devices are still there", STARTS_MS);
  });

  await t.step("after it was closed in order", async () => {
    const before = stage.fixture.events().length;
    await stage.report(press);
    await stage.fixture.waitFor(({ widget, event }) => widget === "press" && event === "clicked", before);
    assert.ok(await extra());
    await stage.engine.close();
    // An engine that takes too long to end is killed: then its supervisor does it.
    await eventually(async () => !await extra(), () => "its devices are still there", STARTS_MS);
  });

  // A dead application would not answer to another client's input any more.
  const before = stage.fixture.events().length;
  const { x, y } = middleOfPress(stage);
  await observer.move(x, y);
  for (const down of [true, false]) await observer.button(1, down);
  await stage.fixture.waitFor(({ widget, event }) => widget === "press" && event === "clicked", before);
});

Deno.test("what a killed engine left is undone by the next one where there is no supervisor", async () => {
  await using server = await startXServer();
  const environment = { DISPLAY: server.display, CUA_DISPLAY: server.display };
  await using observer = new XDevices(environment);
  await using held = await observerWindow(environment);
  const engine = new EngineClient({ environment: { ...Deno.env.toObject(), ...environment, CUA_ALLOW_APPS: "held" } });
  try {
    const acting = engine.call("act", {
      target: { window_id: held.id },
      actions: [{ type: "press_key", key: "shift+F9", hold_ms: 9_000 }],
    }).then(() => assert.fail("it was done"), () => {});
    await eventually(async () => (await observer.state()).keys.length === 2, () => "no key was held");
    Deno.kill(engine.pid!, "SIGKILL");
    await acting;
    assert.equal((await observer.state()).keys.length, 2);
    await engine.call("hello", {});
    assert.deepEqual((await observer.state()).keys, []);
  } finally {
    await engine.close();
  }
});

/** Where the button was pressed last. */
function middleOfPress({ fixture }: Stage): { x: number; y: number } {
  const { x, y } = fixture.events().findLast(({ widget, event }) => widget === "press" && event === "button")!;
  return { x: x!, y: y! };
}

/** A window that may be driven. */
async function observerWindow(environment: Record<string, string>): Promise<AsyncDisposable & { id: number }> {
  const client = new XClient(environment);
  const id = await client.window({ width: 200, height: 200, wmClass: ["held", "held"], title: "held" });
  return { id, [Symbol.asyncDispose]: () => client[Symbol.asyncDispose]() };
}
