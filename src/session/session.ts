/**
 * One model's session: its desktop, engine, console, approvals and turns. Surfaces translate to it.
 * @module
 */
import { EngineClient } from "../client/engine_client.ts";
import { OperationError, toOperationError } from "../contract/errors.ts";
import { type OperationName, operations, type ParamsInput, type Result } from "../contract/operations.ts";
import type { RoleCommand } from "../roles.ts";
import { warn } from "../terminal.ts";
import { ApprovalDesk, type ApprovalDeskOptions, type Asker } from "./approvals.ts";
import { Brake } from "./brake.ts";
import { Hints } from "./hints.ts";
import { ImageStore } from "./images.ts";
import { Turns } from "./turns.ts";
import { Views } from "./views.ts";
import { type OpenWorkspace, Workspace, type WorkspaceChoice } from "./workspace.ts";

/** Options of {@linkcode Session}. */
export interface SessionOptions {
  /** Which desktop to work on. */
  readonly workspace: WorkspaceChoice;
  /** Where approvals are kept and how long questions stay open. */
  readonly approvals?: ApprovalDeskOptions;
  /** Another engine than the program's own: for tests of faults. */
  readonly engine?: RoleCommand;
}

/** On whose behalf a call is made. */
export interface Caller {
  /** Asks the user. */
  readonly asker: Asker;
  /** Ends the call. */
  readonly signal: AbortSignal;
  /** Hears when the call begins and ends to wait for a person: its time does not count meanwhile. */
  readonly onPark?: (isParked: boolean) => void;
  /** Hears the engine's progress. */
  readonly onProgress?: (message: string) => void;
}

/** How many applications one call may need approvals for. */
const MAX_APPROVALS = 4;
/** How long an engine may take to say hello, ms. */
const HELLO_MS = 10_000;

/** A session. Nothing is started before the first call. */
export class Session implements AsyncDisposable {
  /** Names it for `linux-cua sessions`. */
  readonly id = crypto.randomUUID().slice(0, 8);
  /** When it began. */
  readonly startedAt = new Date().toISOString();
  /** The pictures that model code has handles of. */
  readonly images = new ImageStore();
  /** What the model has seen. */
  readonly views = new Views();
  /** Advice is given once. */
  readonly hints = new Hints();
  /** Pause and stop. */
  readonly brake = new Brake();
  /** Approvals. */
  readonly approvals: ApprovalDesk;
  /** Turns. */
  readonly turns: Turns;
  readonly #workspace: Workspace;
  readonly #engineCommand: RoleCommand | undefined;
  readonly #listeners = new Set<(event: SessionEvent) => void>();
  readonly #running = new Set<AbortController>();
  #client: EngineClient | undefined;
  #open: OpenWorkspace | undefined;
  #connecting: Promise<EngineClient> | undefined;
  #isSuspect = false;
  #notices: string[] = [];

  /** Makes a session; nothing is touched yet. */
  constructor(options: SessionOptions) {
    this.#workspace = new Workspace(options.workspace);
    this.#engineCommand = options.engine;
    const changed = () => this.emit({ type: "approvals", waiting: this.approvals.waiting.length });
    this.approvals = new ApprovalDesk({ ...options.approvals, onChange: changed });
    this.turns = new Turns({
      approvals: this.approvals,
      brake: this.brake,
      endInEngine: (isTrusted) => this.#endTurnInEngine(isTrusted),
    });
  }

  /** The desktop that is open. */
  get desktop(): OpenWorkspace | undefined {
    return this.#open;
  }

  /** Process id of the engine that runs, if one does. */
  get enginePid(): number | undefined {
    return this.#client?.pid;
  }

