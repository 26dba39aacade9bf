import assert from "node:assert/strict";
import { readLines } from "../../../src/contract/lines.ts";
import {
  closeDesktop,
  createDesktop,
  type DesktopState,
  listDesktops,
  openDesktop,
  type OwnedDesktop,
  runInDesktop,
} from "../../../src/desktop/desktop.ts";
import { assertNothingLeft, eventually, output, ownRuntimeDirectory, runs } from "./leftovers.ts";

ownRuntimeDirectory();

/** Opens a desktop with a program in it, does something to it, and expects that all of it ends. */
async function endsAfter(fault: (desktop: OwnedDesktop) => void): Promise<string> {
  const desktop = await openDesktop();
  try {
    await runInDesktop(desktop.state, ["sleep", "1000"]);
    fault(desktop);
    await assertNothingLeft(desktop.state);
    return await desktop.ended;
  } finally {
    await desktop.close();
  }
}

for (const service of ["x_server", "session_bus", "accessibility_launcher", "accessibility_bus"]) {
  Deno.test(`openDesktop() ends the desktop when its ${service} is killed, and says so`, async () => {
    const why = await endsAfter(({ state }) => Deno.kill(state.services[service]!.pid, "SIGKILL"));
    // What depends on a bus ends with it, and may be seen first.
    assert.match(why, service === "x_server" ? /the x_server ended/ : /the (session_bus|accessibility_\w+) ended/);
  });
}

for (const service of ["x_server", "session_bus"]) {
  Deno.test(`openDesktop() ends the desktop when its ${service} stays stopped`, async () => {
    const why = await endsAfter(({ state }) => Deno.kill(state.services[service]!.pid, "SIGSTOP"));
    assert.match(why, service === "x_server" ? /the x_server ended/ : /the (session_bus|accessibility_\w+) ended/);
  });
}

Deno.test("openDesktop() leaves nothing when the supervisor is killed", async () => {
  const why = await endsAfter(({ state }) => Deno.kill(state.supervisor.pid, "SIGKILL"));
  assert.match(why, /supervisor ended \(SIGKILL\)/);
});

Deno.test("openDesktop() leaves nothing when the supervisor and the X server are killed together", async () => {
  await endsAfter(({ state }) => {
    for (const pid of [state.supervisor.pid, state.services.x_server!.pid]) Deno.kill(pid, "SIGKILL");
  });
});

Deno.test("openDesktop() leaves nothing when the supervisor stays stopped", async () => {
  await endsAfter(({ state }) => Deno.kill(state.supervisor.pid, "SIGSTOP"));
});

Deno.test("OwnedDesktop.close() ends a desktop whose reaper was killed", async () => {
  const desktop = await openDesktop();
  Deno.kill(reaperOf(desktop.state), "SIGKILL");
  assert.match(await desktop.ended, /reaper ended/);
  await assertNothingLeft(desktop.state);
  await desktop.close();
});

for (const signal of ["SIGKILL", "SIGSTOP"] as const) {
  Deno.test(`openDesktop() starts the window manager again after ${signal}`, async () => {
    await using desktop = await openDesktop();
    const { state } = desktop;
    const first = state.services.window_manager!.pid;
    Deno.kill(first, signal);
    await eventually(async () => {
      const [now] = (await listDesktops()).filter(({ id }) => id === state.id);
      const manager = now?.services.window_manager?.pid;
      return manager !== undefined && manager !== first && runs(manager);
    }, () => "it was not started again");
    const property = ["xprop", "-root", "_NET_SUPPORTING_WM_CHECK"];
    await eventually(
      async () => /window id # 0x/.test((await output(property, state.environment)).text),
      () => "no window manager answers",
    );
  });
}

Deno.test("openDesktop() leaves nothing when its owner is killed", async () => {
  const owner = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", "--cached-only", new URL("owner.ts", import.meta.url).pathname],
    stdout: "piped",
  }).spawn();
  const lines = readLines(owner.stdout);
  const { value } = await lines.next();
  assert.ok(value?.ok);
  const state = JSON.parse(value.text) as DesktopState;
  await runInDesktop(state, ["sleep", "1000"]);
  owner.kill("SIGKILL");
  await owner.status;
  await lines.return(undefined);
  await assertNothingLeft(state);
});

Deno.test("closeDesktop() closes a desktop whose supervisor is stopped", async () => {
  const state = await createDesktop({ ttlSeconds: 120 });
  Deno.kill(state.supervisor.pid, "SIGSTOP");
  await closeDesktop(state.id);
  await assertNothingLeft(state);
});

Deno.test("listDesktops() removes a desktop whose supervisor and reaper were killed", async () => {
  const state = await createDesktop({ ttlSeconds: 120 });
  for (const pid of [reaperOf(state), state.supervisor.pid]) Deno.kill(pid, "SIGKILL");
  await eventually(async () => !(await listDesktops()).some(({ id }) => id === state.id), () => "it is still listed");
  await assertNothingLeft(state);
});

function reaperOf(state: DesktopState): number {
  for (const { name } of Deno.readDirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    let line = "";
    try {
      line = Deno.readTextFileSync(`/proc/${name}/cmdline`);
    } catch {
      continue; // It ended while we looked.
    }
    const parent = Number(Deno.readTextFileSync(`/proc/${name}/stat`).replace(/^.*\) . /s, "").split(" ")[0]);
    if (line.includes("linux-cua-reaper") && line.includes(state.uuid) && parent === state.supervisor.pid) {
      return Number(name);
    }
  }
  assert.fail("the desktop has no reaper");
}
