import assert from "node:assert/strict";
import type { OperationError } from "../../../src/contract/errors.ts";
import type { Toolkit } from "../../support/fixture.ts";
import { setStage, type Stage } from "../../support/stage.ts";
import { canShow, keyboardMapText, layouts, setLayout, shortTexts } from "../../support/texts.ts";

const notes = { role: "textbox", name: "Notes" };
const name = { role: "textbox", name: "Name" };
/** Inside the field "Notes" of the fixtures without a tree. */
const NOTES_POINT: [number, number] = [230, 150];

async function focusNotes(stage: Stage, toolkit: Toolkit): Promise<void> {
  if (toolkit !== "tk" && toolkit !== "xaw") return void await stage.report({ type: "click", locator: notes });
  const { frame } = await stage.engine.call("observe", { app: stage.app });
  await stage.act([{ type: "click", point: NOTES_POINT }], { frame: frame!.id, observe: false });
}

async function typeKeys(stage: Stage, text: string) {
  return (await stage.act([{ type: "type_text", text }], { delivery: "core_device", observe: false })).reports[0]!;
}

const failure = (promise: Promise<unknown>): Promise<OperationError> =>
  promise.then(() => assert.fail("nothing was refused"), (error) => error);

for (const toolkit of ["gtk3", "gtk4", "qt5", "qt6", "tk", "xaw"] satisfies Toolkit[]) {
  Deno.test(`type_text as key events reaches ${toolkit} whatever the layout has`, async (t) => {
    await using stage = await setStage(toolkit);
    const { environment } = stage.desktop.state;
    await focusNotes(stage, toolkit);
    let typed = "";
    for (const layout of layouts) {
      await t.step(layout, async () => {
        await setLayout(environment, layout);
        const map = await keyboardMapText(environment);
        const text = Object.values(shortTexts).filter((text) => canShow(toolkit, text)).join("");
        const { route } = await typeKeys(stage, text);
        typed += text;
        assert.equal(route, "core_device");
        await stage.fixture.waitFor(({ widget, event, value }) =>
          widget === "notes" && event === "changed" && value === typed
        );
        assert.equal(await keyboardMapText(environment), map, "the keyboard map is not what it was");
      });
    }
  });
}

Deno.test("type_text says that nobody can tell what arrived in a window without a tree", async () => {
  await using stage = await setStage("xaw");
  await focusNotes(stage, "xaw");
  const { warnings } = await typeKeys(stage, "漢");
  assert.ok(warnings.some((warning) => /can't be read back/.test(warning)), warnings.join("; "));
});

for (const toolkit of ["gtk3", "qt6"] satisfies Toolkit[]) {
  Deno.test(`text of ${toolkit} is focused, selected, replaced and set`, async (t) => {
    await using stage = await setStage(toolkit);
    const last = (value: unknown, widget = "notes") =>
      stage.fixture.waitFor((event) => event.event === "changed" && event.widget === widget && event.value === value);

    await t.step("focus gives a field the keyboard", async () => {
      const { effect } = await stage.report({ type: "focus", locator: notes });
      assert.equal(effect, "confirmed");
      await stage.report({ type: "type_text", text: "😀 one two one three" });
      await last("😀 one two one three");
    });

    await t.step("focus refuses what takes none, and says what to do", async () => {
      const error = await failure(stage.report({ type: "focus", locator: { name: "Fill in the form" } }));
      assert.equal(error.code, "input_refused");
      assert.equal(error.dispatched, "no");
      assert.match(error.message, /click/);
    });

    await t.step("select_text selects what is meant, behind characters beyond the BMP", async () => {
      const { effect } = await stage.report({ type: "select_text", locator: notes, text: "two" });
      assert.equal(effect, "confirmed");
      await stage.report({ type: "type_text", text: "ZWEI" });
      await last("😀 one ZWEI one three");
    });

    await t.step("select_text demands one place and lists the others", async () => {
      const error = await failure(stage.report({ type: "select_text", locator: notes, text: "one" }));
      assert.equal(error.code, "invalid_request");
      assert.match(error.message, /stands 2 times.*ZWEI one three/);
      await stage.report({ type: "select_text", locator: notes, text: "one", prefix: "ZWEI ", suffix: " three" });
      const { effect } = await typeKeys(stage, "EINS");
      assert.equal(effect, "confirmed");
      await last("😀 one ZWEI EINS three");
    });

    await t.step("passwords are typed and never told", async () => {
      const report = [
        await stage.report({ type: "focus", locator: { role: "password", name: "Password" } }),
        await stage.report({ type: "type_text", text: "sécret€" }),
      ];
      await last("sécret€", "password");
      assert.doesNotMatch(JSON.stringify(report), /cret€/);
    });

    await t.step("select_text refuses a secret field", async () => {
      const locator = { role: "password", name: "Password" };
      const error = await failure(stage.report({ type: "select_text", locator, text: "s" }));
      assert.equal(error.code, "unsupported");
    });

    await t.step("set_value replaces a field's text", async () => {
      const { effect } = await stage.report({ type: "set_value", locator: name, value: "new" });
      assert.equal(effect, "confirmed");
      await last("new", "entry");
    });
  });
}

Deno.test("type_text never answers a dialog that has no field with the focus", async () => {
  await using stage = await setStage("tk");
  const { frame } = await stage.engine.call("observe", { app: stage.app });
  const open: [number, number] = [200, 343];
  await stage.act([{ type: "click", point: open }], { frame: frame!.id, observe: false });
  await stage.fixture.waitFor(({ event, state }) => event === "dialog" && state === "opened");
  const before = stage.fixture.events().length;
  const error = await failure(stage.act([{ type: "type_text", text: "yes\n" }]));
  assert.equal(error.code, "input_refused");
  assert.equal(error.dispatched, "no");
  assert.deepEqual(stage.fixture.events().slice(before).filter(({ event }) => event === "key"), []);
});
