/**
 * The NDJSON surface: one JSON-RPC request a line in, one answer a line out, calls side by side.
 * Nothing that arrives ends the stream: what can't be served is answered with an error, and the next line is read.
 * @module
 */
import { OperationError, toOperationError } from "../../contract/errors.ts";
import {
  CANCEL_METHOD,
  describeIssues,
  errorReply,
  parseRequest,
  PROGRESS_METHOD,
  type Request,
  type RequestId,
  type Response,
  rpcCodes,
  successReply,
} from "../../contract/jsonrpc.ts";
import { type Line, LineWriter, readLines } from "../../contract/lines.ts";
import { isOperationName, type OperationName, operationNames, operations } from "../../contract/operations.ts";
import { warn } from "../../terminal.ts";

/** What a call is given beside its parameters. */
export interface CallContext {
  /** Aborts when the caller cancels, when the operation's deadline passes, and when the stream ends. */
  readonly signal: AbortSignal;
  /** Tells the caller how far the call is. */
  progress(message: string): void;
}

/** Performs one operation; the parameters have been validated by the contract's schema. */
export type Dispatch = (name: OperationName, params: unknown, call: CallContext) => Promise<unknown>;

/** Options of {@linkcode serveNdjson}. */
export interface ServeOptions {
  /** Requests as bytes. */
  readonly input: AsyncIterable<Uint8Array>;
  /** Where answers go; it is closed at the end. */
  readonly output: WritableStream<Uint8Array>;
  /** Performs the calls. */
  readonly dispatch: Dispatch;
  /** Ends serving as the end of the input does. */
  readonly signal?: AbortSignal;
}

/** How many calls may run at once. */
export const MAX_RUNNING_CALLS = 256;
/** How long calls that were aborted at the end of the input are waited for, ms. */
const DRAIN_MS = 2_000;

/**
 * Serves requests until the input ends (running calls are aborted), the reader of the output is gone,
 * or `shutdown` was answered. `shutdown` waits for the calls that came before it.
 *
 * @param options Streams and the dispatcher.
 */
export async function serveNdjson(options: ServeOptions): Promise<void> {
  const connection = new Connection(options);
  const lines = readLines(options.input)[Symbol.asyncIterator]();
  for (;;) {
    const next = await Promise.race([lines.next(), connection.ended]);
    if (next === undefined || next.done) break;
    connection.receive(next.value);
  }
  await connection.close();
}

/** One stream of requests and what runs for it. */
class Connection {
  /** Resolves when nothing more is to be read. */
  readonly ended: Promise<undefined>;
  readonly #dispatch: Dispatch;
  readonly #writer: LineWriter;
  readonly #running = new Map<RequestId, AbortController>();
  readonly #tasks = new Set<Promise<void>>();
  #shutdown: Promise<void> | undefined;
  #end: () => void;

