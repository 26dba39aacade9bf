/**
 * MCP clients of both generations against the real program.
 * @module
 */
import { Client as ModernClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernTransport } from "@modelcontextprotocol/client/stdio";
import { Client as EarlyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as EarlyTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { type ElicitRequest, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { roleCommand } from "../../../../src/roles.ts";

/** The client's SDK and the revision that it speaks. */
export type Generation = "v1 2025-11-25" | "v2 2025-11-25" | "v2 2026-07-28";

/** Every generation. */
export const generations: readonly Generation[] = ["v1 2025-11-25", "v2 2025-11-25", "v2 2026-07-28"];

/** How the user answers a form. */
export interface FormAnswer {
  /** What they do with it. */
  readonly action: "accept" | "decline" | "cancel";
  /** What they choose. */
  readonly content?: { readonly decision?: string };
}

/** Answers the n-th form, from 0. */
export type Person = (form: number, message: string) => Promise<FormAnswer> | FormAnswer;

/** What a call gave. */
export interface Reply {
  /** Its texts. */
  readonly text: string;
  /** MIME types of its pictures. */
  readonly pictures: readonly string[];
  /** Whether it says that it failed. */
  readonly isError: boolean;
}

/** A connected client. */
export interface TestClient extends AsyncDisposable {
  /** Process id of the server. */
  readonly pid: number;
  /** Names of the tools. */
  tools(): Promise<{ name: string; annotations?: { readOnlyHint?: boolean | undefined } | undefined }[]>;
  /** Runs a cell. */
  js(code: string, options?: { signal?: AbortSignal; timeoutMs?: number }): Promise<Reply>;
  /** Calls any tool. */
  call(name: string, args: Record<string, unknown>, options?: { signal?: AbortSignal; meta?: object }): Promise<Reply>;
}

interface Content {
  readonly type: string;
  readonly text?: string;
  readonly mimeType?: string;
}

/** What both SDKs' clients have in common here. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string; annotations?: { readOnlyHint?: boolean | undefined } | undefined }[] }>;
  close(): Promise<void>;
}

/**
 * Starts `linux-cua --mcp` with nothing but HOME and PATH (and what is given) and connects to it. Where the test run
 * keeps its desktops apart, the server is told, unless `bare` says otherwise.
 *
 * @param person Answers forms; without one the client has no forms.
 */
export async function connect(
  generation: Generation,
  args: readonly string[],
  options: { person?: Person; environment?: Record<string, string>; bare?: boolean } = {},
): Promise<TestClient> {
  const command = roleCommand("host", ["--mcp", ...args]);
  const server = {
    ...command,
    env: { ...basics(options.bare ?? false), ...options.environment },
    stderr: "inherit" as const,
  };
  const capabilities = options.person ? { elicitation: { form: {} } } : {};
  let forms = 0;
  const answer = async (message: string) => ({ ...await options.person!(forms++, message) });
  if (generation === "v1 2025-11-25") {
    const client = new EarlyClient({ name: "test", version: "1" }, { capabilities });
    const transport = new EarlyTransport(server);
    if (options.person) {
      client.setRequestHandler(ElicitRequestSchema, (request: ElicitRequest) => answer(request.params.message));
    }
    await client.connect(transport);
    const call: Call = (params, signal) => client.callTool(params, undefined, limits(signal));
    return wrap(client, transport.pid!, call);
  }
  const mode = generation === "v2 2026-07-28" ? { pin: "2026-07-28" } : "legacy" as const;
  const client = new ModernClient({ name: "test", version: "1" }, { capabilities, versionNegotiation: { mode } });
  const transport = new ModernTransport(server);
  if (options.person) client.setRequestHandler("elicitation/create", (request) => answer(request.params.message));
  await client.connect(transport);
  return wrap(client, transport.pid!, (params, signal) => client.callTool(params, limits(signal)));
}

type Call = (
  params: { name: string; arguments: Record<string, unknown>; _meta?: Record<string, unknown> },
  signal: AbortSignal | undefined,
) => Promise<unknown>;

function wrap(client: AnyClient, pid: number, callTool: Call): TestClient {
  const call: TestClient["call"] = async (name, args, { signal, meta } = {}) => {
    const params = { name, arguments: args, ...(meta ? { _meta: meta as Record<string, unknown> } : {}) };
    return toReply(await callTool(params, signal));
  };
  return {
    pid,
    tools: async () => (await client.listTools()).tools,
    call,
    js: (code, { signal, timeoutMs } = {}) =>
      call("js", { code, ...(timeoutMs ? { timeout_ms: timeoutMs } : {}) }, signal ? { signal } : {}),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

function toReply(result: unknown): Reply {
  const { content, isError } = result as { content: Content[]; isError?: boolean };
  return {
    text: content.flatMap(({ type, text }) => type === "text" ? [text!] : []).join("\n"),
    pictures: content.flatMap(({ type, mimeType }) => type === "image" ? [mimeType!] : []),
    isError: isError === true,
  };
}

function limits(signal: AbortSignal | undefined) {
  return { timeout: 120_000, ...(signal ? { signal } : {}) };
}

function basics(bare: boolean): Record<string, string> {
  const names = ["HOME", "PATH", "DENO_DIR", ...(bare ? [] : ["XDG_RUNTIME_DIR", "TMPDIR"])];
  const pairs = names.map((name) => [name, Deno.env.get(name)] as const);
  return Object.fromEntries(pairs.filter((pair): pair is [string, string] => pair[1] !== undefined));
}
