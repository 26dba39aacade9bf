import assert from "node:assert/strict";
import {
  closeDesktop,
  createDesktop,
  findDesktop,
  listDesktops,
  openDesktop,
  runInDesktop,
} from "../../../src/desktop/desktop.ts";
import { runtimeFolder } from "../../../src/desktop/runtime_directory.ts";
import {
  assertNothingLeft,
  eventually,
  leftovers,
  markedProcesses,
  output,
  ownRuntimeDirectory,
  runs,
  segments,
} from "./leftovers.ts";

ownRuntimeDirectory();

Deno.test("openDesktop() opens a display that its programs may use and nobody else", async () => {
  await using desktop = await openDesktop({ geometry: "1024x768" });
  const { state } = desktop;
  const info = await output(["xdpyinfo"], state.environment);
  assert.match(info.text, /dimensions: +1024x768 pixels/);
  for (const extension of ["Composite", "DAMAGE", "XFIXES", "XTEST", "XInputExtension", "X-Resource", "MIT-SHM"]) {
    assert.match(info.text, new RegExp(`^ +${extension}$`, "m"));
  }
  const stranger = await output(["xdpyinfo"], {
    PATH: state.environment.PATH!,
    DISPLAY: state.display,
    HOME: "/nowhere",
  });
  assert.equal(stranger.code, 1);
  assert.match(stranger.error, /unable to open display/);
});

Deno.test("openDesktop() gives display numbers from 100 up and private files", async () => {
  await using desktop = await openDesktop();
  const { state } = desktop;
  assert.ok(Number(state.display.slice(1)) >= 100);
  for (
    const path of [
      state.directory,
      state.environment.XDG_RUNTIME_DIR!,
      state.environment.XAUTHORITY!,
      `${state.directory}/control.sock`,
    ]
  ) {
    assert.equal((await Deno.stat(path)).mode! & 0o077, 0, path);
  }
});

Deno.test("openDesktop() starts a window manager and both buses", async () => {
  await using desktop = await openDesktop();
  const { environment } = desktop.state;
  const manager = await output(["xprop", "-root", "_NET_SUPPORTING_WM_CHECK"], environment);
  assert.match(manager.text, /window id # 0x/);
  const call = ["--print-reply", "--dest=org.a11y.Bus", "/org/a11y/bus"];
  const enabled = ["org.freedesktop.DBus.Properties.Get", "string:org.a11y.Status", "string:IsEnabled"];
  assert.match((await output(["dbus-send", "--session", ...call, ...enabled], environment)).text, /boolean true/);
  const registry = [
    "--dest=org.freedesktop.DBus",
    "/",
    "org.freedesktop.DBus.NameHasOwner",
    "string:org.freedesktop.DBus",
  ];
  const answer = await output(
    ["dbus-send", `--bus=${desktop.state.accessibilityBus}`, "--print-reply", ...registry],
    environment,
  );
  assert.match(answer.text, /boolean true/);
});

Deno.test("openDesktop() offers no portal, keyring or virtual file system to its programs", async () => {
  await using desktop = await openDesktop();
  const names = ["/", "org.freedesktop.DBus.ListActivatableNames"];
  const call = ["dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.DBus", ...names];
  const { text } = await output(call, desktop.state.environment);
  assert.doesNotMatch(text, /portal|secrets|keyring|gtk\.vfs|systemd/);
});

Deno.test("openDesktop() gives a private home that goes with the desktop", async () => {
  const desktop = await openDesktop({ home: "private" });
  const home = desktop.state.environment.HOME!;
  await Deno.writeTextFile(`${home}/note`, "x");
  await desktop.close();
  await assert.rejects(Deno.stat(home), Deno.errors.NotFound);
});

Deno.test("openDesktop() serves RFB on a Unix socket when the desktop is viewable", async () => {
  await using desktop = await openDesktop({ viewable: true, geometry: "800x600" });
  const { state } = desktop;
  assert.equal((await Deno.stat(state.rfbSocket!)).mode! & 0o077, 0);
  using connection = await Deno.connect({ transport: "unix", path: state.rfbSocket! });
  const greeting = new Uint8Array(12);
  await connection.read(greeting);
  assert.equal(new TextDecoder().decode(greeting), "RFB 003.008\n");
  assert.match((await output(["xdpyinfo"], state.environment)).text, /dimensions: +800x600 pixels/);
  assert.deepEqual(listeningTcp(state.services.x_server!.pid), []);
});

Deno.test("openDesktop() listens on no TCP port", async () => {
  await using desktop = await openDesktop();
  for (const { pid } of Object.values(desktop.state.services)) assert.deepEqual(listeningTcp(pid), []);
});

Deno.test("openDesktop() refuses wrong options with what would be right", async () => {
  await assert.rejects(openDesktop({ geometry: "100x100" }), { code: "invalid_request", message: /WIDTHxHEIGHT/ });
  await assert.rejects(openDesktop({ scale: 9 }), { code: "invalid_request", message: /scale/ });
});

Deno.test("openDesktop() leaves nothing when it is given up", async () => {
  for (const ms of [20, 200, 400, 600]) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const signal = AbortSignal.timeout(ms);
    signal.addEventListener("abort", () => resolve());
    await openDesktop({ signal }).then((desktop) => desktop.close(), (error) => assert.equal(error.code, "timeout"));
    await promise;
    assert.deepEqual([...Deno.readDirSync(await runtimeFolder("desktops"))].map(({ name }) => name), []);
  }
});

