import assert from "node:assert/strict";
import { openDesktop } from "../../../src/desktop/desktop.ts";
import type { WindowInfo } from "../../../src/contract/values.ts";
import type { Connection } from "../../../src/engine/connection.ts";
import { readSettings } from "../../../src/engine/settings.ts";
import { lookAtWorld, windowInfo, type World } from "../../../src/engine/world/windows.ts";
import { clientProcesses } from "../../../src/engine/x11/client_processes.ts";
import { readStack } from "../../../src/engine/x11/toplevels.ts";
import { Display } from "../../../src/ffi/display.ts";
import { eventMask } from "../../../src/ffi/events.ts";
import { inputFocus, selectInput } from "../../../src/ffi/x11_windows.ts";
import { type Window, xid } from "../../../src/ffi/xid.ts";
import { ask, focus } from "../../../src/ffi/xcb.ts";
import { ConnectionLostError } from "../../../src/ffi/x_errors.ts";
import { XClient } from "../../support/x_client.ts";
import { startXServer } from "../../support/x_server.ts";

/** A display without a window manager, and a client on it. */
async function onBareDisplay(body: (client: XClient, display: Display) => Promise<void>): Promise<void> {
  await using server = await startXServer();
  await using client = new XClient({ DISPLAY: server.display });
  using display = Display.open(server.display);
  await body(client, display);
}

function look(display: Display): World {
  return lookAtWorld({ windows: { now: () => readStack(display) } } as Connection, readSettings({ environment: {} }));
}

function infos(display: Display): WindowInfo[] {
  const world = look(display);
  return world.toplevels.map((toplevel) => windowInfo(toplevel, world));
}

/** What another program says: the oracle. */
async function output(program: string, args: readonly string[], environment: Record<string, string>): Promise<string> {
  const { stdout } = await new Deno.Command(program, { args: [...args], env: environment }).output();
  return new TextDecoder().decode(stdout);
}

/** Client area by xwininfo. */
async function boundsByXwininfo(display: Display, window: number) {
  const text = await output("xwininfo", ["-id", String(window)], { DISPLAY: display.name });
  const number = (name: string) => Number(new RegExp(`${name}:\\s+(-?\\d+)`).exec(text)?.[1]);
  const border = number("Border width"); // Its corner is outside of the border.
  return {
    x: number("Absolute upper-left X") + border,
    y: number("Absolute upper-left Y") + border,
    width: number("Width"),
    height: number("Height"),
  };
}

