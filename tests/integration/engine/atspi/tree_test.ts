import assert from "node:assert/strict";
import { doAction } from "../../../../src/engine/atspi/interfaces/action.ts";
import { insertText, setTextContents } from "../../../../src/engine/atspi/interfaces/editable_text.ts";
import { setCurrentValue } from "../../../../src/engine/atspi/interfaces/value.ts";
import { render } from "../../../../src/engine/observe/render.ts";
import { locateOne } from "../../../../src/engine/observe/locate.ts";
import form from "../../../../fixtures/form.json" with { type: "json" };
import { find, type FixtureWindow, nodesOf, until, withFixture } from "./window.ts";

const toolkits = ["gtk3", "qt5"] as const;

/** Strings that the form shows without any input. */
function shownStrings(): string[] {
  const fields = form.columns.flat().flatMap((field) => [
    "label" in field ? field.label : "",
    "text" in field && !("secret" in field) && !["rows", "area"].includes(field.kind) ? field.text : "",
    ...("options" in field && field.kind !== "combo" ? field.options ?? [] : []),
    ...("pages" in field ? (field.pages ?? []).map((page) => page.title) : []),
  ]);
  return [form.menu.title, "Red", "Row 1", "Row 2", "On the first page", ...fields]
    .filter((text): text is string => typeof text === "string" && text !== "");
}

for (const toolkit of toolkits) {
  Deno.test(`readTree() sees every string that the ${toolkit} fixture shows`, async () => {
    await withFixture(toolkit, [], async (window) => {
      const application = await window.application();
      const reading = await window.read(application);
      assert.deepEqual(reading.incomplete, []);
      const text = render(window.snapshot(reading, application.toolkit.name));
      for (const shown of shownStrings()) assert.ok(text.includes(shown), `${shown} is not in\n${text}`);
      for (const hidden of ["Row 100", "On the second page", "Quit"]) assert.ok(!text.includes(`"${hidden}"`), hidden);
    });
  });

  Deno.test(`readTree() gives values, states and places of the ${toolkit} fixture`, async () => {
    await withFixture(toolkit, [], async (window) => {
      const application = await window.application();
      const snapshot = window.snapshot(await window.read(application), application.toolkit.name);
      const one = (role: string, name: string) => locateOne(snapshot, { role, name });
      assert.equal(one("textbox", "Disabled field").value, "locked");
      assert.ok(one("textbox", "Disabled field").states.includes("disabled"));
      assert.equal(one("spinbutton", "Amount").value, "5");
      assert.deepEqual(one("slider", "Volume").range, { minimum: 0, maximum: 100 });
      assert.equal(one("combobox", "Colour").value, "Red");
      assert.ok(one("radio", "Small").states.includes("checked"));
      assert.ok(!one("checkbox", "Subscribe").states.includes("checked"));
      const press = one("button", "Press me");
      assert.ok(press.visible && press.visible.width > 20 && press.visible.height > 10);
    });
  });

  Deno.test(`readTree() never reads the password of the ${toolkit} fixture`, async () => {
    await withFixture(toolkit, [], async (window) => {
      const application = await window.application();
      const field = find(await window.read(application), "password text", "Password");
      await setTextContents(window.bus, field.ref, "hunter2");
      await window.fixture.waitFor((event) => event.widget === "password" && event.event === "changed");
      const reading = await window.read(application);
      assert.equal(find(reading, "password text", "Password").text, undefined);
      const text = render(window.snapshot(reading, application.toolkit.name));
      assert.ok(!text.includes("hunter2"));
      assert.match(text, /password "Password" \(hidden\)/);
    });
  });

  Deno.test(`readTree() sees what changes in the ${toolkit} fixture`, async () => {
    await withFixture(toolkit, ["--scenario", "late-widget"], async (window) => {
      const application = await window.application();
      const reading = await window.read(application);
      await setTextContents(window.bus, find(reading, "text", "Name").ref, "Grüße λ – 日本語 😀");
      const unit = toolkit === "gtk3" ? "bytes" : "utf16_units";
      await insertText(window.bus, find(reading, "text", "Notes").ref, 0, "Zeile λ 😀", unit);
      await setCurrentValue(window.bus, find(reading, "spin button", "Amount").ref, 42);
      const button = find(reading, "push button", "Press me");
      await window.bus.apart(application.root.bus, (caller) => doAction(caller, button.ref, 0));
      await window.fixture.waitFor((event) => event.widget === "press" && event.event === "clicked");
      const later = await until(() => window.read(application), (next) => hasName(next, "Late button"));
      assert.equal(find(later, "text", "Name").text?.content, "Grüße λ – 日本語 😀");
      assert.equal(find(later, "text", "Notes").text?.content, "Zeile λ 😀");
      assert.equal(find(later, "spin button", "Amount").value?.current, 42);
      assert.ok(hasName(later, "Pressed 1"));
    });
  });

  Deno.test(`readTree() sees the open menu of the ${toolkit} fixture where it is`, async () => {
    await withFixture(toolkit, [], async (window) => {
      const application = await window.application();
      const bar = find(await window.read(application), "menu bar", "");
      const menu = bar.children.find((child) => child.name === form.menu.title)!;
      await window.bus.apart(application.root.bus, (caller) => doAction(caller, menu.ref, 0));
      const open = await until(() => window.read(application), (next) => hasName(next, "Quit"));
      const { elements } = window.snapshot(open, application.toolkit.name);
      const quit = [...elements.values()].find((element) => element.name === "Quit");
      assert.equal(quit?.role, "menuitem");
      assert.ok(quit?.visible && quit.visible.y > menu.bounds!.y);
    });
  });
}

type Reading = Awaited<ReturnType<FixtureWindow["read"]>>;

function hasName(reading: Reading, name: string): Reading | undefined {
  return nodesOf(reading.root).some((node) => node.name === name) ? reading : undefined;
}

Deno.test("AccessibilityBus.apart() keeps a GTK 3 modal dialog from blocking the next look", async () => {
  await withFixture("gtk3", [], async (window) => {
    const application = await window.application();
    const button = find(await window.read(application), "push button", "Open dialog");
    await window.bus.apart(application.root.bus, (caller) => doAction(caller, button.ref, 0));
    await window.fixture.waitFor((event) => event.event === "dialog");
    const frames = await until(
      async () => (await window.application()).frames,
      (all) => all.length > 1 ? all : undefined,
    );
    const dialog = frames.find((frame) => frame.role === "dialog");
    assert.equal(dialog?.name, form.dialog.title);
    assert.ok(dialog?.states.has("modal"));
    assert.ok(hasName(await window.read(application), "Press me"));
  });
});

Deno.test("AccessibilityBus.onEvent() tells of changes until it is disposed", async () => {
  await withFixture("gtk3", [], async (window) => {
    const application = await window.application();
    const reading = await window.read(application);
    const check = find(reading, "check box", "Subscribe");
    const { promise, resolve } = Promise.withResolvers<number>();
    {
      using _listening = window.bus.onEvent((event) => {
        const ours = event.sender === check.ref.bus && event.path === check.ref.path;
        if (ours && event.kind === "Object:StateChanged" && event.detail === "checked") resolve(event.detail1);
      });
      await doAction(window.bus, check.ref, 0);
      assert.equal(await promise, 1);
    }
    let after = 0;
    window.bus.onEvent(() => after++)[Symbol.dispose]();
    await doAction(window.bus, check.ref, 0);
    await until(
      () => window.read(application),
      (next) => find(next, "check box", "Subscribe").states.has("checked") ? undefined : true,
    );
    assert.equal(after, 0);
  });
});
