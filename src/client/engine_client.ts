/**
 * Typed calls to an engine that may come and go: started when needed, seeded, killed when it hangs. An action
 * is never sent twice: what happened to a call whose engine ended is said to be unknown.
 * @module
 */
import { OperationError, toOperationError } from "../contract/errors.ts";
import { describeIssues } from "../contract/jsonrpc.ts";
import {
  KILL_GRACE_MS,
  type OperationName,
  operations,
  type ParamsInput,
  type Result,
} from "../contract/operations.ts";
import { type RoleCommand, roleCommand } from "../roles.ts";
import { EngineMemory } from "./engine_memory.ts";
import { EngineProcess } from "./engine_process.ts";

/** Options of {@linkcode EngineClient}. */
export interface EngineClientOptions {
  /** All variables of the engine's process; they say which display it drives. */
  readonly environment: Record<string, string>;
  /** Another engine than the program's own: for tests of faults. */
  readonly command?: RoleCommand;
}

/** Options of one call. */
export interface CallOptions {
  /** Cancels the call. */
  readonly signal?: AbortSignal;
  /** Milliseconds until the engine is killed; by default the operation's deadline and {@linkcode KILL_GRACE_MS}. */
  readonly deadlineMs?: number;
  /** Hears the progress that the engine reports. */
  readonly onProgress?: (message: string) => void;
}

/** How long a new engine may take to start and to accept what it is seeded with, ms. */
const START_MS = 10_000;

/** A client of one engine at a time. */
export class EngineClient implements AsyncDisposable {
  readonly #command: RoleCommand;
  readonly #memory = new EngineMemory();
  #environment: Record<string, string>;
  #engine: Promise<EngineProcess> | undefined;
  #process: EngineProcess | undefined;
  #starts = 0;
  #closed = false;

  /** Nothing is started before the first call. */
  constructor(options: EngineClientOptions) {
    this.#environment = options.environment;
    this.#command = options.command ?? roleCommand("engine", ["--ndjson"]);
  }

  /** What a new engine would be told. */
  get memory(): Pick<EngineMemory, "approvals" | "latched"> {
    return this.#memory;
  }

  /** How often an engine was started. */
  get starts(): number {
    return this.#starts;
  }

  /** Process id of the running engine, if one runs. */
  get pid(): number | undefined {
    return this.#process?.alive ? this.#process.pid : undefined;
  }

  /**
   * Calls an operation and validates its result.
   *
   * @throws {OperationError} What the engine says; `timeout` after the deadline; `cancelled`; `internal` when the
   * engine ended or broke the contract. `dispatched` says whether input may have been sent.
   */
  async call<K extends OperationName>(
    name: K,
    params: ParamsInput<K>,
    options: CallOptions = {},
  ): Promise<Result<K>> {
    refuseAborted(options.signal);
    this.#memory.prepare(name, params);
    const engine = await this.#running();
    refuseAborted(options.signal);
    try {
      const result = await this.#request(engine, name, params, options);
      this.#memory.learn(name, params, result);
      return result;
    } catch (error) {
      const failure = toOperationError(error);
      this.#memory.learnFailure(failure);
      throw failure;
    }
  }

  /** Goes over to another display: the engine ends, the next call starts one with these variables and what is known. */
  async move(environment: Record<string, string>): Promise<void> {
    await this.#end();
    this.#environment = environment;
  }

  /** Ends the engine: gracefully, by SIGKILL after 2 s. Later calls fail. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#end();
  }

  /** See {@linkcode EngineClient.close}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #end(): Promise<void> {
    const engine = this.#process;
    this.#engine = undefined;
    this.#process = undefined;
    await engine?.close();
  }

  /** The running engine, or a new one. Callers that come while it starts share it. */
  #running(): Promise<EngineProcess> {
    if (this.#closed) throw new OperationError("desktop_unavailable", "The session has ended; start a new one");
    if (this.#process && !this.#process.alive) this.#engine = undefined;
    this.#engine ??= this.#start();
    return this.#engine;
  }

  async #start(): Promise<EngineProcess> {
    const engine = new EngineProcess(this.#command, this.#environment);
    this.#process = engine;
    this.#starts++;
    const seed = this.#memory.seed;
    if (!seed) return engine;
    try {
      await engine.request("seed", seed, { deadlineMs: START_MS });
      return engine;
    } catch (error) {
      engine.kill("did not accept what it was seeded with");
      throw toOperationError(error, "no").withDispatched("no");
    }
  }

  async #request<K extends OperationName>(
    engine: EngineProcess,
    name: K,
    params: ParamsInput<K>,
    options: CallOptions,
  ): Promise<Result<K>> {
    const operation = operations[name];
    const deadlineMs = options.deadlineMs ?? operation.deadlineMs + KILL_GRACE_MS;
    const result = operation.result.safeParse(await engine.request(name, params, { ...options, deadlineMs }));
    if (result.success) return result.data as Result<K>;
    const dispatched = operation.effect === "acts" ? "unknown" : "no";
    const message = `The engine's answer to ${name} breaks the contract: ${describeIssues(result.error)}`;
    throw new OperationError("internal", message, { dispatched });
  }
}

function refuseAborted(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return;
  throw new OperationError("cancelled", "The call was cancelled before it was sent", { cause: signal.reason });
}
