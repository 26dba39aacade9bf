/**
 * Looks at a fixture with an engine in this process, and prints how much lives in the heap after some looks and after all:
 * `deno run -A --v8-flags=--expose-gc tests/soak/heap_of_looks.ts gtk3 300 1000`.
 * @module
 */
import { type OperationName, operations } from "../../src/contract/operations.ts";
import { engineEnvironment, openDesktop } from "../../src/desktop/desktop.ts";
import { createEngine } from "../../src/engine/engine.ts";
import { print } from "../../src/terminal.ts";
import { Fixture, fixtures, type Toolkit } from "../support/fixture.ts";
import { inEnvironment } from "../support/fresh_look.ts";

const [toolkit, warmLooks, looks] = Deno.args as [Toolkit, string, string];
const app = fixtures[toolkit].wmClass;
await using desktop = await openDesktop({ label: `heap ${toolkit}` });
await using _fixture = await Fixture.start(toolkit, desktop.state.environment);
using _cookie = inEnvironment("XAUTHORITY", desktop.state.environment.XAUTHORITY!);
const engine = createEngine({ environment: { ...engineEnvironment(desktop.state), CUA_ALLOW_APPS: app } });

async function call(name: OperationName, params: unknown): Promise<void> {
  const { signal } = new AbortController();
  await engine.dispatch(name, operations[name].params.parse(params), { signal, progress: () => {} });
}

/** Something changes before every third look. */
async function lookOften(count: number): Promise<number> {
  const press = { type: "click", locator: { role: "button", name: "Press me" } };
  for (let i = 0; i < count; i++) {
    if (i % 3 === 0) await call("act", { target: { app }, actions: [press], observe: false });
    await call("observe", { app });
  }
  (globalThis as unknown as { gc(): void }).gc();
  return Deno.memoryUsage().heapUsed / 1e6;
}

const warm = await lookOften(Number(warmLooks));
const end = await lookOften(Number(looks) - Number(warmLooks));
await engine.close();
print(JSON.stringify({ warm, end }));
