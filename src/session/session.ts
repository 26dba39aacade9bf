/**
 * One model's session: its desktop, engine, console, approvals and turns. Surfaces translate to it.
 * @module
 */
import { OperationError } from "../contract/errors.ts";
import { type OperationName, operations, type ParamsInput, type Result } from "../contract/operations.ts";
import type { RoleCommand } from "../roles.ts";
import { approvalsPath } from "../policy/approvals_file.ts";
import { ApprovalDesk, type ApprovalDeskOptions } from "./approvals.ts";
import type { Asker, Question } from "./asking.ts";
import { Brake } from "./brake.ts";
import { DesktopEngine } from "./desktop_engine.ts";
import { Hints } from "./hints.ts";
import { ImageStore } from "./images.ts";
import { Turns } from "./turns.ts";
import { Views } from "./views.ts";
import type { OpenWorkspace, PointerChoice, WorkspaceChoice } from "./workspace.ts";

/** Options of {@linkcode Session}. */
export interface SessionOptions {
  /** Which desktop to work on. */
  readonly workspace: WorkspaceChoice;
  /** Whose pointer and keyboard it uses; the core ones when left out. */
  readonly pointer?: PointerChoice;
  /** Where approvals are kept (by default where the environment says) and how long questions stay open. */
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
  readonly #engine: DesktopEngine;
  readonly #listeners = new Set<(event: SessionEvent) => void>();
  readonly #running = new Set<AbortController>();
  #notices: string[] = [];

  /** Makes a session; nothing is touched yet. */
  constructor(options: SessionOptions) {
    this.#engine = new DesktopEngine({
      workspace: options.workspace,
      pointer: options.pointer ?? "core",
      command: options.engine,
      onDesktop: (workspace, notices) => this.#enter(workspace, notices),
    });
    const kept = options.approvals ?? { path: approvalsPath((name) => Deno.env.get(name)) };
    const changed = () => this.emit({ type: "approvals", waiting: this.approvals.waiting.length });
    this.approvals = new ApprovalDesk({ ...kept, onChange: changed });
    this.turns = new Turns({
      approvals: this.approvals,
      brake: this.brake,
      endInEngine: (isTrusted) => this.#engine.endTurn(isTrusted),
    });
  }

  /** The desktop that is open. */
  get desktop(): OpenWorkspace | undefined {
    return this.#engine.desktop;
  }

  /** Process id of the engine that runs, if one does. */
  get enginePid(): number | undefined {
    return this.#engine.client?.pid;
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
    await this.#engine.latch(true);
  }

  /** Lets a paused or stopped session go on: for the owner. */
  async resume(): Promise<void> {
    this.brake.release();
    this.emit({ type: "resumed" });
    await this.#engine.latch(false);
  }

  /** Takes approvals of an application back: for the owner. */
  async revoke(appId: string): Promise<number> {
    await this.approvals.revoke(appId);
    return await this.#engine.revoke(appId);
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
    await this.#engine.close();
  }

  /** See {@linkcode Session.close}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** An operation that was refused for lack of an approval dispatched nothing: it may be made again. */
  async #approved<K extends OperationName>(name: K, params: ParamsInput<K>, caller: Caller): Promise<Result<K>> {
    for (let asked = 0;; asked++) {
      try {
        this.emit({ type: "call", operation: name });
        return await this.#engine.call(name, params, caller);
      } catch (error) {
        const question = asked < MAX_APPROVALS ? questionOf(error) : undefined;
        if (!question) throw error;
        await this.#approve(question, caller);
      }
    }
  }

  async #approve(question: Question, caller: Caller): Promise<void> {
    const scope = await parked(caller, () => this.approvals.settle(question, caller.asker, caller.signal));
    const approval = { app_id: question.appId, executable: question.executable, scope };
    await this.#engine.call("approve_app", approval, { signal: caller.signal });
    if (scope === "turn") this.turns.note();
  }

  /** What was seen of another desktop means nothing on this one. */
  #enter(workspace: OpenWorkspace, notices: readonly string[]): void {
    this.views.clear();
    this.#notices.push(...notices);
    this.emit({ type: "desktop", display: workspace.display });
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
function questionOf(error: unknown): Question | undefined {
  if (!(error instanceof OperationError) || error.code !== "approval_required" || error.dispatched !== "no") {
    return undefined;
  }
  const { app_id: appId, executable } = error.details ?? {};
  return typeof appId === "string" && typeof executable === "string" ? { appId, executable } : undefined;
}
