/**
 * `paste`. The fixture's log tells what arrived, and an X client of its own what the clipboard holds afterwards.
 * @module
 */
import assert from "node:assert/strict";
import { OperationError } from "../../../src/contract/errors.ts";
import { fixtures, type Toolkit } from "../../support/fixture.ts";
import { setStage, type Stage } from "../../support/stage.ts";
import { SelectionClient } from "../../support/x_selection.ts";

const OTHER = "clipboard-fixture";
const name = { role: "textbox", name: "Name" };

/** A stage, and another application that may be read too. */
async function withOther(toolkit: Toolkit, use: (stage: Stage, other: SelectionClient) => Promise<void>) {
  await using stage = await setStage(toolkit, [], { CUA_ALLOW_APPS: `${fixtures[toolkit].wmClass},${OTHER}` });
  await using other = new SelectionClient(stage.desktop.state.environment);
  await use(stage, other);
}

/** Puts a text at the caret and in place of a selection, while another application has the clipboard. */
async function pasteTwice({ report, fixture }: Stage, other: SelectionClient): Promise<void> {
  await other.show(OTHER);
  await other.own({ UTF8_STRING: "theirs λ" });
  await report({ type: "click", locator: name });
  const pasted = await report({ type: "paste", text: "Grüße λ – 日本語 😀" });
  assert.equal(pasted.route, "clipboard");
  assert.equal(pasted.effect, "confirmed", JSON.stringify(pasted));
  assert.deepEqual(pasted.warnings, []);
  await fixture.waitFor(({ widget, value }) => widget === "entry" && value === "Grüße λ – 日本語 😀");
  assert.equal((await other.read("UTF8_STRING")).text, "theirs λ");
  await report({ type: "press_key", key: "ctrl+a" });
  await report({ type: "paste", text: "second" });
  await fixture.waitFor(({ widget, value }) => widget === "entry" && value === "second");
  assert.equal((await other.read("UTF8_STRING")).text, "theirs λ");
}

for (const toolkit of ["gtk4", "qt5", "qt6"] as const) {
  Deno.test(`${toolkit}: paste puts any text at the caret, reads it back, and gives the clipboard back`, () =>
    withOther(toolkit, pasteTwice));
}

Deno.test("gtk3: paste", (t) =>
  withOther("gtk3", async (stage, other) => {
    const { act, report, fixture, engine } = stage;
    await t.step("an application's text comes back", () => pasteTwice(stage, other));

    await t.step("without an earlier text the clipboard is given up", async () => {
      await other.release();
      await report({ type: "click", locator: name });
      await report({ type: "press_key", key: "ctrl+a" });
      await report({ type: "paste", text: "first" });
      await fixture.waitFor(({ widget, value }) => widget === "entry" && value === "first");
      assert.equal(await other.owner(), 0);
    });

    await t.step("what can't be kept is said to be lost", async () => {
      await using windowless = new SelectionClient(stage.desktop.state.environment);
      await windowless.own({ UTF8_STRING: "secret" });
      const { warnings } = await report({ type: "paste", text: " more" });
      assert.ok(warnings.some((line) => line.includes("is lost")), warnings.join("; "));
      await fixture.waitFor(({ widget, value }) => widget === "entry" && value === "first more");
      assert.equal(await other.owner(), 0);
    });

    await t.step("with the text that was written before, that comes back", async () => {
      await engine.call("clipboard_write", { text: "written" });
      await report({ type: "paste", text: "x" });
      assert.equal((await other.read("UTF8_STRING")).text, "written");
    });

    await t.step("nothing is pasted into a dialog whose text field does not have the focus", async () => {
      await report({ type: "click", locator: { role: "button", name: "Open dialog" } });
      await fixture.waitFor(({ event, state }) => event === "dialog" && state === "opened");
      await report({ type: "press_key", key: "Tab" });
      const error = await act([{ type: "paste", text: "astray" }]).then(() => null, (error: unknown) => error);
      assert.ok(error instanceof OperationError);
      assert.equal(error.code, "input_refused");
      assert.equal(error.dispatched, "no");
      assert.equal((await other.read("UTF8_STRING")).text, "written", "the clipboard was left alone");
      await report({ type: "press_key", key: "Escape" });
      await fixture.waitFor(({ event, state }) => event === "dialog" && state === "cancelled");
      assert.ok(!fixture.events().some(({ value }) => String(value).includes("astray")));
    });

    await t.step("a long text with line breaks arrives whole", async () => {
      await report({ type: "click", locator: { role: "textbox", name: "Notes" } });
      const text = Array.from({ length: 300 }, (_, index) => `line ${index} ${"λ".repeat(500)}\n`).join("");
      const pasted = await report({ type: "paste", text });
      assert.equal(pasted.effect, "confirmed", pasted.warnings.join("; "));
      await fixture.waitFor(({ widget, value }) => widget === "notes" && value === text);
    });
  }));

Deno.test("tk: a window without a tree gets the text, and that it can't be read back is said", () =>
  withOther("tk", async ({ fixture, report }, other) => {
    const { effect, warnings } = await report({ type: "paste", text: "Grüße" });
    await fixture.waitFor(({ widget, value }) => widget === "entry" && value === "Grüße");
    assert.equal(effect, "reacted");
    assert.ok(warnings.some((line) => line.includes("read back")), warnings.join("; "));
    assert.equal(await other.owner(), 0);
  }));

Deno.test("xaw: a window that does not paste is told of, and the text stays where it can be had", () =>
  withOther("xaw", async ({ report }, other) => {
    const { warnings } = await report({ type: "paste", text: "nobody takes this" });
    assert.ok(warnings.some((line) => line.includes("did not arrive")), warnings.join("; "));
    assert.equal((await other.read("UTF8_STRING")).text, "nobody takes this");
  }));
