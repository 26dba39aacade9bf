/**
 * What a restarted engine must be told: approvals, the abort latch, and which ids were given out.
 * @module
 */
import type { OperationError } from "../contract/errors.ts";
import {
  type Approval,
  approvalScope,
  type OperationName,
  type Params,
  type ParamsInput,
  type Result,
} from "../contract/operations.ts";

/** Narrowest first. */
const scopes = approvalScope.options;

/** Kept by the client as long as its session lasts; engines come and go. */
export class EngineMemory {
  #approvals: Approval[] = [];
  #latched = false;
  #highestId = 0;

  /** Approvals in force. */
  get approvals(): readonly Approval[] {
    return this.#approvals;
  }

  /** Whether a person's input has stopped the session until the turn ends. */
  get latched(): boolean {
    return this.#latched;
  }

  /** The parameters of `seed` for a new engine; nothing when it needs none. */
  get seed(): ParamsInput<"seed"> | undefined {
    if (this.#highestId === 0 && this.#approvals.length === 0 && !this.#latched) return undefined;
    return { approvals: this.#approvals, abort_latched: this.#latched, first_id: this.#highestId + 1 };
  }

  /** What is taken back is forgotten before the engine hears of it, so that a restart can't bring it back. */
  prepare<K extends OperationName>(name: K, params: ParamsInput<K>): void {
    if (name === "revoke_app") this.#revoke((params as Params<"revoke_app">).app_id);
    if (name === "turn_ended") this.#approvals = this.#approvals.filter((held) => held.scope !== "turn");
  }

  /** Learns from an operation that succeeded. */
  learn<K extends OperationName>(name: K, params: ParamsInput<K>, result: Result<K>): void {
    this.#highestId = Math.max(this.#highestId, highestId(result));
    if (name === "approve_app") this.#approve(params as Approval);
    if (name === "turn_ended" && !(params as ParamsInput<"turn_ended">).keep_abort) this.#latched = false;
    if (name === "seed") this.#latched = (params as ParamsInput<"seed">).abort_latched ?? this.#latched;
  }

  /** Learns from an operation that failed. */
  learnFailure(error: OperationError): void {
    if (error.code === "user_interrupt") this.#latched = true;
  }

  #approve(approval: Approval): void {
    const held = this.#approvals.find((other) => same(other, approval));
    const scope = held && scopes.indexOf(held.scope) > scopes.indexOf(approval.scope) ? held.scope : approval.scope;
    this.#approvals = [...this.#approvals.filter((other) => other !== held), { ...approval, scope }];
  }

  #revoke(appId: string): void {
    this.#approvals = this.#approvals.filter((held) => !sameApp(held.app_id, appId));
  }
}

function same(a: Approval, b: Approval): boolean {
  return sameApp(a.app_id, b.app_id) && a.executable === b.executable;
}

function sameApp(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** Observations, frames and elements share one counter; `last_id` is the highest that was given out. */
function highestId(result: unknown): number {
  const { last_id, observation_id, frame, observation } = result as Partial<Record<string, unknown>>;
  const nested = [frame && (frame as { id?: unknown }).id, observation && highestId(observation)];
  const ids = [last_id, observation_id, ...nested].filter((id) => typeof id === "number");
  return Math.max(0, ...ids);
}
