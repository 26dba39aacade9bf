/**
 * Turns: how long an approval "for this turn" and a denial hold. A client that names its turns is believed, since it
 * is not the model; without names a turn is one call. What the model itself says ends approvals, and nothing else.
 * @module
 */
import type { ApprovalDesk } from "./approvals.ts";
import type { Brake } from "./brake.ts";

/** What a turn is made of. */
export interface TurnParts {
  /** Forgets denials. */
  readonly approvals: Pick<ApprovalDesk, "endTurn">;
  /** A stopped session is not freed by the end of a turn. */
  readonly brake: Pick<Brake, "state">;
  /** Ends the turn's approvals in the engine; frees the abort latch when it is trusted. */
  readonly endInEngine: (isTrusted: boolean) => Promise<void>;
}

/** The turns of one session. */
export class Turns {
  readonly #parts: TurnParts;
  #id: string | undefined;
  #hasApprovals = false;

  /** Begins without a turn. */
  constructor(parts: TurnParts) {
    this.#parts = parts;
  }

  /** Whether the client names its turns. */
  get isNamed(): boolean {
    return this.#id !== undefined;
  }

  /** An approval was given for this turn. */
  note(): void {
    this.#hasApprovals = true;
  }

  /** A call begins. @param id The client's name of the turn, if it has one. */
  async begin(id: string | undefined): Promise<void> {
    if (id === undefined || id === this.#id) return;
    const isFirst = this.#id === undefined;
    this.#id = id;
    if (!isFirst) await this.#end(this.#parts.brake.state !== "stopped");
  }

  /** A call has ended; without names that ends the turn. */
  async endCall(): Promise<void> {
    if (this.isNamed) return;
    this.#parts.approvals.endTurn();
    if (this.#hasApprovals) await this.#endApprovals(false);
  }

  /** The model, or a hook that it could forge, says that the turn has ended. */
  async endByModel(): Promise<void> {
    if (this.#hasApprovals) await this.#endApprovals(false);
  }

  async #end(isTrusted: boolean): Promise<void> {
    this.#parts.approvals.endTurn();
    await this.#endApprovals(isTrusted);
  }

  async #endApprovals(isTrusted: boolean): Promise<void> {
    this.#hasApprovals = false;
    await this.#parts.endInEngine(isTrusted);
  }
}
