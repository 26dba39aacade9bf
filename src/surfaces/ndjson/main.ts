/**
 * The engine's process: `linux-cua --ndjson` and `linux-cua --live-desktop`.
 * @module
 */
import { parseArgs } from "node:util";
import { createEngine, type EngineOptions } from "../../engine/engine.ts";
import { print, warn } from "../../terminal.ts";
import { serveNdjson } from "./server.ts";

const help = `linux-cua --ndjson: serve the engine's contract on stdin and stdout

One JSON-RPC 2.0 request a line; "linux-cua schema" prints every operation.
This is the interface of a trusted program: never hand it to model code.

Usage: CUA_DISPLAY=:N linux-cua --ndjson
       CUA_DISPLAY=:0 linux-cua --live-desktop --allow-app APP... (--pid PID | --allow-exe PATH)...

  --live-desktop       drive your own desktop; only the windows named below are seen
  --allow-app APP      application id (WM_CLASS); may be repeated
  --pid PID            process whose windows are admitted; may be repeated
  --allow-exe PATH     program whose windows are admitted; may be repeated
  --help
`;

const flags = {
  ndjson: { type: "boolean" },
  "live-desktop": { type: "boolean" },
  "allow-app": { type: "string", multiple: true },
  pid: { type: "string", multiple: true },
  "allow-exe": { type: "string", multiple: true },
  help: { type: "boolean" },
} as const;

/** What the engine's command line asks for. */
export type EngineArguments =
  | { readonly help: true }
  | { readonly help: false; readonly live?: NonNullable<EngineOptions["live"]> };

/**
 * Reads the engine's command line.
 *
 * @param args The arguments after the program's name.
 * @throws {TypeError} What is wrong, as a sentence for the person who typed it.
 */
export function parseEngineArguments(args: string[]): EngineArguments {
  const { values } = parseArgs({ args, options: flags, strict: true });
  if (values.help) return { help: true };
  const live = {
    allowApps: values["allow-app"] ?? [],
    pids: (values.pid ?? []).map(pid),
    executables: values["allow-exe"] ?? [],
  };
  const given = live.allowApps.length + live.pids.length + live.executables.length;
  if (!values["live-desktop"] && given > 0) {
    throw new TypeError("--allow-app, --pid and --allow-exe need --live-desktop");
  }
  if (!values["live-desktop"]) return { help: false };
  checkLive(live);
  return { help: false, live };
}

function checkLive(live: NonNullable<EngineOptions["live"]>): void {
  if (live.allowApps.length === 0) throw new TypeError("--live-desktop needs at least one --allow-app APP");
  if (live.allowApps.some((app) => app.trim() === "")) throw new TypeError("--allow-app needs an application id");
  if (live.pids.length + live.executables.length === 0) {
    throw new TypeError("--live-desktop needs at least one --pid PID or --allow-exe PATH");
  }
  const relative = live.executables.find((path) => !path.startsWith("/"));
  if (relative !== undefined) throw new TypeError(`--allow-exe needs an absolute path, not "${relative}"`);
}

function pid(text: string): number {
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text);
  throw new TypeError(`--pid needs a process id, not "${text}"`);
}

/** Runs the engine until its input ends; 2 when the command line is wrong. */
export async function main(args: string[]): Promise<number> {
  let parsed: EngineArguments;
  try {
    parsed = parseEngineArguments(args);
  } catch (error) {
    warn(`linux-cua: ${(error as Error).message.split(". ")[0]}\nRun "linux-cua --ndjson --help" for the options.\n`);
    return 2;
  }
  if (parsed.help) {
    print(help);
    return 0;
  }
  await serve(parsed.live);
  return 0;
}

async function serve(live: EngineOptions["live"]): Promise<void> {
  const engine = createEngine({ environment: Deno.env.toObject(), ...(live ? { live } : {}) });
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  for (const name of ["SIGTERM", "SIGINT"] as const) Deno.addSignalListener(name, onSignal);
  const dispatch = engine.dispatch.bind(engine);
  await serveNdjson({ input: Deno.stdin.readable, output: Deno.stdout.writable, dispatch, signal: stop.signal });
  await engine.close();
}
