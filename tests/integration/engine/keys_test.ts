import assert from "node:assert/strict";
import type { OperationError } from "../../../src/contract/errors.ts";
import { setStage } from "../../support/stage.ts";
import { keyboardMapText, setLayout } from "../../support/texts.ts";
import { xInput } from "../../support/x_input.ts";

const notes = { role: "textbox", name: "Notes" };
const failure = (promise: Promise<unknown>): Promise<OperationError> =>
  promise.then(() => assert.fail("nothing was refused"), (error) => error);

Deno.test("press_key presses what was named, in any spelling and under any layout", async (t) => {
  await using stage = await setStage("gtk3");
  const { environment } = stage.desktop.state;
  await stage.report({ type: "click", locator: notes });
  const value = (text: string) =>
    stage.fixture.waitFor(({ widget, event, value }) => widget === "notes" && event === "changed" && value === text);

  await t.step("keys, codes, repeat", async () => {
    await stage.act([
      { type: "press_key", key: "a", repeat: 3 },
      { type: "press_key", key: "KeyB" },
      { type: "press_key", key: "Digit1" },
      { type: "press_key", key: "ArrowLeft" },
      { type: "press_key", key: "é" },
      { type: "press_key", key: "END" },
      { type: "press_key", key: "shift+x" },
    ], { observe: false });
    await value("aaabé1X");
  });

  await t.step("a shortcut works where the layout has no such letter", async () => {
    await setLayout(environment, "ru,us");
    const map = await keyboardMapText(environment);
    await stage.act([{ type: "press_key", key: "Control+A" }, { type: "press_key", key: "Delete" }], {
      observe: false,
    });
    await value("");
    assert.equal(await keyboardMapText(environment), map);
    await setLayout(environment, "us");
  });

  await t.step("a wrong name is refused with what may have been meant", async () => {
    const error = await failure(stage.act([{ type: "press_key", key: "ctrl+Retrun" }]));
    assert.equal(error.code, "invalid_request");
    assert.match(error.message, /did you mean "Return"/);
  });

  // Last, because input that is not the engine's interrupts it.
  await t.step("Caps Lock changes nothing, and stays", async () => {
    await stage.act([{ type: "press_key", key: "CapsLock" }], { observe: false });
    await stage.act([{ type: "type_text", text: "Abé" }], { delivery: "core_device", observe: false });
    await stage.act([{ type: "press_key", key: "c" }], { observe: false });
    await value("Abéc");
    const before = stage.fixture.events().length;
    await xInput(environment, "key", "q");
    await stage.fixture.waitFor(({ value }) => value === "AbécQ", before);
  });
});
