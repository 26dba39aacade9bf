/**
 * A process that speaks the engine's contract and fails in the way that a call asks for.
 * It stages what a real engine does only in bad luck; the stream is the product's own server.
 * @module
 */
import { OperationError } from "../../../src/contract/errors.ts";
import type { ParamsInput } from "../../../src/contract/operations.ts";
import { print, warn } from "../../../src/terminal.ts";
import { type CallContext, serveNdjson } from "../../../src/surfaces/ndjson/server.ts";

const seeds: unknown[] = [];

/** What `launch_app` does by the name that it is given. */
const faults: Record<string, (call: CallContext) => Promise<unknown>> = {
  hang: () => new Promise(() => setInterval(() => {}, 60_000)),
  crash: () => {
    warn("scripted \u001b[31mcrash\n");
    Deno.exit(3);
  },
  garbage: () => {
    print("no json\n");
    return new Promise(() => {});
  },
  wrong: () => Promise.resolve({ app: 7 }),
  stop: (call) =>
    new Promise((_, reject) => {
      call.progress("waiting");
      call.signal.addEventListener(
        "abort",
        () => reject(new OperationError("cancelled", "Stopped", { dispatched: "partly" })),
      );
    }),
  person: () => Promise.reject(new OperationError("user_interrupt", "A person moved the pointer")),
};

const app = { app_id: "x", running: true, access: "allowed", windows: [] };

function hello() {
  return {
    name: "linux-cua",
    version: "0",
    protocol: 1,
    pid: Deno.pid,
    display: Deno.env.get("CUA_DISPLAY") ?? "",
    desktop: "private",
    screen: { width: 1, height: 1 },
    accessibility: true,
    warnings: seeds.map((seed) => JSON.stringify(seed)),
  };
}

await serveNdjson({
  input: Deno.stdin.readable,
  output: Deno.stdout.writable,
  dispatch: async (name, params, call) => {
    if (name === "hello") return hello();
    if (name === "seed") seeds.push(params);
    if (name === "list_apps") return { apps: [] };
    if (name === "find") return { matches: [], truncated: false, last_id: 41 };
    if (name === "launch_app") await faults[(params as ParamsInput<"launch_app">).name]?.(call);
    if (name === "launch_app") {
      return (params as ParamsInput<"launch_app">).name === "wrong" ? {} : { app, warnings: [] };
    }
    return {};
  },
});
