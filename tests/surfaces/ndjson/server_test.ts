import { deepEqual, equal, match } from "node:assert/strict";
import { OperationError } from "../../../src/contract/errors.ts";
import { type CallContext, type Dispatch, serveNdjson } from "../../../src/surfaces/ndjson/server.ts";

interface Reply {
  id?: number | string | null;
  result?: unknown;
  error?: { code: number; message: string; data: { code: string; dispatched: string } };
  method?: string;
  params?: unknown;
}

/** A served connection: lines in, answers out. */
class Wire {
  readonly #input = new TransformStream<Uint8Array, Uint8Array>();
  readonly #output = new TransformStream<Uint8Array, Uint8Array>();
  readonly #writer = this.#input.writable.getWriter();
  readonly #replies: AsyncIterator<Reply>;
  readonly served: Promise<void>;

  constructor(dispatch: Dispatch) {
    this.served = serveNdjson({ input: this.#input.readable, output: this.#output.writable, dispatch });
    this.#replies = replies(this.#output.readable);
  }

  send(message: unknown): void {
    this.sendBytes(new TextEncoder().encode((typeof message === "string" ? message : JSON.stringify(message)) + "\n"));
  }

  sendBytes(bytes: Uint8Array): void {
    void this.#writer.write(bytes);
  }

  call(id: number, method: string, params?: unknown): void {
    this.send({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) });
  }

  async reply(): Promise<Reply> {
    const next = await this.#replies.next();
    return next.value;
  }

  async end(): Promise<void> {
    await this.#writer.close();
    await this.served;
  }
}

async function* replies(stream: ReadableStream<Uint8Array>): AsyncGenerator<Reply> {
  let rest = "";
  for await (
    const chunk of stream.pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>)
  ) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop()!;
    for (const line of lines) yield JSON.parse(line);
  }
}

const echo: Dispatch = (name, params) => Promise.resolve({ name, params });

Deno.test("serveNdjson() answers each bad line with one error and serves the next line", async () => {
  const wire = new Wire(echo);
  const cases: [string | Uint8Array, number, RegExp][] = [
    ["{not json", -32700, /not JSON/],
    ["[]", -32600, /Batches/],
    ["7", -32600, /not a JSON-RPC 2.0 request/],
    ['{"jsonrpc":"1.0","id":1,"method":"hello"}', -32600, /jsonrpc/],
    [new Uint8Array([0xff, 0xfe, 10]), -32700, /UTF-8/],
    ['{"jsonrpc":"2.0","id":1,"method":"nothing"}', -32601, /Unknown method "nothing".*list_apps/],
    ['{"jsonrpc":"2.0","id":1,"method":"toString"}', -32601, /Unknown method/],
    ['{"jsonrpc":"2.0","id":1,"method":"observe","params":{"window_id":"x"}}', -32602, /window_id/],
    ['{"jsonrpc":"2.0","id":1,"method":"observe","params":{"colour":1}}', -32602, /colour/],
    ['{"jsonrpc":"2.0","method":"hello"}', -32600, /needs an id/],
  ];
  for (const [line, code, message] of cases) {
    if (typeof line === "string") wire.send(line);
    else wire.sendBytes(line);
    const reply = await wire.reply();
    equal(reply.error?.code, code, String(line));
    match(reply.error!.message, message);
    equal(reply.error!.data.code, "invalid_request");
  }
  wire.call(2, "hello");
  deepEqual((await wire.reply()).result, { name: "hello", params: {} });
  await wire.end();
});

Deno.test("serveNdjson() answers a line of more than 16 MiB with too_long and goes on", async () => {
  const wire = new Wire(echo);
  const chunk = new Uint8Array(1024 * 1024).fill(120);
  for (let i = 0; i < 17; i++) wire.sendBytes(chunk);
  wire.send("");
  equal((await wire.reply()).error?.data.code, "too_long");
  wire.call(1, "hello");
  equal((await wire.reply()).id, 1);
  await wire.end();
});

Deno.test("serveNdjson() fills defaults in before it dispatches", async () => {
  const wire = new Wire(echo);
  wire.call(1, "act", { target: {}, actions: [{ type: "press_key", key: "Return" }] });
  const { params } = (await wire.reply()).result as { params: { observe: boolean; actions: unknown[] } };
  equal(params.observe, true);
  deepEqual(params.actions, [{ type: "press_key", key: "Return", repeat: 1 }]);
  await wire.end();
});

Deno.test("serveNdjson() answers calls as they end, not as they came", async () => {
  const first = Promise.withResolvers<unknown>();
  const wire = new Wire((name) => name === "hello" ? first.promise : Promise.resolve({}));
  wire.call(1, "hello");
  wire.call(2, "clipboard_release");
  equal((await wire.reply()).id, 2);
  first.resolve({});
  equal((await wire.reply()).id, 1);
  await wire.end();
});

Deno.test("serveNdjson() passes the dispatcher's error on with its data", async () => {
  const wire = new Wire(() => {
    throw new OperationError("input_refused", "No", { dispatched: "partly" });
  });
  wire.call(1, "hello");
  const { error } = await wire.reply();
  equal(error?.code, -32000);
  deepEqual(error?.data, { code: "input_refused", dispatched: "partly" });
  await wire.end();
});

/** Runs until its signal aborts. */
const untilAborted: Dispatch = (_name, _params, call: CallContext) =>
  new Promise((_, reject) => call.signal.addEventListener("abort", () => reject(call.signal.reason)));

Deno.test("serveNdjson() cancels the call that $/cancelRequest names and no other", async () => {
  const wire = new Wire(untilAborted);
  wire.call(1, "hello");
  wire.call(2, "hello");
  wire.send({ jsonrpc: "2.0", method: "$/cancelRequest", params: { id: 2 } });
  const reply = await wire.reply();
  equal(reply.id, 2);
  equal(reply.error?.data.code, "cancelled");
  wire.send({ jsonrpc: "2.0", method: "$/cancelRequest", params: { id: 77 } });
  wire.send({ jsonrpc: "2.0", method: "$/cancelRequest" });
  await wire.end();
});

Deno.test("serveNdjson() aborts what runs when the input ends", async () => {
  const wire = new Wire(untilAborted);
  wire.call(1, "hello");
  const ended = wire.end();
  equal((await wire.reply()).error?.data.code, "cancelled");
  await ended;
});

Deno.test("serveNdjson() refuses an id that is in use", async () => {
  const wire = new Wire(untilAborted);
  wire.call(1, "hello");
  wire.call(1, "hello");
  match((await wire.reply()).error!.message, /id 1 is still running/);
  await wire.end();
});

Deno.test("serveNdjson() answers shutdown after the calls before it, and ends", async () => {
  const first = Promise.withResolvers<unknown>();
  const order: string[] = [];
  const wire = new Wire(async (name) => {
    if (name === "hello") await first.promise;
    order.push(name);
    return {};
  });
  wire.call(1, "hello");
  wire.call(2, "shutdown");
  wire.call(3, "hello");
  match((await wire.reply()).error!.message, /shutting down/);
  first.resolve({});
  equal((await wire.reply()).id, 1);
  equal((await wire.reply()).id, 2);
  await wire.served;
  deepEqual(order, ["hello", "shutdown"]);
});

Deno.test("serveNdjson() reports progress by the call's id", async () => {
  const wire = new Wire((_name, _params, call) => {
    call.progress("half");
    return Promise.resolve({});
  });
  wire.call(5, "hello");
  deepEqual(await wire.reply(), { jsonrpc: "2.0", method: "$/progress", params: { id: 5, message: "half" } });
  equal((await wire.reply()).id, 5);
  await wire.end();
});