  /**
   * Makes one call on behalf of a model: opens the desktop, asks for approvals where the engine wants them.
   *
   * @throws {OperationError} What the engine, the user or the brake says.
   */
  async call<K extends OperationName>(name: K, params: ParamsInput<K>, caller: Caller): Promise<Result<K>> {
    if (operations[name].audience !== "model") throw new OperationError("denied", `${name} is not a model's to call`);
    const stop = new AbortController();
    this.#running.add(stop);
    try {
      const signal = AbortSignal.any([caller.signal, stop.signal]);
      await parked(caller, () => this.brake.pass(name, signal));
      return await this.#approved(name, params, { ...caller, signal });
    } catch (error) {
      throw stop.signal.aborted ? stop.signal.reason : error;
    } finally {
      this.#running.delete(stop);
    }
  }

  /** What the model must be told with its next result; each is told once. */
  takeNotices(): string[] {
    const notices = this.#notices;
    this.#notices = [];
    return notices;
  }

  /** Stops everything that runs, and lets nothing act until {@linkcode Session.resume}: for the owner. */
  async stop(): Promise<void> {
    this.brake.stop();
    const reason = this.brake.refusal("unknown");
    for (const call of this.#running) call.abort(reason);
    this.emit({ type: "stopped" });
    await this.#latch(true);
  }

  /** Lets a paused or stopped session go on: for the owner. */
  async resume(): Promise<void> {
    this.brake.release();
    this.emit({ type: "resumed" });
    await this.#latch(false);
  }

  /** Takes approvals of an application back: for the owner. */
  async revoke(appId: string): Promise<number> {
    await this.approvals.revoke(appId);
    if (!this.#client || this.#client.memory.approvals.length === 0) return 0;
    const { revoked } = await this.#client.call("revoke_app", { app_id: appId });
    return revoked;
  }

  /** Hears of what happens; the function that ends it. */
  subscribe(listener: (event: SessionEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells the subscribers. */
  emit(event: SessionEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  /** Ends engine and desktop. */
  async close(): Promise<void> {
    const reason = new OperationError("cancelled", "The session ends", { dispatched: "unknown" });
    for (const call of this.#running) call.abort(reason);
    const ends = await Promise.allSettled([this.#client?.close(), this.#workspace.close()]);
    for (const end of ends) if (end.status === "rejected") warn(`linux-cua: ${end.reason}\n`);
  }

  /** See {@linkcode Session.close}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** An operation that was refused for lack of an approval dispatched nothing: it may be made again. */
  async #approved<K extends OperationName>(name: K, params: ParamsInput<K>, caller: Caller): Promise<Result<K>> {
    for (let asked = 0;; asked++) {
      try {
        return await this.#send(name, params, caller);
      } catch (error) {
        const question = asked < MAX_APPROVALS ? questionOf(error) : undefined;
        if (!question) throw error;
        const scope = await parked(caller, () => this.approvals.settle(question, caller.asker, caller.signal));
        const approval = { app_id: question.appId, executable: question.executable, scope };
        await this.#client!.call("approve_app", approval, { signal: caller.signal });
        if (scope === "turn") this.turns.note();
      }
    }
  }

  async #send<K extends OperationName>(name: K, params: ParamsInput<K>, caller: Caller): Promise<Result<K>> {
    const client = await this.#connect(caller.signal);
    this.emit({ type: "call", operation: name });
    try {
      const { signal, onProgress } = caller;
      return await client.call(name, params, { signal, ...(onProgress ? { onProgress } : {}) });
    } catch (error) {
      throw await this.#examine(toOperationError(error));
    }
  }

  /** What a failure says of the desktop: a lost one of our own is given up, so that the next call opens another. */
  async #examine(error: OperationError): Promise<OperationError> {
    if (error.details?.["engine_ended"] === true || error.code === "timeout") this.#isSuspect = true;
    if (error.code === "desktop_unavailable" && this.#workspace.isReplaceable) await this.#giveUp(error.message);
    return error;
  }

  async #giveUp(why: string): Promise<void> {
    this.#open = undefined;
    await this.#workspace.abandon(why);
  }

  /** The engine on the desktop that is there now. Calls that come while it connects share that. */
  async #connect(signal: AbortSignal): Promise<EngineClient> {
    const workspace = await this.#workspace.open(signal);
    if (this.#client && workspace === this.#open && !this.#isSuspect) return this.#client;
    this.#connecting ??= this.#greet(workspace, signal).finally(() => this.#connecting = undefined);
    return await this.#connecting;
  }

  async #greet(workspace: OpenWorkspace, signal: AbortSignal): Promise<EngineClient> {
    if (!this.#client) this.#client = this.#makeClient(workspace);
    else if (workspace !== this.#open) await this.#moveTo(workspace);
    const { warnings } = await this.#hello(this.#client, signal);
    if (workspace !== this.#open) this.#notices.push(...(workspace.notice ? [workspace.notice] : []), ...warnings);
    this.#open = workspace;
    this.#isSuspect = false;
    this.emit({ type: "desktop", display: workspace.display });
    return this.#client;
  }

  #makeClient({ environment }: OpenWorkspace): EngineClient {
    return new EngineClient({ environment, ...(this.#engineCommand ? { command: this.#engineCommand } : {}) });
  }

  async #moveTo({ environment }: OpenWorkspace): Promise<void> {
    this.views.clear();
    await this.#client!.move(environment);
  }

  /** Two attempts; a desktop of our own whose engine answers neither is given up. */
  async #hello(client: EngineClient, signal: AbortSignal): Promise<Result<"hello">> {
    const options = { signal, deadlineMs: HELLO_MS };
    try {
      return await client.call("hello", {}, options).catch((error) => {
        if (signal.aborted || error.code === "denied" || error.code === "invalid_request") throw error;
        return client.call("hello", {}, options);
      });
    } catch (error) {
      const failure = toOperationError(error, "no");
      if (!signal.aborted && this.#workspace.isReplaceable) await this.#giveUp(failure.message);
      throw failure;
    }
  }

  /** A running engine is told; one that starts later is seeded with it. */
  async #latch(isLatched: boolean): Promise<void> {
    if (!this.#client) return;
    const params = { approvals: [], abort_latched: isLatched };
    // An engine that hangs is killed by the call's deadline; the brake holds meanwhile.
    await this.#client.call("seed", params, { deadlineMs: HELLO_MS }).catch((error) => warn(`linux-cua: ${error}\n`));
  }

  /** An end of turn that nobody vouches for must not free what a person has stopped. */
  async #endTurnInEngine(isTrusted: boolean): Promise<void> {
    if (!this.#client) return;
    const { latched } = this.#client.memory;
    // The client has forgotten the turn's approvals already; an engine that fails here is started anew without them.
    await this.#client.call("turn_ended", {}).catch((error) => warn(`linux-cua: ${error}\n`));
    if (latched && !isTrusted) await this.#latch(true);
  }
}

/** What happens in a session. */
export type SessionEvent =
  | { readonly type: "cell_started"; readonly title: string }
  | { readonly type: "cell_ended"; readonly ok: boolean }
  | { readonly type: "call"; readonly operation: OperationName }
  | { readonly type: "approvals"; readonly waiting: number }
  | { readonly type: "desktop"; readonly display: string }
  | { readonly type: "paused" }
  | { readonly type: "resumed" }
  | { readonly type: "stopped" };

async function parked<T>(caller: Caller, wait: () => Promise<T>): Promise<T> {
  caller.onPark?.(true);
  try {
    return await wait();
  } finally {
    caller.onPark?.(false);
  }
}

/** What must be approved for a failed call, if that is why it failed. */
function questionOf(error: unknown): { appId: string; executable: string } | undefined {
  if (!(error instanceof OperationError) || error.code !== "approval_required" || error.dispatched !== "no") {
    return undefined;
  }
  const { app_id: appId, executable } = error.details ?? {};
  return typeof appId === "string" && typeof executable === "string" ? { appId, executable } : undefined;
}
