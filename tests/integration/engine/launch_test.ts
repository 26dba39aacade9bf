import assert from "node:assert/strict";
import { EngineClient } from "../../../src/client/engine_client.ts";
import { OperationError } from "../../../src/contract/errors.ts";
import { readSettings } from "../../../src/engine/settings.ts";
import { launch } from "../../../src/engine/world/launch.ts";
import { engineEnvironment, openDesktop } from "../../../src/desktop/desktop.ts";
import { administratorsFiles } from "../../support/installed.ts";

async function withEngine(
  settings: Record<string, string>,
  body: (engine: EngineClient) => Promise<void>,
): Promise<void> {
  await using desktop = await openDesktop({ label: "launch", home: "private" });
  await using engine = new EngineClient({ environment: { ...engineEnvironment(desktop.state), ...settings } });
  await body(engine);
}

const codeOf = (call: Promise<unknown>) =>
  call.then(() => "done", (error) => error instanceof OperationError ? error.code : String(error));

Deno.test("launch_app starts an application by any of its names and gives its window", async () => {
  await withEngine({ CUA_ALLOW_APPS: "mousepad" }, async (engine) => {
    const { app, window } = await engine.call("launch_app", { name: "mousepad" });
    assert.equal(app.app_id.toLowerCase(), "mousepad");
    assert.equal(app.desktop_entry, "org.xfce.mousepad");
    assert.equal(app.executable, "/usr/bin/mousepad");
    assert.match(window!.title, /Mousepad/);
    const { apps } = await engine.call("list_apps", { running_only: true });
    assert.equal(apps.length, 1);
  });
});

Deno.test("launch_app refuses command lines, unknown names and denied applications, and names near misses", async () => {
  await withEngine({ CUA_DENY_APPS: "org.xfce.mousepad" }, async (engine) => {
    assert.equal(await codeOf(engine.call("launch_app", { name: "sh -c true" })), "invalid_request");
    assert.equal(await codeOf(engine.call("launch_app", { name: "/usr/bin/python3" })), "invalid_request");
    assert.equal(await codeOf(engine.call("launch_app", { name: "mousepad" })), "denied");
    const error = await engine.call("launch_app", { name: "mouse" }).catch((error: OperationError) => error);
    assert.match((error as OperationError).message, /Mousepad/);
  });
});

Deno.test("launch_app starts no entry that the user can write; it only hides the system's", async () => {
  await using desktop = await openDesktop({ label: "launch", home: "private" });
  const environment: Record<string, string> = { ...engineEnvironment(desktop.state), CUA_ALLOW_APPS: "*" };
  const folder = `${environment.XDG_DATA_HOME}/applications`;
  const put = (id: string, lines: string) =>
    Deno.writeTextFileSync(`${folder}/${id}.desktop`, `[Desktop Entry]\nType=Application\n${lines}\n`);
  Deno.mkdirSync(folder, { recursive: true });
  put("own", "Name=Own\nExec=/usr/bin/mousepad");
  put("org.xfce.mousepad", "Name=Mousepad\nExec=/usr/bin/mousepad\nNoDisplay=true");
  await using engine = new EngineClient({ environment });
  assert.equal(await codeOf(engine.call("launch_app", { name: "own" })), "denied");
  assert.equal(await codeOf(engine.call("launch_app", { name: "org.xfce.mousepad" })), "invalid_request");
  put("org.xfce.mousepad", "Name=Mousepad\nExec=/usr/bin/mousepad");
  assert.equal(await codeOf(engine.call("launch_app", { name: "org.xfce.mousepad" })), "denied");
  assert.deepEqual((await engine.call("list_windows", {})).windows, []);
  Deno.removeSync(folder, { recursive: true });
  assert.equal(await codeOf(engine.call("launch_app", { name: "org.xfce.mousepad" })), "done");
});