Deno.test("OwnedDesktop.close() ends programs that ignore SIGTERM, fork away or drop their environment", async () => {
  const desktop = await openDesktop();
  const { state } = desktop;
  const folder = await Deno.makeTempDir();
  const stubborn = `trap '' TERM; echo $$ >${folder}/stubborn; while :; do sleep 1; done`;
  const forked = `(setsid sh -c 'echo $$ >${folder}/forked; exec sleep 1000' &) ; exit`;
  const bare = `env -i sh -c 'echo $$ >${folder}/bare; exec sleep 1000'; :`;
  for (const script of [stubborn, forked, bare]) await runInDesktop(state, ["sh", "-c", script]);
  const pidOf = (name: string) => Number(readIfThere(`${folder}/${name}`));
  const names = ["stubborn", "forked", "bare"];
  await eventually(() => names.every((name) => pidOf(name) > 0 && runs(pidOf(name))), () => "they did not start");
  const bystander = new Deno.Command("sleep", { args: ["1000"] }).spawn();
  try {
    await desktop.close();
    assert.deepEqual(names.filter((name) => runs(pidOf(name))), []);
    assert.ok(runs(bystander.pid), "a foreign process was killed");
    await assertNothingLeft(state);
  } finally {
    bystander.kill("SIGKILL");
    await bystander.status;
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("OwnedDesktop.close() removes shared memory that a killed program left", async () => {
  const desktop = await openDesktop();
  const made = `${desktop.state.directory}/made`;
  await runInDesktop(desktop.state, ["/usr/bin/python3", "-c", leaveSegment, made]);
  await eventually(() => readIfThere(made) !== "", () => "no segment was made");
  const id = readIfThere(made);
  assert.ok(segments().has(id));
  await desktop.close();
  assert.ok(!segments().has(id));
});

const leaveSegment = `
import ctypes, os, sys, time
id = ctypes.CDLL(None).shmget(0, 4096, 0o1600)
open(sys.argv[1] + ".new", "w").write(str(id))
os.rename(sys.argv[1] + ".new", sys.argv[1])
time.sleep(1000)
`;

Deno.test("runInDesktop() starts a program in the desktop with its environment, in the folder asked for", async () => {
  await using desktop = await openDesktop();
  const { state } = desktop;
  const file = `${state.directory}/said`;
  const script = 'echo "$DISPLAY $EXTRA $PWD" >"$0.new"; mv "$0.new" "$0"; exec sleep 1000';
  const { pid } = await runInDesktop(state, ["sh", "-c", script, file], { environment: { EXTRA: "a b" }, cwd: "/usr" });
  await eventually(() => readIfThere(file) !== "", () => "it did not run");
  assert.equal(readIfThere(file), `${state.display} a b /usr\n`);
  assert.ok(markedProcesses(state.uuid).includes(`${pid} sleep`));
});

Deno.test("runInDesktop() names a program that does not exist", async () => {
  await using desktop = await openDesktop();
  await assert.rejects(runInDesktop(desktop.state, ["no-such-program"]), {
    code: "invalid_request",
    message: /no program "no-such-program"/,
  });
});

Deno.test("createDesktop() makes a desktop that is found by id and label and closed by name", async () => {
  const label = `test ${crypto.randomUUID().slice(0, 8)}`;
  const state = await createDesktop({ label, ttlSeconds: 120 });
  try {
    assert.ok((await listDesktops()).some(({ id }) => id === state.id));
    assert.equal((await findDesktop(label)).id, state.id);
    assert.equal((await findDesktop(state.id)).label, label);
  } finally {
    await closeDesktop(state.id);
  }
  await assertNothingLeft(state);
  await assert.rejects(findDesktop(label), { code: "desktop_unavailable", message: /No desktop/ });
});

Deno.test("createDesktop() ends with its owner and with its time", async () => {
  const owner = new Deno.Command("sleep", { args: ["1000"] }).spawn();
  const owned = await createDesktop({ owner: owner.pid, ttlSeconds: 120 });
  const timed = await createDesktop({ ttlSeconds: 0.5 });
  assert.equal(owned.owner?.pid, owner.pid);
  owner.kill("SIGKILL");
  await owner.status;
  await assertNothingLeft(owned);
  await assertNothingLeft(timed);
});

Deno.test("createDesktop() refuses an owner that does not run", async () => {
  const ended = new Deno.Command("true").spawn();
  await ended.status;
  await assert.rejects(createDesktop({ owner: ended.pid }), { code: "invalid_request", message: /No process/ });
});

Deno.test("openDesktop() leaves nothing when ten are opened and closed in a row", async () => {
  for (let round = 0; round < 10; round++) {
    const desktop = await openDesktop({ geometry: "640x480" });
    await desktop.close();
    assert.deepEqual(leftovers(desktop.state), []);
  }
});

Deno.test("openDesktop() opens eight at once, each with a display of its own", async () => {
  const desktops = await Promise.all(Array.from({ length: 8 }, () => openDesktop({ geometry: "640x480" })));
  try {
    assert.equal(new Set(desktops.map(({ state }) => state.display)).size, 8);
    const infos = await Promise.all(desktops.map(({ state }) => output(["xdpyinfo"], state.environment)));
    for (const { text } of infos) assert.match(text, /640x480/);
  } finally {
    await Promise.all(desktops.map((desktop) => desktop.close()));
  }
  for (const { state } of desktops) await assertNothingLeft(state);
});

/** Inodes of the TCP sockets that a process has, among those of its network namespace that listen. */
function listeningTcp(pid: number): string[] {
  const listening = ["tcp", "tcp6"].flatMap((family) => {
    const rows = readIfThere(`/proc/net/${family}`).trim().split("\n").slice(1).map((row) => row.trim().split(/\s+/));
    return rows.filter((row) => row[3] === "0A").map((row) => `socket:[${row[9]}]`);
  });
  const held = [...Deno.readDirSync(`/proc/${pid}/fd`)].map(({ name }) => Deno.readLinkSync(`/proc/${pid}/fd/${name}`));
  return held.filter((link) => listening.includes(link));
}

function readIfThere(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return "";
  }
}
