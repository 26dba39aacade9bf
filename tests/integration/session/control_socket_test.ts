import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { LineWriter, readLines } from "../../../src/contract/lines.ts";
import { roleCommand } from "../../../src/roles.ts";
import { callSession, runningSessions } from "../../../src/session/control_client.ts";
import { ControlSocket } from "../../../src/session/control_socket.ts";
import { Session } from "../../../src/session/session.ts";

const xed = { appId: "Xed", executable: "/usr/bin/xed" };
const silent = { ask: () => new Promise<never>(() => {}) };

/** A session with its socket, in a runtime directory of its own. */
async function withSession(use: (session: Session, path: string, runtime: string) => Promise<void>): Promise<void> {
  const runtime = await Deno.makeTempDir();
  const before = Deno.env.get("XDG_RUNTIME_DIR");
  Deno.env.set("XDG_RUNTIME_DIR", runtime);
  try {
    await using session = new Session({ workspace: { kind: "display" }, approvals: {} });
    await using control = await ControlSocket.listen(session);
    await use(session, control.path, runtime);
  } finally {
    if (before === undefined) Deno.env.delete("XDG_RUNTIME_DIR");
    else Deno.env.set("XDG_RUNTIME_DIR", before);
    await Deno.remove(runtime, { recursive: true });
  }
}

/** Runs a command as a person does. */
async function cli(runtime: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const { command, args: flags } = roleCommand("command", args);
  const env = { XDG_RUNTIME_DIR: runtime, CUA_APPROVALS_FILE: `${runtime}/approvals.json` };
  const { code, stdout, stderr } = await new Deno.Command(command, { args: flags, env }).output();
  return { code, out: new TextDecoder().decode(stdout), err: new TextDecoder().decode(stderr) };
}

Deno.test("the socket is the owner's alone, and gone with the session", async () => {
  await withSession(async (session, path) => {
    equal((await Deno.stat(path)).mode! & 0o777, 0o600);
    deepEqual((await runningSessions()).map(({ status }) => [status.id, status.state]), [[session.id, "idle"]]);
  });
  await withSession(async () => {
    equal((await runningSessions()).length, 1);
  });
});

Deno.test("the socket refuses what it does not know, naming the field, and goes on", async () => {
  await withSession(async (_session, path) => {
    await rejects(callSession(path, "reboot"), /There are status, subscribe/);
    await rejects(callSession(path, "toString"), /There are status/);
    await rejects(callSession(path, "approve", { app: "x", scope: "forever" }), /scope/);
    await rejects(callSession(path, "approve", { app: "x", colour: 1 }), /colour/);
    deepEqual(await callSession(path, "approve", { app: "x" }), { answered: 0 });
  });
});

Deno.test("a socket whose session was killed is removed from the list", async () => {
  await withSession(async (_session, path) => {
    const stale = path.replace(/[^/]+$/, "stale.sock");
    const listener = Deno.listen({ transport: "unix", path: `${stale}.made` });
    // Closing removes a socket by its first name; what is left is what a killed process leaves.
    await Deno.rename(`${stale}.made`, stale);
    listener.close();
    await Deno.stat(stale);
    equal((await runningSessions()).length, 1);
    await rejects(Deno.stat(stale), Deno.errors.NotFound);
  });
});

Deno.test("subscribe tells what happens", async () => {
  await withSession(async (session, path) => {
    const socket = await Deno.connect({ transport: "unix", path });
    const lines = readLines(socket.readable)[Symbol.asyncIterator]();
    const next = async () => {
      const line = (await lines.next()).value;
      return line?.ok ? JSON.parse(line.text) : undefined;
    };
    await new LineWriter(socket.writable).write({ jsonrpc: "2.0", id: 1, method: "subscribe" });
    equal((await next()).result.id, session.id);
    session.emit({ type: "cell_started", title: "Save the file" });
    deepEqual((await next()).params, { type: "cell_started", title: "Save the file" });
    socket.close();
  });
});

Deno.test("linux-cua sessions and approvals show and govern what runs", async () => {
  await withSession(async (session, _path, runtime) => {
    match((await cli(runtime, "sessions")).out, new RegExp(`${session.id} +idle`));
    match((await cli(runtime, "approvals")).out, /no approval is waiting/);
    const settled = session.approvals.settle(xed, silent, new AbortController().signal);
    match((await cli(runtime, "approvals")).out, /Xed\t\/usr\/bin\/xed\t.*\twaiting/);
    equal((await cli(runtime, "approvals", "allow", "gimp")).code, 1);
    equal((await cli(runtime, "approvals", "allow", "xed", "--scope", "turn")).code, 0);
    equal(await settled, "turn");
    equal((await cli(runtime, "sessions", "stop", session.id)).code, 0);
    equal(session.brake.state, "stopped");
    match((await cli(runtime, "sessions")).out, /stopped/);
    equal((await cli(runtime, "sessions", "resume", session.id)).code, 0);
    equal(session.brake.state, "off");
  });
});

Deno.test("linux-cua revoke takes back what is stored", async () => {
  await withSession(async (_session, _path, runtime) => {
    const stored = { always_allowed: [{ app_id: "Xed", executable: "/usr/bin/xed" }] };
    await Deno.writeTextFile(`${runtime}/approvals.json`, JSON.stringify(stored));
    match((await cli(runtime, "revoke", "xed")).out, /1 stored/);
    deepEqual(JSON.parse(await Deno.readTextFile(`${runtime}/approvals.json`)), { always_allowed: [] });
  });
});

Deno.test("the commands explain themselves and name what is wrong", async () => {
  await withSession(async (_session, _path, runtime) => {
    for (const command of ["sessions", "approvals", "revoke"]) {
      const { code, out } = await cli(runtime, command, "--help");
      equal(code, 0);
      match(out, new RegExp(`Usage: linux-cua ${command}`));
    }
    const wrong: [string[], RegExp][] = [
      [["sessions", "--colour"], /Unknown option '--colour'/],
      [["sessions", "stop"], /needs one session id/],
      [["sessions", "dance", "x"], /unknown word "dance"/],
      [["approvals", "allow"], /needs one application id/],
      [["approvals", "allow", "x", "--scope", "forever"], /--scope is turn, session or always/],
      [["revoke"], /needs one application id/],
    ];
    for (const [args, message] of wrong) {
      const { code, err } = await cli(runtime, ...args);
      equal(code, 2, args.join(" "));
      match(err, message);
    }
    ok((await cli(runtime, "sessions", "stop", "nothing")).code === 1);
  });
});
