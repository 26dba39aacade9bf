/**
 * MCP on standard input and output, revisions 2024-11-05 to 2026-07-28.
 * @module
 */
import process from "node:process";
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { SessionOptions } from "../../session/session.ts";
import { warn } from "../../terminal.ts";
import { VERSION } from "../../version.ts";
import type { ToolSet } from "./arguments.ts";
import { Host } from "./host.ts";
import { instructions } from "./instructions.ts";
import { ParkedCalls } from "./parked_calls.ts";
import { registerTools } from "./tools.ts";

/** How long a client may use a list without asking again, ms: ours never changes while the process lives. */
const LIST_TTL_MS = 3_600_000;
/** How long closing may take before the process goes anyway, ms. */
const CLOSE_MS = 3_000;

/**
 * Serves one client until it closes standard input or a signal comes, then ends what it started.
 *
 * @param tools Which tools to offer.
 * @param options The session's.
 */
export async function serve(tools: ToolSet, options: SessionOptions): Promise<void> {
  const host = new Host(options);
  const calls = new ParkedCalls();
  const ended = untilEnded();
  // A client may look at the server twice before it stays: the session is one, and begins at its first call.
  const handle = serveStdio(() => makeServer(tools, host, calls), {
    onerror: (error) => warn(`linux-cua: ${error.message}\n`),
  });
  await ended;
  calls.close("The server ends");
  await withinTime(Promise.allSettled([handle.close(), host.close()]));
}

function makeServer(tools: ToolSet, host: Host, calls: ParkedCalls): McpServer {
  const cacheHint = { ttlMs: LIST_TTL_MS, cacheScope: "private" } as const;
  const server = new McpServer({ name: "linux-cua", title: "Linux computer use", version: VERSION }, {
    capabilities: { tools: {} },
    instructions: instructions(tools),
    cacheHints: { "tools/list": cacheHint, "server/discover": cacheHint },
    inputRequired: { legacyShim: false },
    requestState: { verify: calls.verify },
  });
  registerTools(server, tools, host, calls);
  return server;
}

/** The client's end of the pipe, or a signal. */
function untilEnded(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  process.stdin.once("end", resolve);
  process.stdin.once("close", resolve);
  for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const) Deno.addSignalListener(name, () => resolve());
  return promise;
}

async function withinTime(closing: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, CLOSE_MS);
  await Promise.race([closing, promise]);
  clearTimeout(timer);
}
