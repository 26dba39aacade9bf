/**
 * Text in web pages: typed, pasted, selected and set. The page's own log tells what arrived.
 * @module
 */
import assert from "node:assert/strict";
import { OperationError } from "../../../src/contract/errors.ts";
import { setStage, type Stage } from "../../support/stage.ts";
import { keyboardMapText, layouts, setLayout, shortTexts } from "../../support/texts.ts";

const notes = { role: "textbox", name: "Notes" };
const rich = { role: "textbox", name: "Rich text" };
/** A tab moves the focus of a page. */
const texts = Object.entries(shortTexts).filter(([name]) => name !== "tab").map(([, text]) => text);

/** Waits until the page has it. */
async function has({ fixture }: Stage, widget: string, value: unknown): Promise<void> {
  await fixture.waitFor((event) => event.event === "changed" && event.widget === widget && event.value === value);
}

Deno.test("text of a page is typed under any layout, replaced, pasted and read back", async (t) => {
  await using stage = await setStage("chromium");
  const { report, desktop: { state: { environment } } } = stage;
  await report({ type: "click", locator: notes });
  const text = texts.join("");
  for (const layout of layouts) {
    await t.step(layout, async () => {
      await setLayout(environment, layout);
      const map = await keyboardMapText(environment);
      await report({ type: "type_text", text });
      await has(stage, "notes", text);
      await report({ type: "press_key", key: "ctrl+a" });
      const { effect, warnings } = await report({ type: "paste", text: `${layout} Grüße\n😀` });
      assert.equal(effect, "confirmed", warnings.join("; "));
      await has(stage, "notes", `${layout} Grüße\n😀`);
      assert.equal(await keyboardMapText(environment), map);
      await report({ type: "press_key", key: "ctrl+a" });
      await report({ type: "press_key", key: "Delete" });
    });
  }
});

Deno.test("fields of a page are focused, set and selected in", async (t) => {
  await using stage = await setStage("chromium");
  const { report } = stage;

  await t.step("set_value replaces what a field holds", async () => {
    const locator = { role: "textbox", name: "Name" };
    for (const value of ["first 😀", "second é", ""]) {
      const { effect, warnings } = await report({ type: "set_value", locator, value });
      assert.equal(effect, "confirmed", warnings.join("; "));
      await has(stage, "entry", value);
    }
  });

  await t.step("set_value never submits a field by a line break", async () => {
    const locator = { role: "textbox", name: "Name" };
    const error = await report({ type: "set_value", locator, value: "x\n" }).catch((error) => error);
    assert.ok(error instanceof OperationError);
    assert.equal(error.dispatched, "no");
  });

  await t.step("passwords are set and never told", async () => {
    const locator = { role: "password", name: "Password" };
    const reports = [await report({ type: "set_value", locator, value: "sécret€" })];
    await has(stage, "password", "sécret€");
    reports.push(await report({ type: "focus", locator }), await report({ type: "type_text", text: "more" }));
    await has(stage, "password", "sécret€more");
    assert.doesNotMatch(JSON.stringify(reports), /cret€/);
  });

  await t.step("set_value chooses an option of a select", async () => {
    const locator = { role: "combobox", name: "Colour" };
    const { effect } = await report({ type: "set_value", locator, value: "green" });
    assert.equal(effect, "confirmed");
    await has(stage, "combo", "Green");
  });

  await t.step("select_text selects what is meant, behind characters beyond the BMP", async () => {
    await report({ type: "focus", locator: notes });
    await report({ type: "type_text", text: "😀 one two three" });
    await report({ type: "select_text", locator: notes, text: "two" });
    const { effect } = await report({ type: "type_text", text: "ZWEI" });
    assert.equal(effect, "confirmed");
    await has(stage, "notes", "😀 one ZWEI three");
  });
});

Deno.test("an editable element of a page is typed into, line by line, and read back", async () => {
  await using stage = await setStage("chromium", ["--rich"]);
  await stage.report({ type: "click", locator: rich });
  const typed = await stage.report({ type: "type_text", text: "é 漢😀\ntwo" });
  assert.equal(typed.effect, "confirmed", typed.warnings.join("; "));
  await has(stage, "rich", "é 漢😀\ntwo");
  const set = await stage.report({ type: "set_value", locator: rich, value: "new" });
  assert.equal(set.effect, "confirmed", set.warnings.join("; "));
  await has(stage, "rich", "new");
});

Deno.test("a paste that is too long to be read back says that it was fetched", async () => {
  await using stage = await setStage("chromium");
  await stage.report({ type: "click", locator: notes });
  const text = "Grüße ü ".repeat(50_000);
  const { effect, evidence } = await stage.report({ type: "paste", text });
  assert.ok(effect === "confirmed" || evidence.some((line) => line.includes("fetched")), evidence.join("; "));
  await has(stage, "notes", text);
});
