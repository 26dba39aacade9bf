/**
 * The tools: the console's three, and one for each operation that a model may call.
 * @module
 */
import type { CallToolResult, McpServer, ServerContext, StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";
import { toOperationError } from "../../contract/errors.ts";
import { type OperationName, operationNames, operations, type ParamsInput } from "../../contract/operations.ts";
import { CellOutput, type OutputItem } from "../../session/cell_output.ts";
import type { ToolSet } from "./arguments.ts";
import type { Host } from "./host.ts";
import type { ParkedCall } from "./parked_call.ts";
import type { ParkedCalls } from "./parked_calls.ts";
import { renderResult } from "./render_result.ts";

/** Longest time that a cell may take, ms. */
const MAX_TIMEOUT_MS = 600_000;

const jsInput = z.object({
  title: z.string().max(80).optional().describe("what this cell does, for the user"),
  code: z.string().max(1_000_000).describe("JavaScript; top-level await; bindings persist"),
  timeout_ms: z.int().min(100).max(MAX_TIMEOUT_MS).default(30_000),
}).strict();
const nothing = z.object({}).strict();
/** Hosts fill these in when a hook of theirs calls the tool. */
const turnEndedInput = z.object({
  hook_event_name: z.string().max(256).optional(),
  session_id: z.string().max(256).optional(),
  turn_id: z.string().max(256).optional(),
});

const acts = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
/** Of the console itself: nothing outside of it changes. */
const ownState = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false };

interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType;
  readonly annotations: typeof acts;
  readonly meta?: Record<string, unknown>;
  run(host: Host, args: never, call: ParkedCall, calls: ParkedCalls): Promise<Outcome>;
}

interface Outcome {
  readonly items: readonly OutputItem[];
  readonly ok: boolean;
}

/** Registers the tools in a fixed order. */
export function registerTools(server: McpServer, set: ToolSet, host: Host, calls: ParkedCalls): void {
  const tools = [...(set === "json" ? [] : consoleTools), ...(set === "js" ? [] : discreteTools())];
  for (const tool of tools) register(server, tool, host, calls);
}

function register(server: McpServer, tool: Tool, host: Host, calls: ParkedCalls): void {
  const config = {
    description: tool.description,
    inputSchema: tool.input as StandardSchemaWithJSON,
    annotations: tool.annotations,
    ...(tool.meta ? { _meta: tool.meta } : {}),
  };
  server.registerTool(tool.name, config, async (args: unknown, leg: ServerContext) => {
    const start = { tool: tool.name, args, leg, capabilities: server.server.getClientCapabilities() };
    return await calls.serve(start, (call) => run(tool, host, args, call, calls, turnOf(leg)));
  });
}

/** Runs a tool once; what fails is the result's text. */
async function run(
  tool: Tool,
  host: Host,
  args: unknown,
  call: ParkedCall,
  calls: ParkedCalls,
  turn: string | undefined,
): Promise<CallToolResult> {
  try {
    await host.begin(turn);
    return toResult(await tool.run(host, args as never, call, calls));
  } catch (error) {
    return failed(call.signal.aborted ? call.signal.reason : error);
  } finally {
    await host.session.turns.endCall();
  }
}

const consoleTools: readonly Tool[] = [
  {
    name: "js",
    description: "Runs JavaScript that drives applications on a private Linux desktop: `const app = await " +
      'cua.getApp("mousepad"); await app.click(12); await app.typeText("…")`. await cua.help() describes all of it.',
    input: jsInput,
    annotations: acts,
    // Else some clients hide the tool behind a search.
    meta: { "anthropic/alwaysLoad": true },
    async run(host, args: z.output<typeof jsInput>, call) {
      const { title, code, timeout_ms: timeoutMs } = args;
      const cell = { code, timeoutMs, ...(title === undefined ? {} : { title }) };
      return await host.cells.run(cell, callerOf(call));
    },
  },
  {
    name: "js_reset",
    description: "Drops all bindings of the JavaScript console; the desktop stays as it is.",
    input: nothing,
    annotations: ownState,
    async run(host) {
      await host.cells.reset();
      return say("The console is empty.");
    },
  },
  {
    name: "turn_ended",
    description: "For hosts: ends the turn. Approvals that were given for it end; nothing is granted or released.",
    input: turnEndedInput,
    annotations: ownState,
    async run(host, _args, call, calls) {
      calls.abortOthers(call, "The turn has ended");
      await host.session.turns.endByModel();
      return say("The turn has ended.");
    },
  },
];

/** One tool for each operation whose audience is the model. */
function discreteTools(): Tool[] {
  return operationNames.filter((name) => operations[name].audience === "model").map(discreteTool);
}

function discreteTool(name: OperationName): Tool {
  const { description, params, effect } = operations[name];
  return {
    name,
    description,
    input: params,
    annotations: effect === "reads" ? reads : acts,
    async run(host, args, call) {
      const result = await host.session.call(name, args as ParamsInput<typeof name>, callerOf(call));
      const output = new CellOutput();
      renderResult(name, result, host.session.hints, output);
      for (const notice of host.session.takeNotices()) output.note(notice);
      return { items: output.finish(), ok: true };
    },
  };
}

function callerOf(call: ParkedCall) {
  return { asker: call, signal: call.signal, onProgress: (message: string) => call.progress(message) };
}

function say(text: string): Outcome {
  return { items: [{ type: "text", text }], ok: true };
}

function toResult({ items, ok }: Outcome): CallToolResult {
  return { content: items.map(toContent), ...(ok ? {} : { isError: true }) };
}

function toContent(item: OutputItem): CallToolResult["content"][number] {
  return item.type === "text" ? item : { type: "image", data: item.data, mimeType: item.mimeType };
}

function failed(thrown: unknown): CallToolResult {
  const error = toOperationError(thrown);
  const sent = error.dispatched === "no" ? "" : ` (input sent: ${error.dispatched})`;
  return { content: [{ type: "text", text: `${error.code}: ${error.message}${sent}` }], isError: true };
}

/** The client's name of the turn, from metadata that no model writes. */
function turnOf(leg: ServerContext): string | undefined {
  const given = leg.mcpReq._meta?.["x-codex-turn-metadata"];
  const metadata = typeof given === "string" ? parseJson(given) : given;
  const id = (metadata as { turn_id?: unknown } | null | undefined)?.turn_id;
  return typeof id === "string" && id !== "" ? id.slice(0, 256) : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // A client's metadata that we can't read names no turn.
  }
}
