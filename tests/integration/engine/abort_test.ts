import assert from "node:assert/strict";
import { engineEnvironment, openDesktop } from "../../../src/desktop/desktop.ts";
import { EngineClient } from "../../../src/client/engine_client.ts";
import { OperationError } from "../../../src/contract/errors.ts";
import { setStage } from "../../support/stage.ts";
import { XClient } from "../../support/x_client.ts";
import { XDevices } from "../../support/x_devices.ts";
import { RfbViewer } from "../../support/rfb_viewer.ts";
import { eventually, ownRuntimeDirectory } from "../desktop/leftovers.ts";

ownRuntimeDirectory();

/** Keycode of the letter x on every PC keyboard of X servers. */
const KEY_X = 53;

async function interrupted(call: Promise<unknown>): Promise<OperationError> {
  try {
    await call;
  } catch (error) {
    assert.ok(error instanceof OperationError, String(error));
    assert.equal(error.code, "user_interrupt", error.message);
    return error;
  }
  throw new assert.AssertionError({ message: "The call was expected to be interrupted" });
}

Deno.test("a person's input stops what acts until the host ends the turn", async (t) => {
  await using stage = await setStage("gtk3");
  await using person = new XDevices(stage.desktop.state.environment);
  await person.add("person");
  const press = { type: "click", locator: { role: "button", name: "Press me" } } as const;
  const clicks = () => stage.fixture.events().filter(({ event }) => event === "clicked").length;

  await t.step("our own input never does", async () => {
    await stage.report({ type: "click", locator: { role: "textbox", name: "Name" } });
    await stage.act([{ type: "type_text", text: "aA日€" }], { delivery: "core_device" });
    // Long enough for the server's own repetition of the key.
    await stage.report({ type: "press_key", key: "x", hold_ms: 1_200 });
    await stage.report(press);
    assert.equal(clicks(), 1);
  });

  const inputs = {
    "a key of another keyboard": async () => {
      await person.use("person");
      for (const down of [true, false]) await person.key(KEY_X, down);
    },
    "a button of another pointer": async () => {
      await person.use("person");
      for (const down of [true, false]) await person.button(1, down);
    },
    "a motion of another pointer": async () => {
      await person.use("person");
      await person.move(3, 4);
    },
    "a motion of the core pointer": async () => {
      await person.use();
      await person.move(5, 6);
    },
  };
  for (const [name, input] of Object.entries(inputs)) {
    await t.step(`${name} latches; looking goes on, acting does not`, async () => {
      const before = clicks();
      await input();
      const error = await interrupted(stage.report(press));
      assert.equal(error.dispatched, "no");
      assert.match(await stage.text(), /Press me/);
      await interrupted(stage.report(press));
      assert.equal(clicks(), before);
      await stage.engine.call("turn_ended", { keep_abort: true });
      await interrupted(stage.report(press));
      await stage.engine.call("turn_ended", {});
      await stage.report(press);
      assert.equal(clicks(), before + 1);
    });
  }

  await t.step("a held key is let go at once, and the rest is not done", async () => {
    const before = clicks();
    const acting = interrupted(stage.act([{ type: "press_key", key: "shift", hold_ms: 9_000 }, press]));
    await eventually(async () => (await person.state()).keys.length > 0, () => "no key is held");
    await person.use("person");
    await person.move(9, 9);
    const error = await acting;
    assert.notEqual(error.dispatched, "no");
    assert.deepEqual((await person.state()).keys, []);
    assert.equal(clicks(), before);
    await stage.engine.call("turn_ended", {});
  });

  await t.step("a held button is let go at once", async () => {
    const acting = interrupted(stage.act([{ ...press, hold_ms: 9_000 }]));
    const BUTTON_1 = 1 << 8;
    await eventually(async () => ((await person.state()).mask & BUTTON_1) !== 0, () => "no button is held");
    await person.key(KEY_X, true);
    await person.key(KEY_X, false);
    await acting;
    assert.equal((await person.state()).mask & BUTTON_1, 0);
    await stage.engine.call("turn_ended", {});
  });

  await t.step("typing stops between two characters", async () => {
    await stage.report({ type: "click", locator: { role: "textbox", name: "Notes" } });
    const text = "abcdefghij".repeat(400);
    const before = stage.fixture.events().length;
    const acting = interrupted(stage.act([{ type: "type_text", text }], { delivery: "core_device" }));
    await stage.fixture.waitFor(({ widget, event }) => widget === "notes" && event === "changed", before);
    await person.move(12, 12);
    const error = await acting;
    assert.notEqual(error.dispatched, "no");
    assert.deepEqual((await person.state()).keys, []);
    await stage.engine.call("turn_ended", {});
    assert.doesNotMatch(await stage.text(), new RegExp(text));
  });

  await t.step("a focus that another client takes is no input", async () => {
    await using client = new XClient(stage.desktop.state.environment);
    await client.do("focus", await client.window({ override: true, x: 900, y: 600 }));
    await stage.report(press);
  });
});

Deno.test("a viewer's input latches, the viewer alone does not", async () => {
  await using desktop = await openDesktop({ label: "watched", viewable: true });
  await using engine = new EngineClient({ environment: engineEnvironment(desktop.state) });
  await engine.call("hello", {});
  const act = () => engine.call("act", { target: { app: "nobody" }, actions: [{ type: "press_key", key: "a" }] });
  const code = () => act().then(() => "done", (error: OperationError) => error.code);
  await using viewer = await RfbViewer.connect(desktop.state.rfbSocket!);
  assert.equal(await code(), "window_not_found");
  await viewer.key("x".codePointAt(0)!);
  await eventually(async () => await code() === "user_interrupt", () => "the viewer's key did not latch");
  await engine.call("turn_ended", {});
  assert.equal(await code(), "window_not_found");
  await viewer.pointer(40, 50);
  await eventually(async () => await code() === "user_interrupt", () => "the viewer's motion did not latch");
});
