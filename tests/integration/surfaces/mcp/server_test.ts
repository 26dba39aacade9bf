import { deepEqual, equal, match, notEqual, ok } from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { callSession, runningSessions } from "../../../../src/session/control_client.ts";
import { operationNames, operations } from "../../../../src/contract/operations.ts";
import { connect, generations, type TestClient } from "./client.ts";

/** The processes below a process whose command line matches. */
function descendants(pid: number, pattern: RegExp): number[] {
  const children = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number).filter((child) => {
    try {
      return readFileSync(`/proc/${child}/stat`, "utf8").split(") ")[1]?.split(" ")[1] === String(pid);
    } catch {
      return false; // It has just ended.
    }
  });
  const matching = children.filter((child) => pattern.test(commandOf(child)));
  return [...matching, ...children.flatMap((child) => descendants(child, pattern))];
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return ""; // It has just ended.
  }
}

async function ended(pid: number, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    if (commandOf(pid) === "") return true;
    // Another process's end can't be waited for otherwise.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}

async function socketOf(client: TestClient): Promise<string> {
  const session = (await runningSessions()).find(({ status }) => status.pid === client.pid);
  ok(session, "the session has a control socket");
  return session.path;
}

for (const generation of generations) {
  Deno.test(`the server lists its tools in a fixed order, and opens nothing for that (${generation})`, async () => {
    await using client = await connect(generation, ["--workspace", "new", "--tools", "all"]);
    const tools = await client.tools();
    const discrete = operationNames.filter((name) => operations[name].audience === "model");
    deepEqual(tools.map(({ name }) => name), ["js", "js_reset", "turn_ended", ...discrete]);
    const reading = tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name);
    deepEqual(reading, discrete.filter((name) => operations[name].effect === "reads"));
    deepEqual(descendants(client.pid, /./), []);
  });

  Deno.test(`js keeps bindings, awaits at the top level and names the line of an error (${generation})`, async () => {
    await using client = await connect(generation, ["--workspace", "new"]);
    equal((await client.js("const a = await Promise.resolve(41);\nnodeRepl.write(a + 1)")).text, "42");
    const failed = await client.js("let b = a;\nnodeRepl.write(b);\nnull.x;");
    ok(failed.isError);
    match(failed.text, /^41\nTypeError: .*\(line 3/);
    equal((await client.js("const a = 1; nodeRepl.write(a, b)")).text, "1 41");
    equal((await client.call("js_reset", {})).isError, false);
    match((await client.js("b")).text, /ReferenceError/);
  });
}

Deno.test("js survives SIGKILL and SIGSTOP of the sandbox", async () => {
  await using client = await connect("v2 2026-07-28", ["--workspace", "new"]);
  await client.js("var kept = 1");
  const sandbox = descendants(client.pid, / sandbox/)[0]!;
  Deno.kill(sandbox, "SIGKILL");
  ok(await ended(sandbox, 2_000));
  const met = await client.js("nodeRepl.write(typeof kept)");
  match(met.text, /bindings are gone/);
  match(met.isError ? (await client.js("nodeRepl.write(typeof kept)")).text : met.text, /undefined/);
  Deno.kill(descendants(client.pid, / sandbox/)[0]!, "SIGSTOP");
  const stopped = await client.js("1", { timeoutMs: 300 });
  ok(stopped.isError);
  match(stopped.text, /console was restarted/);
  equal((await client.js("nodeRepl.write(2)")).text, "2");
});

Deno.test("js survives SIGKILL of the engine, of the X server and of the whole desktop", async () => {
  await using client = await connect("v2 2026-07-28", ["--workspace", "new"]);
  match((await client.js("await cua.listWindows()")).text, /no windows/);
  const engine = descendants(client.pid, /--ndjson/)[0]!;
  Deno.kill(engine, "SIGKILL");
  ok(await ended(engine, 2_000));
  const next = await client.js("await cua.listWindows()");
  const after = next.isError ? await client.js("await cua.listWindows()") : next;
  match(after.text, /no windows/);
  notEqual(descendants(client.pid, /--ndjson/)[0], engine);
  for (const part of [/Xvfb/, /supervisor/]) {
    const pid = descendants(client.pid, part)[0]!;
    Deno.kill(pid, "SIGKILL");
    ok(await ended(pid, 2_000));
    const met = await client.js("await cua.listWindows()");
    const replaced = met.isError ? await client.js("await cua.listWindows()") : met;
    match(replaced.text, /no windows[^]*private desktop ended[^]*new, empty one/);
  }
});

Deno.test("a stopped session refuses to act until its owner resumes it; a new turn of the client does not", async () => {
  await using client = await connect("v2 2026-07-28", ["--workspace", "new"]);
  const turn = (id: string) => ({ meta: { "x-codex-turn-metadata": { turn_id: id } } });
  const act = { code: 'await cua.launchApp("no such application")' };
  match((await client.call("js", act, turn("1"))).text, /no such application/);
  const path = await socketOf(client);
  await callSession(path, "stop");
  for (const id of ["1", "2"]) match((await client.call("js", act, turn(id))).text, /The user stopped this session/);
  await client.call("turn_ended", {});
  match((await client.call("js", act, turn("2"))).text, /The user stopped this session/);
  ok(!(await client.js("await cua.listWindows()")).isError, "looking is allowed");
  await callSession(path, "resume");
  match((await client.call("js", act, turn("2"))).text, /no such application/);
});

Deno.test("a paused session waits for its owner, and the cell's time stands still", async () => {
  await using client = await connect("v1 2025-11-25", ["--workspace", "new"]);
  await client.js("await cua.listWindows()");
  const path = await socketOf(client);
  await callSession(path, "pause");
  const waiting = client.js("await cua.listWindows()", { timeoutMs: 500 });
  // Longer than the cell's own time.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await callSession(path, "resume");
  match((await waiting).text, /no windows/);
});

for (const how of ["its client", "SIGTERM", "SIGKILL"] as const) {
  Deno.test(`the server's end by ${how} leaves nothing within 5 s`, async () => {
    const client = await connect("v1 2025-11-25", ["--workspace", "new"]);
    await client.js("await cua.listWindows()");
    const path = await socketOf(client);
    const started = descendants(client.pid, /./);
    ok(started.length >= 5, String(started.length));
    if (how !== "its client") Deno.kill(client.pid, how);
    await client[Symbol.asyncDispose]();
    for (const pid of started) ok(await ended(pid, 5_000), commandOf(pid));
    equal((await runningSessions()).some((session) => session.path === path), false);
  });
}
