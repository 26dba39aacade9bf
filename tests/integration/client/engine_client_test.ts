import { deepEqual, equal, match, notEqual, ok, rejects } from "node:assert/strict";
import { EngineClient } from "../../../src/client/engine_client.ts";
import { OperationError } from "../../../src/contract/errors.ts";

const scripted = decodeURIComponent(new URL("./scripted_engine.ts", import.meta.url).pathname);
const config = decodeURIComponent(new URL("../../../deno.json", import.meta.url).pathname);

function client(environment: Record<string, string> = {}): EngineClient {
  const args = ["run", "--quiet", "--no-prompt", "--cached-only", `--config=${config}`, "--allow-env", scripted];
  const variables = { HOME: Deno.env.get("HOME")!, PATH: Deno.env.get("PATH")!, ...cache(), ...environment };
  return new EngineClient({ environment: variables, command: { command: Deno.execPath(), args } });
}

function cache(): Record<string, string> {
  const directory = Deno.env.get("DENO_DIR");
  return directory ? { DENO_DIR: directory } : {};
}

/** What `launch_app` fails with; the scripted engine picks the fault by the name. */
async function fault(engine: EngineClient, name: string, options = {}): Promise<OperationError> {
  try {
    await engine.call("launch_app", { name }, options);
  } catch (error) {
    ok(error instanceof OperationError, String(error));
    return error;
  }
  throw new Error(`${name} did not fail`);
}

async function seedsOf(engine: EngineClient): Promise<unknown[]> {
  return (await engine.call("hello", {})).warnings.map((text) => JSON.parse(text));
}

Deno.test("call() starts an engine lazily, in its environment, and keeps it", async () => {
  await using engine = client({ CUA_DISPLAY: ":340" });
  equal(engine.starts, 0);
  const first = await engine.call("hello", {});
  equal(first.display, ":340");
  equal((await engine.call("hello", {})).pid, first.pid);
  equal(engine.starts, 1);
});

Deno.test("call() kills an engine that hangs, says the outcome is unknown, and the next call works", async () => {
  await using engine = client();
  const { pid } = await engine.call("hello", {});
  const error = await fault(engine, "hang", { deadlineMs: 300 });
  equal(error.code, "timeout");
  equal(error.dispatched, "unknown");
  notEqual((await engine.call("hello", {})).pid, pid);
});

Deno.test("call() fails every running call when the engine is killed for one of them, with an unknown outcome", async () => {
  await using engine = client();
  const acting = fault(engine, "hang", { deadlineMs: 300 });
  await rejects(
    engine.call("launch_app", { name: "hang" }),
    (error: OperationError) => error.code === "internal" && error.dispatched === "unknown",
  );
  equal((await acting).code, "timeout");
});

Deno.test("call() tells of a crash with the bounded, clean end of standard error", async () => {
  await using engine = client();
  const error = await fault(engine, "crash");
  equal(error.code, "internal");
  equal(error.dispatched, "unknown");
  match(error.message, /ended with status 3 during launch_app/);
  equal(error.details?.["stderr"], "scripted [31mcrash");
});

Deno.test("call() ends an engine that breaks the contract", async () => {
  await using engine = client();
  match((await fault(engine, "garbage")).message, /no answer/);
  match((await fault(engine, "wrong")).message, /breaks the contract: app/);
  equal((await fault(engine, "wrong")).dispatched, "unknown");
});

Deno.test("call() cancels by its signal and reports what the engine knows", async () => {
  await using engine = client();
  const { pid } = await engine.call("hello", {});
  const stop = new AbortController();
  const error = await fault(engine, "stop", { signal: stop.signal, onProgress: () => stop.abort() });
  deepEqual([error.code, error.dispatched], ["cancelled", "partly"]);
  equal((await engine.call("hello", {})).pid, pid);
});

Deno.test("call() kills an engine that goes on with a cancelled call", async () => {
  await using engine = client();
  const { pid } = await engine.call("hello", {});
  const error = await fault(engine, "hang", { signal: AbortSignal.timeout(50) });
  deepEqual([error.code, error.dispatched], ["cancelled", "unknown"]);
  notEqual((await engine.call("hello", {})).pid, pid);
});

Deno.test("call() seeds a new engine with approvals, the abort latch and the next free id", async () => {
  await using engine = client();
  const lasting = { app_id: "Xed", executable: "/usr/bin/xed", scope: "session" } as const;
  const passing = { app_id: "Gimp", executable: "/usr/bin/gimp", scope: "turn" } as const;
  await engine.call("approve_app", lasting);
  await engine.call("approve_app", passing);
  await engine.call("find", { locator: { role: "button" } });
  await fault(engine, "person");
  await fault(engine, "crash");
  deepEqual(await seedsOf(engine), [{ approvals: [lasting, passing], abort_latched: true, first_id: 42 }]);
  await engine.call("turn_ended", {});
  await fault(engine, "crash");
  deepEqual(await seedsOf(engine), [{ approvals: [lasting], abort_latched: false, first_id: 42 }]);
  await engine.call("revoke_app", { app_id: "XED" }).catch(() => {});
});

Deno.test("call() survives SIGKILL and SIGSTOP of the engine between and during calls", async () => {
  await using engine = client();
  const first = await engine.call("hello", {});
  Deno.kill(first.pid, "SIGKILL");
  const second = await engine.call("hello", {}).catch(() => engine.call("hello", {}));
  notEqual(second.pid, first.pid);
  Deno.kill(second.pid, "SIGSTOP");
  await rejects(
    engine.call("hello", {}, { deadlineMs: 300 }),
    (error: OperationError) => error.code === "timeout" && error.dispatched === "no",
  );
  notEqual((await engine.call("hello", {})).pid, second.pid);
});

Deno.test("close() ends the process, also a stopped one, and later calls fail", async () => {
  const engine = client();
  const { pid } = await engine.call("hello", {});
  Deno.kill(pid, "SIGSTOP");
  await engine.close();
  await rejects(Deno.stat(`/proc/${pid}`), Deno.errors.NotFound);
  await rejects(engine.call("hello", {}), (error: OperationError) => error.code === "desktop_unavailable");
});

Deno.test("move() starts the next engine on another display and keeps what is known", async () => {
  await using engine = client({ CUA_DISPLAY: ":340" });
  await engine.call("find", { locator: { role: "button" } });
  await engine.move({ ...Deno.env.toObject(), CUA_DISPLAY: ":341" });
  equal((await engine.call("hello", {})).display, ":341");
  deepEqual(await seedsOf(engine), [{ approvals: [], abort_latched: false, first_id: 42 }]);
});