/** Waits until a condition holds: a window manager does things in its own time. */
async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + 10_000;
  while (!holds()) {
    assert.ok(performance.now() < end, "it never came to hold");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

Deno.test("Without a window manager windows come in the server's order, and the keyboard focus says which is focused", async () => {
  await onBareDisplay(async (client, display) => {
    const first = await client.window({ wmClass: ["one", "One"], title: "first" });
    const second = await client.window({ wmClass: ["one", "One"], title: "second" });
    const menu = await client.window({ override: true });
    await client.window({ map: false });
    await client.window({ width: 1, height: 1 });
    await client.do("raise", first);
    const inner = await client.window({ parent: second });
    await client.do("focus", inner);
    const windows = infos(display);
    assert.deepEqual(windows.map(({ window_id }) => window_id), [first, menu, second]);
    assert.deepEqual(windows.map(({ kind }) => kind), ["main", "popup", "main"]);
    assert.deepEqual(windows.map(({ focused }) => focused), [false, false, true]);
    // The popup has no class of its own: it is its application's.
    assert.deepEqual(windows.map(({ app_id, pid }) => [app_id, pid]), Array(3).fill(["One", client.pid]));
    const order = (await output("xwininfo", ["-root", "-tree"], { DISPLAY: display.name })).matchAll(/^ {5}(0x\w+)/gm);
    const listed = [...order].map(([, id]) => Number(id)).filter((id) => windows.some((one) => one.window_id === id));
    assert.deepEqual(windows.map(({ window_id }) => window_id), listed);
  });
});

Deno.test("Bounds are the client area on the display, outside of the screen and inside of borders too", async () => {
  await onBareDisplay(async (client, display) => {
    await client.window({ x: -300, y: -40, width: 500, height: 90 });
    await client.window({ x: 20, y: 30, width: 5000, height: 4000 });
    await client.window({ x: 10, y: 10, border: 7 });
    await client.window({ x: -2000, y: 900, override: true });
    const windows = infos(display);
    assert.equal(windows.length, 4);
    for (const { window_id, bounds } of windows) {
      assert.deepEqual(bounds, await boundsByXwininfo(display, window_id));
    }
    assert.deepEqual(windows[3]!.bounds, { x: -300, y: -40, width: 500, height: 90 });
  });
});

Deno.test("Titles are read in every encoding that clients may use, and _NET_WM_NAME goes first", async () => {
  await onBareDisplay(async (client, display) => {
    const window = await client.window({ wmClass: ["a", "A"] });
    const title = () => look(display).toplevels[0]!.title;
    assert.equal(title(), "");
    await client.numbers(window, "WM_NAME", "STRING", [0x47, 0x72, 0xfc, 0xdf], 8);
    assert.equal(title(), "Grüß");
    await client.text(window, "WM_NAME", "STRING", "Grüß €");
    assert.equal(title(), "Grüß €");
    for (const text of ["Grüße", "日本語 テスト", "Привет", "ελλάδα", "zażółć", "한국어", "€ 5 🦉"]) {
      await client.tell({ do: "compound", window, text });
      assert.equal(title(), text);
    }
    await client.text(window, "_NET_WM_NAME", "UTF8_STRING", "new 🦉 title\0and more");
    assert.equal(title(), "new 🦉 title");
  });
});

Deno.test("Hostile properties are bounded, and are not believed", async () => {
  await onBareDisplay(async (client, display) => {
    const window = await client.window({ wmClass: ["x".repeat(5000), "Y".repeat(5000)], title: "🦉".repeat(50_000) });
    const seen = look(display).toplevels[0]!;
    assert.equal(seen.title, "🦉".repeat(512));
    assert.ok(seen.wmClass.every((part) => part.length <= 256));
    await client.numbers(window, "_NET_WM_NAME", "UTF8_STRING", [0x61, 0xff, 0xc3, 0x62, 0xed, 0xa0, 0x80], 8);
    assert.match(look(display).toplevels[0]!.title, /^a\ufffd+b\ufffd+$/);
    for (const name of ["_NET_WM_NAME", "WM_CLASS", "WM_NAME"]) {
      await client.numbers(window, name, "CARDINAL", [65, 66]);
    }
    for (const name of ["_NET_WM_STATE", "_NET_WM_WINDOW_TYPE", "WM_STATE", "WM_TRANSIENT_FOR"]) {
      await client.text(window, name, "STRING", "\x03\0\0\0");
    }
    const { title, wmClass, iconified, modal, transientFor } = look(display).toplevels[0]!;
    const nothing = { title: "", wmClass: ["", ""], iconified: false, modal: false, transientFor: null };
    assert.deepEqual({ title, wmClass, iconified, modal, transientFor }, nothing);
  });
});

Deno.test("A window is transient for a listed window alone: not for itself, nothing, or one that is gone", async () => {
  await onBareDisplay(async (client, display) => {
    const [one, other, gone] = [await client.window(), await client.window(), await client.window()];
    const point = (window: number, to: number) => client.numbers(window, "WM_TRANSIENT_FOR", "WINDOW", [to]);
    const parentOf = (window: number) => infos(display).find(({ window_id }) => window_id === window)!;
    await point(one, other);
    await point(other, one); // In a circle.
    assert.equal(parentOf(one).transient_for, other);
    assert.equal(parentOf(other).transient_for, one);
    await point(one, one);
    assert.deepEqual([parentOf(one).transient_for, parentOf(one).kind], [undefined, "main"]);
    await point(one, gone);
    await client.do("destroy", gone);
    for (const target of [gone, 0xffff_ffff, display.root]) {
      await point(one, target);
      assert.equal(parentOf(one).transient_for, undefined);
    }
    assert.equal(parentOf(one).kind, "dialog"); // The root window stands for the group (ICCCM).
  });
});

Deno.test("Windows that go away while they are listed are left out", async () => {
  await onBareDisplay(async (client, display) => {
    const stays = await client.window({ title: "stays" });
    let done = false;
    const churn = async () => {
      while (!done) await client.do("destroy", await client.window({ title: "goes" }));
    };
    await using other = new XClient({ DISPLAY: display.name });
    const churning = [churn()];
    for (let round = 0; round < 200; round++) {
      assert.ok(infos(display).some(({ window_id }) => window_id === stays));
      if (round % 10 === 0) await other.do("destroy", await other.window());
      else await new Promise((resolve) => setTimeout(resolve));
    }
    done = true;
    await Promise.all(churning);
  });
});

Deno.test("A forged list of clients brings no window twice, no root and nothing that is not there", async () => {
  await onBareDisplay(async (client, display) => {
    const manager = await client.window({ map: false });
    const window = await client.window({ title: "real" });
    await client.numbers(display.root, "_NET_SUPPORTING_WM_CHECK", "WINDOW", [manager]);
    await client.numbers(manager, "_NET_SUPPORTING_WM_CHECK", "WINDOW", [manager]);
    const list = [window, display.root, 0, 0xdead, window, 0xffff_ffff];
    await client.numbers(display.root, "_NET_CLIENT_LIST_STACKING", "WINDOW", list);
    assert.deepEqual(infos(display).map(({ window_id }) => window_id), [window]);
  });
});

Deno.test("A look takes as many round trips for thirty windows as for two", async () => {
  await onBareDisplay(async (client, display) => {
    const runs = countRuns(display);
    const add = async (count: number) => {
      for (let index = 0; index < count; index++) await client.window({ title: "one" });
    };
    await add(2);
    assert.equal(look(display).toplevels.length, 2); // The first one learns the atoms.
    const few = runs(() => look(display));
    await add(28);
    assert.equal(runs(() => look(display)), few);
    assert.ok(few <= 8, `${few} conversations`);
  });
});

Deno.test("A pid that has come to name another process is not believed, and one whose process ended is", async () => {
  await onBareDisplay(async (client, display) => {
    const window = xid<Window>(await client.window());
    const startedAt = (start: string | null) => clientProcesses(display, () => start).pidOf(window);
    assert.equal(startedAt("100"), client.pid);
    assert.equal(startedAt(null), client.pid);
    assert.equal(startedAt("200"), null);
    assert.equal(startedAt("100"), client.pid);
    await client.tell({ do: "connect" }); // Another client of the same process is another matter.
    const other = xid<Window>(await client.window());
    assert.equal(clientProcesses(display, () => "200").pidOf(other), client.pid);
  });
});

/** Counts the conversations with the server: each is one round trip at most. */
function countRuns(display: Display): (body: () => void) => number {
  let count = 0;
  const run = display.run.bind(display);
  display.run = <T>(name: string, call: (pointer: Deno.PointerObject) => T) => {
    count++;
    return run(name, call);
  };
  return (body) => {
    count = 0;
    body();
    return count;
  };
}

Deno.test("Events that come with the answers are told of: the socket no longer shows them", async () => {
  await onBareDisplay(async (client, display) => {
    selectInput(display, display.root, eventMask.substructureNotify);
    display.sync();
    await client.window();
    let told = false;
    display.onQueued = () => told = true;
    ask(display, [focus()]);
    assert.ok(told);
  });
});

Deno.test("A look at a server that is gone says so", async () => {
  await using server = await startXServer();
  using display = Display.open(server.display);
  look(display);
  Deno.kill(server.pid, "SIGKILL");
  await until(() => {
    try {
      inputFocus(display);
      return false;
    } catch (error) {
      return error instanceof ConnectionLostError;
    }
  });
  assert.throws(() => look(display), ConnectionLostError);
});

Deno.test("With a window manager: its order, iconified windows last, modal dialogs, and what is active", async () => {
  await using desktop = await openDesktop({ label: "windows", home: "private" });
  const { environment } = desktop.state;
  Deno.env.set("XAUTHORITY", environment.XAUTHORITY!); // libX11 looks for the cookie there.
  using display = Display.open(environment.DISPLAY!);
  await using client = new XClient(environment);
  await using neighbour = new XClient(environment);
  const far = await neighbour.window({ x: 500, y: 40, width: 90, height: 90, wmClass: ["b", "B"], title: "far" });
  await until(() => readStack(display).focused?.window === far);
  const main = await client.window({ x: 30, y: 40, width: 300, height: 200, wmClass: ["a", "A"], title: "main" });
  await until(() => readStack(display).focused?.window === main);
  const dialog = await client.window({ wmClass: ["a", "A"], title: "dialog", map: false });
  await client.numbers(dialog, "WM_TRANSIENT_FOR", "WINDOW", [main]);
  const { _NET_WM_STATE_MODAL, _NET_WM_WINDOW_TYPE_DIALOG } = Object.fromEntries(
    ["_NET_WM_STATE_MODAL", "_NET_WM_WINDOW_TYPE_DIALOG"].map((name) => [name, display.atom(name)]),
  );
  await client.numbers(dialog, "_NET_WM_STATE", "ATOM", [_NET_WM_STATE_MODAL!]);
  await client.numbers(dialog, "_NET_WM_WINDOW_TYPE", "ATOM", [_NET_WM_WINDOW_TYPE_DIALOG!]);
  await client.do("map", dialog);
  await until(() => readStack(display).focused?.window === dialog);
  const seen = infos(display);
  assert.deepEqual(seen.map(({ window_id }) => window_id).sort(), [main, far, dialog].sort());
  assert.deepEqual(seen.map(({ window_id }) => window_id), (await clientList(environment)).reverse());
  const shown = seen.find(({ window_id }) => window_id === dialog)!;
  assert.deepEqual([shown.kind, shown.modal, shown.focused, shown.transient_for], ["dialog", true, true, main]);
  for (const { window_id, bounds } of seen) assert.deepEqual(bounds, await boundsByXwininfo(display, window_id));

  await neighbour.do("raise", far);
  await neighbour.do("iconify", far);
  await until(() => infos(display).some(({ window_id, iconified }) => window_id === far && iconified));
  assert.match(await output("xprop", ["-id", String(far), "WM_STATE"], environment), /Iconic/);
  assert.equal(infos(display).at(-1)!.window_id, far);
});

/** The window manager's own list, from bottom to top. */
async function clientList(environment: Record<string, string>): Promise<number[]> {
  const text = await output("xprop", ["-root", "_NET_CLIENT_LIST_STACKING"], environment);
  return [...text.matchAll(/0x\w+/g)].map(([id]) => Number(id));
}

Deno.test("A window manager that was killed leaves no window unlisted, and its last word is not believed", async () => {
  await using server = await startXServer();
  const environment = { DISPLAY: server.display };
  const manager = new Deno.Command("openbox", {
    args: ["--sm-disable", "--startup", "echo ready"], // It says so once it manages the screen.
    env: environment,
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const said = manager.stdout.getReader();
  await said.read();
  await said.cancel();
  await using client = new XClient(environment);
  using display = Display.open(server.display);
  const before = await client.window({ title: "before", wmClass: ["a", "A"] });
  await until(() => readStack(display).focused?.window === before);
  assert.notEqual(look(display).toplevels[0]!.frame, before);
  manager.kill("SIGKILL");
  await manager.status;
  const after = await client.window({ title: "after", wmClass: ["a", "A"] });
  await until(() => look(display).toplevels.some(({ window, frame }) => window === before && frame === before));
  assert.deepEqual(infos(display).map(({ window_id }) => window_id), [after, before]);
  assert.match(await output("xprop", ["-root", "_NET_ACTIVE_WINDOW"], environment), new RegExp(before.toString(16)));
  assert.equal(look(display).focused, null);
  await client.do("focus", after);
  assert.equal(look(display).focused?.window, after);
});

Deno.test("What the window manager draws is no application's window; anybody else's popup is", async () => {
  await onBareDisplay(async (client, display) => {
    await using manager = new XClient({ DISPLAY: display.name });
    const check = await manager.window({ map: false });
    await manager.window({ override: true }); // Such as the frame of a window that just closed.
    const popup = await client.window({ override: true });
    assert.equal(infos(display).length, 2);
    await manager.numbers(display.root, "_NET_SUPPORTING_WM_CHECK", "WINDOW", [check]);
    await manager.numbers(check, "_NET_SUPPORTING_WM_CHECK", "WINDOW", [check]);
    assert.deepEqual(infos(display).map(({ window_id }) => window_id), [popup]);
    await manager.window({ override: true, wmClass: ["panel", "Panel"] });
    assert.deepEqual(infos(display).map(({ app_id }) => app_id), ["Panel", ""]);
  });
});
