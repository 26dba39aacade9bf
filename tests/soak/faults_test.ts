/**
 * Kills and stops each process of a session in turn. Either the next call ends with a clear error and one after it
 * works, or the owner is gone and nothing of the desktop is left. Prints what was done and seen as a table.
 */
import assert from "node:assert/strict";
import { type DesktopState, listDesktops } from "../../src/desktop/desktop.ts";
import { print } from "../../src/terminal.ts";
import {
  assertNothingLeft,
  eventually,
  leftovers,
  ownRuntimeDirectory,
  segments,
} from "../integration/desktop/leftovers.ts";
import { child, read } from "../support/processes.ts";
import { connect, type TestClient } from "../integration/surfaces/mcp/client.ts";

ownRuntimeDirectory();

/** A process of a session. */
type Target =
  | "MCP server"
  | "engine"
  | "sandbox"
  | "supervisor"
  | "X server"
  | "window manager"
  | "session bus"
  | "AT-SPI launcher"
  | "AT-SPI bus"
  | "application";

/** Names of the services in a desktop's state. */
const services: Partial<Record<Target, string>> = {
  "X server": "x_server",
  "window manager": "window_manager",
  "session bus": "session_bus",
  "AT-SPI launcher": "accessibility_launcher",
  "AT-SPI bus": "accessibility_bus",
};

const START = `const app = await cua.launchApp("mousepad");`;
const USE = `await app.typeText("x");`;
/** What a model does after an error: it starts the application when it is gone. */
const AGAIN = `
  const again = (await cua.listApps({ emit: false })).some((app) => app.isRunning && /mousepad/i.test(app.id))
    ? await cua.getApp("mousepad", { emit: false }) : await cua.launchApp("mousepad", { emit: false });
  await again.typeText("y");
`;
/** How many calls a model may need until it works again. */
const MAX_CALLS = 4;

interface Session {
  readonly client: TestClient;
  readonly desktop: DesktopState;
}

async function start(): Promise<Session> {
  const runtime = Deno.env.get("XDG_RUNTIME_DIR")!;
  const environment = { CUA_ALLOW_APPS: "mousepad", XDG_RUNTIME_DIR: runtime };
  const client = await connect("v2 2026-07-28", ["--workspace", "new"], { environment });
  const reply = await client.js(START);
  assert.ok(!reply.isError, reply.text);
  const [desktop] = await listDesktops();
  assert.ok(desktop);
  return { client, desktop };
}

function application(desktop: DesktopState): number {
  for (const { name } of Deno.readDirSync("/proc")) {
    const isOurs = read(`/proc/${name}/environ`).includes(`LINUX_CUA_DESKTOP=${desktop.uuid}`);
    if (isOurs && read(`/proc/${name}/comm`).trim() === "mousepad") return Number(name);
  }
  throw new Error("Mousepad does not run");
}

function pidOf(target: Target, { client, desktop }: Session): number {
  if (target === "MCP server") return client.pid;
  if (target === "engine") return child(client.pid, "--ndjson");
  if (target === "sandbox") return child(client.pid, "sandbox");
  if (target === "supervisor") return desktop.supervisor.pid;
  if (target === "application") return application(desktop);
  const service = desktop.services[services[target]!];
  assert.ok(service, `${target} is not among ${Object.keys(desktop.services)}`);
  return service.pid;
}

/** One call of the model, with its time. */
async function call(client: TestClient, code: string): Promise<{ ok: boolean; text: string; ms: number }> {
  const started = performance.now();
  const { isError, text } = await client.js(code, { timeoutMs: 30_000 });
  return { ok: !isError, text, ms: Math.round(performance.now() - started) };
}

/** Calls until one works; the first with the bindings of before. */
async function recover(client: TestClient): Promise<string> {
  const seen: string[] = [];
  for (let count = 1; count <= MAX_CALLS; count++) {
    const { ok, text, ms } = await call(client, count === 1 ? USE : AGAIN);
    seen.push(ok ? `call ${count} worked (${ms} ms)` : `call ${count}: ${summary(text)} (${ms} ms)`);
    if (ok) return seen.join("; ");
    assert.ok(text.trim().length > 10, "the error says nothing");
    assert.ok(ms < 45_000, `the call took ${ms} ms`);
  }
  throw new assert.AssertionError({ message: `It did not recover: ${seen.join("; ")}` });
}

function summary(text: string): string {
  return text.split("\n").find((line) => line.trim() !== "")!.slice(0, 150);
}

const rows: string[] = [];

async function whenGone(session: Session, signal: Deno.Signal): Promise<string> {
  Deno.kill(session.client.pid, signal);
  const started = performance.now();
  await eventually(
    () => leftovers(session.desktop).length === 0,
    () => `left: ${leftovers(session.desktop).join(", ")}`,
  );
  const ms = Math.round(performance.now() - started);
  assert.ok(ms < 5_000, `it took ${ms} ms until nothing was left`);
  return `nothing left after ${ms} ms`;
}

async function whenStopped(session: Session): Promise<string> {
  Deno.kill(session.client.pid, "SIGSTOP");
  const pending = call(session.client, USE);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  Deno.kill(session.client.pid, "SIGCONT");
  const { ok, text, ms } = await pending;
  assert.ok(ok, text);
  return `the call waited until it went on and worked (${ms} ms)`;
}

async function inject(target: Target, signal: "SIGKILL" | "SIGSTOP"): Promise<void> {
  const session = await start();
  let seen: string;
  try {
    if (target === "MCP server") {
      seen = signal === "SIGKILL" ? await whenGone(session, signal) : await whenStopped(session);
    } else {
      Deno.kill(pidOf(target, session), signal);
      seen = await recover(session.client);
    }
  } finally {
    await session.client[Symbol.asyncDispose]();
  }
  await assertNothingLeft(session.desktop);
  assert.deepEqual(await listDesktops(), []);
  rows.push(`| ${target} | ${signal} | ${seen} |`);
}

const targets: readonly Target[] = [
  "MCP server",
  "engine",
  "sandbox",
  "supervisor",
  "X server",
  "window manager",
  "session bus",
  "AT-SPI launcher",
  "AT-SPI bus",
  "application",
];

for (const target of targets) {
  for (const signal of ["SIGKILL", "SIGSTOP"] as const) {
    Deno.test(`a session outlives ${signal} of its ${target}, or leaves nothing behind`, async () => {
      const before = segments();
      await inject(target, signal);
      await eventually(() => segments().isSubsetOf(before), () => "shared memory is left");
    });
  }
}

Deno.test.afterAll(() => print(`\n| killed or stopped | by | seen |\n| --- | --- | --- |\n${rows.join("\n")}\n`));