  constructor(options: ServeOptions) {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.ended = promise;
    this.#end = () => resolve(undefined);
    this.#dispatch = options.dispatch;
    this.#writer = new LineWriter(options.output);
    if (options.signal?.aborted) this.#end();
    options.signal?.addEventListener("abort", this.#end, { once: true });
  }

  receive(line: Line): void {
    const parsed = parseRequest(line);
    if ("reply" in parsed) return this.#track(this.#send(parsed.reply));
    const { request } = parsed;
    if (request.method === CANCEL_METHOD) return this.#cancel(request);
    const refusal = this.#refusal(request);
    if (refusal) return this.#track(this.#send(refusal));
    this.#start(request as Request & { id: RequestId; method: OperationName });
  }

  /** Aborts what runs (unless a shutdown is draining it), waits for it and closes the output. */
  async close(): Promise<void> {
    await this.#shutdown;
    for (const call of this.#running.values()) {
      call.abort(new OperationError("cancelled", "The input of the engine ended", { dispatched: "unknown" }));
    }
    await withinDrain(Promise.allSettled(this.#tasks));
    await this.#writer.close().catch(() => {}); // The reader is gone: there is nobody left to tell.
  }

  /** Why a request can't be started. */
  #refusal({ id, method }: Request): Response | undefined {
    if (!isOperationName(method)) return refuse(id, rpcCodes.methodNotFound, unknownMethod(method));
    if (id === undefined) return refuse(id, rpcCodes.invalidRequest, `"${method}" needs an id to be answered to`);
    if (this.#running.has(id)) return refuse(id, rpcCodes.invalidRequest, `A call with the id ${id} is still running`);
    if (this.#shutdown) return refuse(id, rpcCodes.invalidRequest, "The engine is shutting down; start a new one");
    if (this.#running.size < MAX_RUNNING_CALLS) return undefined;
    return refuse(id, rpcCodes.invalidRequest, `${MAX_RUNNING_CALLS} calls are running; wait for one to end`);
  }

  #start(request: Request & { id: RequestId; method: OperationName }): void {
    const { id, method } = request;
    const given = request.params ?? {};
    const params = operations[method].params.safeParse(given);
    if (!params.success) {
      const message = `Wrong parameters for ${method}: ${describeIssues(params.error, given)}`;
      return this.#track(this.#send(refuse(id, rpcCodes.invalidParams, message)));
    }
    const before = [...this.#tasks];
    const call = new AbortController();
    this.#running.set(id, call);
    const work = method === "shutdown" ? this.#shutDown(id, call, before) : this.#run(id, method, params.data, call);
    this.#track(work);
    if (method === "shutdown") this.#shutdown = work;
  }

  async #shutDown(id: RequestId, call: AbortController, before: Promise<void>[]): Promise<void> {
    await Promise.allSettled(before);
    await this.#run(id, "shutdown", {}, call);
    this.#end();
  }

  async #run(id: RequestId, method: OperationName, params: unknown, call: AbortController): Promise<void> {
    const limit = operations[method].deadlineMs;
    const timer = setTimeout(() => call.abort(pastDeadline(method, limit)), limit);
    try {
      const result = await this.#dispatch(method, params, {
        signal: call.signal,
        progress: (message) => this.#progress(id, message),
      });
      await this.#send(successReply(id, result));
    } catch (error) {
      await this.#send(errorReply(id, rpcCodes.operationFailed, call.signal.aborted ? aborted(error, call) : error));
    } finally {
      clearTimeout(timer);
      this.#running.delete(id);
    }
  }

  #cancel(request: Request): void {
    const id = request.params?.["id"] as RequestId;
    this.#running.get(id)?.abort(new OperationError("cancelled", "The caller cancelled", { dispatched: "unknown" }));
  }

  #progress(id: RequestId, message: string): void {
    if (!this.#running.has(id)) return;
    this.#track(this.#write({ jsonrpc: "2.0", method: PROGRESS_METHOD, params: { id, message } }));
  }

  async #send(response: Response): Promise<void> {
    await this.#write(response);
  }

  /** Writes one line; a reader that is gone ends the connection. */
  async #write(message: unknown): Promise<void> {
    try {
      await this.#writer.write(message);
    } catch (error) {
      warn(`linux-cua: nobody reads the answers any more: ${error}\n`);
      this.#end();
    }
  }

  #track(task: Promise<void>): void {
    this.#tasks.add(task);
    task.finally(() => this.#tasks.delete(task));
  }
}

/** What a call that ended after its abort says: the reason of the abort, with what the call knows of its input. */
function aborted(thrown: unknown, call: AbortController): unknown {
  const reason = toOperationError(call.signal.reason);
  if (thrown === call.signal.reason) return reason;
  return thrown instanceof OperationError ? reason.withDispatched(thrown.dispatched) : reason;
}

function pastDeadline(method: OperationName, limit: number): OperationError {
  const effect = operations[method].effect;
  const message = `${method} was not done within ${limit} ms; look at the current state before you repeat it`;
  return new OperationError("timeout", message, { dispatched: effect === "acts" ? "unknown" : "no" });
}

function refuse(id: RequestId | undefined, number: number, message: string): Response {
  return errorReply(id ?? null, number, new OperationError("invalid_request", message));
}

function unknownMethod(method: string): string {
  return `Unknown method "${method}"; there are ${operationNames.join(", ")}`;
}

/** Waits for what was aborted, but not for what does not listen. */
async function withinDrain(work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, DRAIN_MS);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}
