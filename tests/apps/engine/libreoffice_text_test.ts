/**
 * Text in LibreOffice's documents and dialogs. The document itself, asked over UNO by the fixture, tells what arrived.
 * @module
 */
import assert from "node:assert/strict";
import type { ActionReport } from "../../../src/contract/actions.ts";
import type { ParamsInput } from "../../../src/contract/operations.ts";
import { setStage, type Stage } from "../../support/stage.ts";
import { layouts, setLayout } from "../../support/texts.ts";

const documents = { CUA_ALLOW_APPS: "libreoffice-calc,libreoffice-writer" };
const text = "é 漢😀Z! مرحبا Привет";
/** Writer takes a key beyond the BMP before the ones typed right before it: such texts go over accessibility there. */
const keyed = "é 漢Z! مرحبا Привет";

/** Acts on the document's window: other windows of LibreOffice are other applications. */
async function report(stage: Stage, action: ParamsInput<"act">["actions"][number], by?: "core_device") {
  const target = { window_id: stage.fixture.window };
  const call = { target, actions: [action], observe: false, ...(by ? { delivery: by } : {}) };
  return (await stage.engine.call("act", call)).reports[0]! as ActionReport;
}

/** Waits until the document, or a cell, holds it. */
async function holds({ fixture }: Stage, widget: string, isIt: (value: string) => boolean): Promise<void> {
  await fixture.waitFor((event) => event.event === "changed" && event.widget === widget && isIt(String(event.value)));
}

Deno.test("text goes into a document of Writer: typed, in several lines, pasted", async (t) => {
  await using stage = await setStage("libreoffice", ["--writer"], documents);
  await report(stage, { type: "press_key", key: "ctrl+End" });
  let typed = "";
  for (const layout of layouts) {
    await t.step(layout, async () => {
      await setLayout(stage.desktop.state.environment, layout);
      await report(stage, { type: "type_text", text: keyed }, "core_device");
      typed += keyed;
      await holds(stage, "document", (value) => value.endsWith(typed));
    });
  }
  await t.step("over accessibility", async () => {
    const { effect } = await report(stage, { type: "type_text", text });
    assert.equal(effect, "confirmed");
    typed += text;
    await holds(stage, "document", (value) => value.endsWith(typed));
  });
  await t.step("a line break makes a paragraph", async () => {
    await report(stage, { type: "type_text", text: "one\ntwo\n" });
    await holds(stage, "document", (value) => value.endsWith(`${typed}one\ntwo\n`));
  });
  await t.step("paste", async () => {
    await report(stage, { type: "paste", text: "p1\np2 😀" });
    await holds(stage, "document", (value) => value.endsWith("two\np1\np2 😀"));
  });
});

Deno.test("text goes into cells of Calc", async (t) => {
  await using stage = await setStage("libreoffice", ["--calc"], documents);
  await report(stage, { type: "click", locator: { role: "cell", name: "D2" } });
  // The log tells a document's first change only with the second one.
  await report(stage, { type: "type_text", text: "first\n" });
  for (const [index, layout] of layouts.entries()) {
    await t.step(layout, async () => {
      await setLayout(stage.desktop.state.environment, layout);
      // A beginning of its own: Calc completes what another cell of the column begins with.
      await report(stage, { type: "type_text", text: `${index}${text}\n` });
      await holds(stage, `D${index + 3}`, (value) => value === `${index}${text}`);
    });
  }
  await t.step("a formula, then a paste", async () => {
    await report(stage, { type: "type_text", text: "=6*7\n" });
    await holds(stage, "D7", (value) => value === "=6*7");
    await report(stage, { type: "paste", text: "pasted é" });
    await holds(stage, "D8", (value) => value === "pasted é");
  });
  await t.step("what can't be set is refused before anything is sent", async () => {
    const locator = { role: "cell", name: "A1" };
    const error = await report(stage, { type: "set_value", locator, value: "x" }).catch((error) => error);
    assert.equal(error.dispatched, "no");
    assert.match(error.message, /type_text/);
  });
});

Deno.test("a field of LibreOffice's form is set, and a combo box's option chosen", async () => {
  await using stage = await setStage("libreoffice");
  const has = (widget: string, value: string) =>
    stage.fixture.waitFor((event) => event.event === "changed" && event.widget === widget && event.value === value);
  const set = await stage.report({ type: "set_value", locator: { role: "textbox", name: "Name" }, value: text });
  assert.equal(set.effect, "confirmed", set.warnings.join("; "));
  await has("entry", text);
  await stage.report({ type: "set_value", locator: { role: "combobox", name: "Colour" }, value: "Green" });
  await has("combo", "Green");
});