Deno.test("a launched application is read and driven only once the user approves", async () => {
  await withEngine({}, async (engine) => {
    const { app, window } = await engine.call("launch_app", { name: "mousepad" });
    assert.equal(app.access, "approval_required");
    const look = { window_id: window!.window_id };
    assert.equal(await codeOf(engine.call("observe", look)), "approval_required");
    await engine.call("approve_app", { app_id: app.app_id, executable: app.executable!, scope: "turn" });
    assert.equal(await codeOf(engine.call("observe", look)), "done");
  });
});

Deno.test("launch_app finds the window of an application that hands over to its running process", async () => {
  await withEngine({ CUA_ALLOW_APPS: "*" }, async (engine) => {
    const first = await engine.call("launch_app", { name: "thunar", timeout_ms: 18_000 });
    const second = await engine.call("launch_app", { name: "thunar", timeout_ms: 18_000 });
    assert.equal(second.app.pid, first.app.pid);
    assert.notEqual(second.window!.window_id, first.window!.window_id);
    assert.deepEqual(second.warnings, []);
    const editor = await engine.call("launch_app", { name: "mousepad", timeout_ms: 18_000 });
    const again = await engine.call("launch_app", { name: "mousepad", timeout_ms: 18_000 });
    assert.equal(again.window!.window_id, editor.window!.window_id);
    assert.match(again.warnings.join(), /^it was running already and opened no new window/);
  });
});

Deno.test("launch_app leaves no log behind, whether a window came or not", async () => {
  await using desktop = await openDesktop({ label: "launch", home: "private" });
  const environment: Record<string, string> = { ...engineEnvironment(desktop.state), CUA_ALLOW_APPS: "*" };
  await using engine = new EngineClient({ environment });
  const logs = () =>
    [...Deno.readDirSync(environment.XDG_RUNTIME_DIR!)].filter(({ name }) => name.startsWith("launch-"));
  await engine.call("launch_app", { name: "mousepad" });
  assert.deepEqual(logs(), []);
  // It hands over to the first one: whether its window is there in time does not matter.
  await codeOf(engine.call("launch_app", { name: "mousepad", timeout_ms: 100 }));
  assert.deepEqual(logs(), []);
});

Deno.test("launch() reads the end of a long output alone, and removes it when it is disposed", async () => {
  const folder = Deno.realPathSync(Deno.makeTempDirSync());
  try {
    Deno.mkdirSync(`${folder}/applications`);
    const entry = `[Desktop Entry]\nType=Application\nName=Talker\nExec=${folder}/talker\n`;
    Deno.writeTextFileSync(`${folder}/applications/talker.desktop`, entry);
    const script = `#!/bin/sh\nhead -c 100000 /dev/zero | tr "\\0" x\necho the end\n`;
    Deno.writeTextFileSync(`${folder}/talker`, script, { mode: 0o755 });
    const settings = readSettings({ environment: { XDG_DATA_DIRS: folder, XDG_RUNTIME_DIR: folder } });
    const read = Deno.readTextFileSync;
    try {
      Deno.readTextFileSync = () => assert.fail("a log is never read as a whole");
      using talker = launch("talker", settings, administratorsFiles);
      while (!talker.ended()) await new Promise((resolve) => setTimeout(resolve, 10));
      assert.equal(talker.output(), "x".repeat(1_993) + "the end");
    } finally {
      Deno.readTextFileSync = read;
    }
    assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), ["applications", "talker"]);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test("hello refuses display 0 and a missing display, and the engine lives on", async () => {
  const engine = new EngineClient({ environment: { ...Deno.env.toObject(), CUA_DISPLAY: ":0" } });
  try {
    assert.equal(await codeOf(engine.call("hello", {})), "denied");
    assert.equal(await codeOf(engine.call("observe", { app: "x" })), "denied");
    assert.equal(engine.starts, 1);
  } finally {
    await engine.close();
  }
});

Deno.test("hello finds no display without CUA_DISPLAY, whatever DISPLAY says", async () => {
  const { CUA_DISPLAY: _none, ...environment } = Deno.env.toObject();
  const engine = new EngineClient({ environment: { ...environment, DISPLAY: ":100" } });
  try {
    assert.equal(await codeOf(engine.call("hello", {})), "desktop_unavailable");
  } finally {
    await engine.close();
  }
});
