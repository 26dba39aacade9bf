/**
 * The engine on the session's desktop: connected at the first call, and again when either of them has ended.
 * @module
 */
import { EngineClient } from "../client/engine_client.ts";
import { OperationError, toOperationError } from "../contract/errors.ts";
import type { OperationName, ParamsInput, Result } from "../contract/operations.ts";
import type { RoleCommand } from "../roles.ts";
import { warn } from "../terminal.ts";
import { type OpenWorkspace, type PointerChoice, Workspace, type WorkspaceChoice } from "./workspace.ts";

/** How long an engine may take to say hello, ms. */
const HELLO_MS = 10_000;

/** A desktop that ends takes its engine along first: how long its own end may come later, ms. */
const DESKTOP_END_MS = 1_500;

/** Options of {@linkcode DesktopEngine}. */
export interface DesktopEngineOptions {
  /** Which desktop to work on. */
  readonly workspace: WorkspaceChoice;
  /** Whose pointer and keyboard the engine uses. */
  readonly pointer: PointerChoice;
  /** Another engine than the program's own: for tests of faults. */
  readonly command?: RoleCommand | undefined;
  /** Hears of a desktop that was connected to, and what the model must be told of it. */
  readonly onDesktop: (workspace: OpenWorkspace, notices: readonly string[]) => void;
}

/** Options of one call. */
export interface EngineCallOptions {
  /** Ends the call. */
  readonly signal: AbortSignal;
  /** Hears the engine's progress. */
  readonly onProgress?: (message: string) => void;
}

/** The engine and the desktop of one session. Nothing is touched before the first call. */
export class DesktopEngine {
  readonly #options: DesktopEngineOptions;
  readonly #workspace: Workspace;
  #client: EngineClient | undefined;
  #open: OpenWorkspace | undefined;
  #connecting: Promise<EngineClient> | undefined;
  #isSuspect = false;

  /** Nothing is opened yet. */
  constructor(options: DesktopEngineOptions) {
    this.#options = options;
    this.#workspace = new Workspace(options.workspace);
  }

  /** The desktop that is open. */
  get desktop(): OpenWorkspace | undefined {
    return this.#open;
  }

  /** The client, once something was called. */
  get client(): EngineClient | undefined {
    return this.#client;
  }

  /**
   * Makes a call, on a desktop and an engine that work.
   *
   * @throws {OperationError} What the engine says, or what kept the desktop from opening.
   */
  async call<K extends OperationName>(
    name: K,
    params: ParamsInput<K>,
    { signal, onProgress }: EngineCallOptions,
  ): Promise<Result<K>> {
    const client = await this.#connect(signal);
    try {
      return await client.call(name, params, { signal, ...(onProgress ? { onProgress } : {}) });
    } catch (error) {
      throw await this.#examine(toOperationError(error));
    }
  }

  /** Sets or frees the abort latch: a running engine is told, one that starts later is seeded with it. */
  async latch(isLatched: boolean): Promise<void> {
    const params = { approvals: [], abort_latched: isLatched };
    // An engine that hangs is killed by the call's deadline; the session's brake holds meanwhile.
    await this.#client?.call("seed", params, { deadlineMs: HELLO_MS }).catch((error) => warn(`linux-cua: ${error}\n`));
  }

  /** Ends the turn in the engine. One that nobody vouches for must not free what a person has stopped. */
  async endTurn(isTrusted: boolean): Promise<void> {
    if (!this.#client) return;
    // The client has forgotten the turn's approvals already; an engine that fails here is started anew without them.
    const params = { keep_abort: !isTrusted };
    await this.#client.call("turn_ended", params).catch((error) => warn(`linux-cua: ${error}\n`));
  }

  /** Takes approvals of an application back; how many there were. */
  async revoke(appId: string): Promise<number> {
    if (!this.#client || this.#client.memory.approvals.length === 0) return 0;
    const { revoked } = await this.#client.call("revoke_app", { app_id: appId });
    return revoked;
  }

  /** Ends engine and desktop. */
  async close(): Promise<void> {
    const ends = await Promise.allSettled([this.#client?.close(), this.#workspace.close()]);
    for (const end of ends) if (end.status === "rejected") warn(`linux-cua: ${end.reason}\n`);
  }

  /** What a failure says of the desktop: a lost one of our own is given up, so that the next call opens another. */
  async #examine(error: OperationError): Promise<OperationError> {
    const hasEnded = error.details?.["engine_ended"] === true;
    if (hasEnded || error.code === "timeout") this.#isSuspect = true;
    if (hasEnded && this.#workspace.isReplaceable) {
      const why = await this.#workspace.endWithin(DESKTOP_END_MS);
      if (why !== undefined) return desktopEnded(why, error);
    }
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
    else if (workspace !== this.#open) await this.#client.move(this.#environment(workspace));
    const { warnings } = await this.#hello(this.#client, signal);
    const isNew = workspace !== this.#open;
    this.#open = workspace;
    this.#isSuspect = false;
    if (isNew) this.#options.onDesktop(workspace, [...(workspace.notice ? [workspace.notice] : []), ...warnings]);
    return this.#client;
  }

  #makeClient(workspace: OpenWorkspace): EngineClient {
    const { command } = this.#options;
    return new EngineClient({ environment: this.#environment(workspace), ...(command ? { command } : {}) });
  }

  #environment({ environment }: OpenWorkspace): Record<string, string> {
    return { ...environment, CUA_POINTER: this.#options.pointer };
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
}

function desktopEnded(why: string, { dispatched, cause }: OperationError): OperationError {
  const message = `The private desktop ended (${why}) and everything on it; the next call opens a new, empty one`;
  return new OperationError("desktop_unavailable", message, { dispatched, cause });
}
