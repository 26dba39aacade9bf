import assert from "node:assert/strict";
import { EngineClient } from "../../../src/client/engine_client.ts";
import { XClient } from "../../support/x_client.ts";
import { startXServer, type XServer } from "../../support/x_server.ts";
import { failure } from "../../support/failure.ts";

function engineOn(display: string | undefined, more: Record<string, string> = {}): EngineClient {
  const { DBUS_SESSION_BUS_ADDRESS: _bus, AT_SPI_BUS_ADDRESS: _accessible, ...environment } = Deno.env.toObject();
  return new EngineClient({ environment: { ...environment, ...(display ? { CUA_DISPLAY: display } : {}), ...more } });
}

async function xrandr(server: XServer, ...args: string[]): Promise<string> {
  const { stdout } = await new Deno.Command("xrandr", { args, env: { DISPLAY: server.display } }).output();
  return new TextDecoder().decode(stdout);
}

/** Another program than python's own, as the kernel sees it. */
async function withCopyOfPython(body: (program: string) => Promise<void>): Promise<void> {
  const folder = Deno.realPathSync(Deno.makeTempDirSync());
  try {
    Deno.copyFileSync(Deno.realPathSync("/usr/bin/python3"), `${folder}/other`);
    await body(`${folder}/other`);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

Deno.test("list_windows tells of every monitor, and that none is the primary one", async () => {
  await using server = await startXServer("1000x600");
  await using engine = engineOn(server.display);
  const monitors = async () => (await engine.call("list_windows", {})).monitors;
  assert.deepEqual((await monitors()).map(({ bounds }) => bounds), [{ x: 0, y: 0, width: 1000, height: 600 }]);
  await xrandr(server, "--setmonitor", "left", "500/130x600/150+0+0", "screen");
  await xrandr(server, "--setmonitor", "right", "500/130x300/150+500+20", "none");
  const bounds = { left: { x: 0, y: 0, width: 500, height: 600 }, right: { x: 500, y: 20, width: 500, height: 300 } };
  assert.deepEqual(await monitors(), [
    { name: "left", bounds: bounds.left, primary: false },
    { name: "right", bounds: bounds.right, primary: false },
  ]);
  await xrandr(server, "--setmonitor", "*right2", "100/10x100/10+900+500", "none");
  assert.equal((await monitors()).find(({ primary }) => primary)?.name, "right2");
  assert.match(await xrandr(server, "--listmonitors"), /\+\*right2|\*right2/);
});

Deno.test("A server without RandR has one monitor, its screen", async () => {
  await using server = await startXServer("640x480", ["-extension", "RANDR"]);
  await using engine = engineOn(server.display);
  const { monitors } = await engine.call("list_windows", {});
  assert.deepEqual(monitors, [{ name: "screen", bounds: { x: 0, y: 0, width: 640, height: 480 }, primary: true }]);
});

Deno.test("hello tells the screen's size as it is now", async () => {
  await using server = await startXServer("1000x600");
  await using engine = engineOn(server.display);
  assert.deepEqual((await engine.call("hello", {})).screen, { width: 1000, height: 600 });
  await xrandr(server, "--fb", "800x500");
  const { stdout } = await new Deno.Command("xdpyinfo", { env: { DISPLAY: server.display } }).output();
  const [, width, height] = /dimensions:\s+(\d+)x(\d+)/.exec(new TextDecoder().decode(stdout))!.map(Number);
  assert.deepEqual((await engine.call("hello", {})).screen, { width, height });
});

Deno.test("The second screen of a display is refused by name, never taken for the first", async () => {
  await using server = await startXServer("640x480", ["-screen", "1", "800x600x24"]);
  await using engine = engineOn(`${server.display}.1`);
  const error = await failure(engine.call("list_windows", {}));
  assert.equal(error.code, "invalid_request");
  assert.match(error.message, /CUA_DISPLAY names screen 1/);
  await using first = engineOn(server.display);
  await using client = new XClient({ DISPLAY: `${server.display}.1` });
  await client.window({ title: "on the other screen" });
  assert.deepEqual((await first.call("list_windows", {})).windows, []);
});

Deno.test("Without a desktop both lists fail and name the variable", async () => {
  for (const display of [undefined, ":4999"]) {
    await using engine = engineOn(display);
    for (const name of ["list_apps", "list_windows"] as const) {
      const error = await failure(engine.call(name, {}));
      assert.equal(error.code, "desktop_unavailable");
      assert.match(error.message, /CUA_DISPLAY/);
      assert.equal(error.details?.variable, "CUA_DISPLAY");
    }
  }
});

Deno.test("A server that lacks an extension is refused by the extension's name", async () => {
  for (const [extension, name] of [["Composite", "Composite"], ["X-Resource", "X-Resource 1.2"]] as const) {
    await using server = await startXServer("640x480", ["-extension", extension]);
    await using engine = engineOn(server.display);
    const error = await failure(engine.call("list_apps", {}));
    assert.equal(error.code, "desktop_unavailable");
    assert.match(error.message, new RegExp(`lacks .*${name}`));
  }
});

Deno.test("An application is a process: all its connections, dialogs and popups; another program of its class is not it", async () => {
  await using server = await startXServer();
  await withCopyOfPython(async (program) => {
    await using one = new XClient({ DISPLAY: server.display });
    await using other = new XClient({ DISPLAY: server.display, PYTHONHOME: "/usr" }, [program]);
    const main = await one.window({ wmClass: ["same", "Same"], title: "main" });
    const rival = await other.window({ wmClass: ["same", "Same"], title: "rival" });
    const dialog = await one.window({ wmClass: ["same", "Same"], title: "dialog", map: false });
    await one.numbers(dialog, "WM_TRANSIENT_FOR", "WINDOW", [main]);
    await one.do("map", dialog);
    await one.tell({ do: "connect" }); // As toolkits and browsers do.
    const popup = await one.window({ override: true });
    await using engine = engineOn(server.display);
    const { apps } = await engine.call("list_apps", { running_only: true });
    assert.deepEqual(apps.map(({ pid, executable, app_id }) => [pid, executable, app_id]), [
      [one.pid, Deno.realPathSync("/usr/bin/python3"), "Same"],
      [other.pid, program, "Same"],
    ]);
    const kinds = apps[0]!.windows.map(({ window_id, kind }) => [window_id, kind]);
    assert.deepEqual(kinds, [[popup, "popup"], [dialog, "dialog"], [main, "main"]]);
    assert.deepEqual(apps[1]!.windows.map(({ window_id }) => window_id), [rival]);
    // Approved is the one program; a name brings it, even while the other is on top.
    await other.do("raise", rival);
    await engine.call("approve_app", { app_id: "Same", executable: apps[0]!.executable!, scope: "session" });
    const { window } = await engine.call("observe", { app: "same" });
    assert.equal(window.pid, one.pid);
    const windows = (await engine.call("list_windows", { app: "SAME" })).windows;
    assert.deepEqual(windows.map(({ window_id }) => window_id), [rival, popup, dialog, main]);
  });
});

Deno.test("What has no class, or a process that is gone, is listed and denied with the reason", async () => {
  await using server = await startXServer();
  await using nameless = new XClient({ DISPLAY: server.display });
  await nameless.window({ title: "nameless" });
  await using orphan = new XClient({ DISPLAY: server.display });
  await orphan.window({ wmClass: ["orphan", "Orphan"] });
  await using engine = engineOn(server.display, { CUA_ALLOW_APPS: "*" });
  const list = async () => (await engine.call("list_apps", { running_only: true })).apps;
  const before = (await list()).find(({ app_id }) => app_id === "Orphan");
  assert.deepEqual([before?.access, before?.pid], ["allowed", orphan.pid]);
  await orphan.tell({ do: "fork" }); // The child keeps the connection; the server knows its first owner alone.
  await orphan.ended;
  const apps = await list();
  assert.deepEqual(apps.map(({ app_id, access, reason }) => [app_id, access, reason]), [
    ["Orphan", "denied", "the process behind it can't be established"],
    ["", "denied", "it has no application id (WM_CLASS)"],
  ]);
  assert.equal(apps[0]!.executable, undefined);
});

Deno.test("list_apps joins desktop entries, and leaves installed ones out when only running ones are asked for", async () => {
  await using server = await startXServer();
  const folder = Deno.realPathSync(Deno.makeTempDirSync());
  try {
    Deno.mkdirSync(`${folder}/applications`);
    const write = (id: string, more: string) =>
      Deno.writeTextFileSync(
        `${folder}/applications/${id}.desktop`,
        `[Desktop Entry]\nType=Application\nName=${id} name\n${more}`,
      );
    write("a.Decoy", "Exec=/usr/bin/true\nStartupWMClass=Joined\n");
    write("b.Right", "Exec=/usr/bin/python3.11 %U\nStartupWMClass=joined\n".replace("python3.11", python()));
    write("c.Installed", "Exec=/usr/bin/true\nName[de]=Deutsch\n\n[Desktop Action x]\nName=Not this\nExec=/no\n");
    write("d.Hidden", "Exec=/usr/bin/true\nNoDisplay=true\n");
    await using client = new XClient({ DISPLAY: server.display });
    await client.window({ wmClass: ["x", "Joined"] });
    await using engine = engineOn(server.display, { XDG_DATA_HOME: folder, XDG_DATA_DIRS: "/nowhere" });
    const running = (await engine.call("list_apps", { running_only: true })).apps;
    assert.deepEqual(running.map(({ name, desktop_entry }) => [name, desktop_entry]), [["b.Right name", "b.Right"]]);
    const all = (await engine.call("list_apps", {})).apps;
    assert.deepEqual(all[0], running[0]);
    const installed = all.slice(1).map(({ desktop_entry, name, windows }) => [desktop_entry, name, windows.length]);
    assert.deepEqual(installed.sort(), [["a.Decoy", "a.Decoy name", 0], ["c.Installed", "c.Installed name", 0]]);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

/** The name of python's own program. */
function python(): string {
  return Deno.realPathSync("/usr/bin/python3").split("/").at(-1)!;
}
