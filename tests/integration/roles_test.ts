import assert from "node:assert/strict";
import { roleCommand, type RoleName, roles } from "../../src/roles.ts";
import { child, read } from "../support/processes.ts";
import { connect } from "./surfaces/mcp/client.ts";

const script = new URL("../support/role_attempts.ts", import.meta.url).pathname;

/** Tries what is forbidden in a process that was started with a role's own flags. */
async function attempt(name: RoleName): Promise<Record<string, string>> {
  const { command, args } = roleCommand(name, []);
  const flags = args.slice(0, -1); // The last one is the program.
  const { stdout, stderr } = await new Deno.Command(command, { args: [...flags, script, name] }).output();
  const text = new TextDecoder().decode(stdout);
  assert.ok(text, new TextDecoder().decode(stderr));
  return JSON.parse(text);
}

/** What each role must not be able to do. */
const forbidden: Record<RoleName, readonly string[]> = {
  host: [
    "load a library",
    "make a pointer",
    "ask for the host name",
    "connect over TCP",
    "listen on TCP",
    "import from the network",
    "read the environment",
  ],
  engine: ["ask for the host name", "connect over TCP", "listen on TCP", "import from the network"],
  sandbox: [
    "ask for the host name",
    "connect over TCP",
    "listen on TCP",
    "import from the network",
    "start a program",
    "read a file",
    "write a file",
    "read the environment",
  ],
  supervisor: ["load a library", "make a pointer", "ask for the host name", "connect over TCP", "listen on TCP"],
  command: ["load a library", "make a pointer", "ask for the host name", "connect over TCP", "listen on TCP"],
};

for (const name of Object.keys(roles) as RoleName[]) {
  Deno.test(`the role ${name} can't do what it must not do`, async () => {
    const results = await attempt(name);
    const done = forbidden[name].filter((what) => !["NotCapable", "TypeError"].includes(results[what] ?? ""));
    assert.deepEqual(done.map((what) => `${what}: ${results[what]}`), []);
  });
}

Deno.test("the roles engine and host can do what they are for", async () => {
  assert.equal((await attempt("engine"))["load a library"], "done");
  assert.equal((await attempt("host"))["start a program"], "done");
});

Deno.test("the host uses no FFI while it serves a session, and maps no X library", async () => {
  const audit = await Deno.makeTempFile({ suffix: ".jsonl" });
  try {
    const environment = { DENO_AUDIT_PERMISSIONS: audit, CUA_ALLOW_APPS: "mousepad" };
    await using client = await connect("v2 2026-07-28", ["--workspace", "new"], { environment });
    const reply = await client.js(`const app = await cua.launchApp("mousepad"); await app.typeText("x");`);
    assert.ok(!reply.isError, reply.text);
    assert.doesNotMatch(read(`/proc/${client.pid}/maps`), /libX|libatspi|libdbus/);
    assert.match(read(`/proc/${child(client.pid, "--ndjson")}/maps`), /libX11/);
    assert.doesNotMatch(read(`/proc/${child(client.pid, "sandbox")}/maps`), /libX/);
    const used = read(audit);
    assert.match(used, /"permission":"read"/);
    assert.doesNotMatch(used, /"ffi"|"sys"|"import"/);
  } finally {
    await Deno.remove(audit);
  }
});

Deno.test("the host needs nothing but HOME and PATH", async () => {
  await using client = await connect("v1 2025-11-25", ["--workspace", "new"], { bare: true });
  const names = read(`/proc/${client.pid}/environ`).split("\0").map((pair) => pair.split("=")[0]!).filter(Boolean);
  const extra = names.filter((name) => !["HOME", "PATH", "DENO_DIR"].includes(name));
  assert.ok(!extra.some((name) => /^(?:DISPLAY|XAUTHORITY|DBUS_|AT_SPI|XDG_|WAYLAND_)/.test(name)), extra.join(" "));
  const reply = await client.js(`nodeRepl.write((await cua.listApps({ emit: false })).length >= 0)`);
  assert.equal(reply.text.trim(), "true");
});
