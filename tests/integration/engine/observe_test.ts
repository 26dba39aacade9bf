import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import UPNG from "upng-js";
import type { OperationError } from "../../../src/contract/errors.ts";
import type { Toolkit } from "../../support/fixture.ts";
import { setStage } from "../../support/stage.ts";

const form = JSON.parse(Deno.readTextFileSync(new URL("../../../fixtures/form.json", import.meta.url)));

/** Every string of the form that is on the screen at the start. */
function shownStrings(): string[] {
  const fields = form.columns.flat() as {
    kind: string;
    text?: string;
    secret?: boolean;
    label?: string;
    options?: string[];
    pages?: { title: string }[];
  }[];
  const texts = fields.flatMap(({ kind, text, secret, label, options, pages }) => [
    ...(text && !secret && !["rows", "area"].includes(kind) ? [text] : []),
    ...(label ? [label] : []),
    ...(kind === "combo" ? options!.slice(0, 1) : options ?? []),
    ...(pages ?? []).map(({ title }) => title),
  ]);
  return [
    ...texts,
    form.menu.title,
    form.columns[1].find(({ kind }: { kind: string }) => kind === "tabs").pages[0].text,
  ];
}

for (const toolkit of ["gtk3", "qt5"] satisfies Toolkit[]) {
  Deno.test(`observe reads ${toolkit}`, async (t) => {
    await using stage = await setStage(toolkit);
    const { engine, app } = stage;
    const first = await engine.call("observe", { app });

    await t.step("every string that the form shows stands in the text", () => {
      for (const text of shownStrings()) assert.ok(first.text.includes(text), `"${text}" is missing in\n${first.text}`);
    });

    await t.step("passwords are not read", async () => {
      await stage.act([
        { type: "click", locator: { role: "password", name: "Password" } },
        { type: "type_text", text: "hunter2" },
      ]);
      await stage.fixture.waitFor(({ widget, event }) => widget === "password" && event === "changed");
      const { text } = await engine.call("observe", { app });
      assert.ok(!text.includes("hunter"));
      assert.match(text, /password "Password" \(hidden\)/);
    });

    await t.step("nothing new is said in a few words", async () => {
      const before = await engine.call("observe", { app });
      const again = await engine.call("observe", { app, since: before.observation_id });
      assert.equal(again.kind, "no_change");
      assert.ok(again.text.length < before.text.length / 5);
    });

    await t.step("a change is told by its lines alone", async () => {
      const before = await engine.call("observe", { app });
      await stage.report({ type: "click", locator: { role: "button", name: "Press me" } });
      const after = await engine.call("observe", { app, since: before.observation_id });
      assert.equal(after.kind, "changes");
      assert.match(after.text, /Pressed 1/);
      assert.ok(!after.text.includes("Subscribe"));
    });

    await t.step("a query keeps what matches", async () => {
      const { text, lineage } = await engine.call("observe", { app, query: "banana" });
      assert.equal(lineage, "queried");
      assert.match(text, /Banana/);
      assert.ok(!text.includes("Subscribe"));
    });

    await t.step("a screenshot of the same moment hides the password", async () => {
      const { screenshot, window } = await engine.call("observe", { app, screenshot: true });
      assert.equal(screenshot!.frame.width, window.bounds.width);
      const png = Buffer.from(screenshot!.data, "base64");
      const image = UPNG.decode(png.buffer.slice(png.byteOffset, png.byteOffset + png.length));
      const rgba = new Uint8Array(UPNG.toRGBA8(image)[0]!);
      const grey = rgba.filter((_, i) =>
        i % 4 === 0 && rgba[i] === 96 && rgba[i + 1] === 96 && rgba[i + 2] === 96
      ).length;
      assert.ok(grey > 2_000, `only ${grey} pixels are masked`);
    });
  });
}

Deno.test("observe asks for approval before it reads, and a denied application stays denied", async () => {
  await using stage = await setStage("gtk3", [], {});
  const refused = await stage.engine.call("observe", { app: stage.app }).catch((error: OperationError) => error);
  assert.equal((refused as OperationError).code, "approval_required");
  const { app_id, executable } = (refused as OperationError).details as { app_id: string; executable: string };
  const { windows } = await stage.engine.call("list_windows", {});
  assert.equal(windows[0]!.title, "Fixture GTK3"); // Metadata needs no approval.
  const { data } = await stage.engine.call("capture", { display: true });
  await stage.engine.call("approve_app", { app_id, executable, scope: "turn" });
  assert.match(await stage.text(), /Press me/);
  const { data: open } = await stage.engine.call("capture", { display: true });
  assert.ok(open.length > data.length * 2, "the unapproved window was not painted over");
  await stage.engine.call("turn_ended", {});
  const again = await stage.engine.call("observe", { app: stage.app }).catch((error: OperationError) => error);
  assert.equal((again as OperationError).code, "approval_required");
});

Deno.test("observe says that a stopped application does not answer, and the desktop goes on", async () => {
  await using stage = await setStage("gtk3");
  await stage.text();
  Deno.kill(stage.fixture.pid, "SIGSTOP");
  try {
    const stopped = await stage.engine.call("observe", { app: stage.app });
    assert.ok(stopped.incomplete.length > 0);
    assert.ok(stopped.timing.observe_ms < 5_000);
    const { windows } = await stage.engine.call("list_windows", {});
    assert.equal(windows.length, 1);
  } finally {
    Deno.kill(stage.fixture.pid, "SIGCONT");
  }
  assert.match(await stage.text(), /Press me/);
});

Deno.test("observe says that a killed application has no window any more", async () => {
  await using stage = await setStage("gtk3");
  await stage.text();
  Deno.kill(stage.fixture.pid, "SIGKILL");
  await stage.fixture.ended;
  const gone = await stage.engine.call("observe", { app: stage.app }).catch((error: OperationError) => error);
  assert.equal((gone as OperationError).code, "window_not_found");
  assert.deepEqual((await stage.engine.call("list_windows", {})).windows, []);
});
