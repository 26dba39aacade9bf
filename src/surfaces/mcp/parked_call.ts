/**
 * One tool call that may have to wait for the user in its middle. Its body runs once. On revision 2026-07-28 the
 * client's requests come and go as legs of the call: between two of them it is parked. On earlier revisions the one
 * request stays open while the client is asked.
 * @module
 */
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type ElicitRequestFormParams,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { OperationError } from "../../contract/errors.ts";
import { QUESTION_MS } from "../../session/approvals.ts";
import type { Answer, Asker, Question } from "../../session/asking.ts";
import { approvalForm, readApproval } from "./approval_form.ts";

/** A question that waits for the client's next request. */
export interface PendingQuestion {
  /** The form to show. */
  readonly form: ElicitRequestFormParams;
  /** Takes the answer. */
  readonly resolve: (answer: Answer) => void;
}

/** How a call is made known to the client. */
export interface CallTraits {
  /** Name of the tool. */
  readonly tool: string;
  /** Digest of its arguments. */
  readonly digest: string;
  /** Whether the client speaks revision 2026-07-28. */
  readonly isModern: boolean;
  /** Whether the client can show forms. */
  readonly canAsk: boolean;
  /** How many rounds of questions the client takes. */
  readonly maxRounds: number;
}

/** A call with its body. */
export class ParkedCall implements Asker {
  /** Names it in the state that the client hands back. */
  readonly id = crypto.randomUUID();
  /** See {@linkcode CallTraits}. */
  readonly traits: CallTraits;
  /** Rounds that were answered; each state is good for one round. */
  round = 0;
  /** What the body ended with. */
  result: CallToolResult | undefined;
  /** Keys of the questions that the client was sent last. */
  sent: readonly string[] = [];
  /** Questions that wait for the client's next request, by key. */
  readonly pending = new Map<string, PendingQuestion>();
  readonly #stop = new AbortController();
  #leg: ServerContext | undefined;
  #onAbort: (() => void) | undefined;
  #parkedAt: number | undefined;
  #questions = 0;
  #progress = 0;
  #changed = Promise.withResolvers<void>();

  /** Begins without a leg. */
  constructor(traits: CallTraits) {
    this.traits = traits;
  }

  /** Aborts when the call is cancelled, superseded or expires. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Whether a request of the client is open for it. */
  get hasLeg(): boolean {
    return this.#leg !== undefined;
  }

  /** For how long no request has been open while a question waits, ms; undefined when that is not so. */
  get parkedFor(): number | undefined {
    return this.#parkedAt === undefined || this.result ? undefined : performance.now() - this.#parkedAt;
  }

  /** Runs the body once. It never rejects. */
  start(body: () => Promise<CallToolResult>): void {
    void body().then((result) => {
      this.result = result;
      this.#notify();
    });
  }

  /** Ends the body. */
  abort(message: string): void {
    this.#stop.abort(new OperationError("cancelled", message, { dispatched: "unknown" }));
    this.#notify();
  }

  /** A request of the client carries the call on; its cancellation ends the call. */
  attach(leg: ServerContext): void {
    this.#leg = leg;
    this.#parkedAt = undefined;
    this.#onAbort = () => this.abort("The client cancelled the call");
    leg.mcpReq.signal.addEventListener("abort", this.#onAbort, { once: true });
    if (leg.mcpReq.signal.aborted) this.#onAbort();
  }

  /** The request is about to be answered. */
  detach(): void {
    if (this.#onAbort) this.#leg?.mcpReq.signal.removeEventListener("abort", this.#onAbort);
    this.#leg = undefined;
    if (!this.result) this.#parkedAt = performance.now();
  }

  /** Waits until the body has ended or wants to ask; what it asks at the same time goes out together. */
  async next(): Promise<"done" | "asks"> {
    for (;;) {
      if (this.result) return "done";
      if (this.pending.size > 0) {
        await new Promise((resolve) => setTimeout(resolve)); // Lets calls that run side by side ask as well.
        if (!this.result && this.pending.size > 0) return "asks";
        continue;
      }
      await this.#changed.promise;
    }
  }

  /** See {@linkcode Asker}. */
  async ask(question: Question, signal: AbortSignal): Promise<Answer> {
    if (!this.traits.canAsk) return { unavailable: "this client can't show forms" };
    const form = approvalForm(question);
    if (!this.traits.isModern) return await this.#elicit(form, signal);
    if (this.round >= this.traits.maxRounds) return { unavailable: `this call has asked ${this.round} times already` };
    return await this.#enqueue(form, signal);
  }

  /** Tells the client how far the call is, where it wants to know. */
  progress(message: string): void {
    const progressToken = this.#leg?.mcpReq._meta?.progressToken;
    if (progressToken === undefined) return;
    const params = { progressToken, progress: ++this.#progress, message };
    // A client that is gone has cancelled the call already.
    this.#leg?.mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
  }

  async #enqueue(form: ElicitRequestFormParams, signal: AbortSignal): Promise<Answer> {
    if (signal.aborted) return { dismissed: true };
    const key = `q${++this.#questions}`;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const withdraw = () => resolve({ dismissed: true });
    signal.addEventListener("abort", withdraw, { once: true });
    this.pending.set(key, { form, resolve });
    this.#notify();
    try {
      return await promise;
    } finally {
      signal.removeEventListener("abort", withdraw);
      this.pending.delete(key);
    }
  }

  /** Up to 2025-11-25: the client is asked while its request stays open. */
  async #elicit(form: ElicitRequestFormParams, signal: AbortSignal): Promise<Answer> {
    try {
      // The desk's own watchdog comes first; the SDK's default would be 60 s.
      const options = { signal, timeout: QUESTION_MS + 5_000 };
      const { action, content } = await this.#leg!.mcpReq.elicitInput(form, options);
      return readApproval(action, content);
    } catch {
      return { dismissed: true }; // Cancelled, or an answer that is no answer to the form: nothing was allowed.
    }
  }

  #notify(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }
}

/** Whether a request speaks revision 2026-07-28: those carry the envelope. */
export function isModern(leg: ServerContext): boolean {
  return Object.keys(leg.mcpReq.envelope ?? {}).length > 0;
}

/** Whether a client can show forms. */
export function canAsk(leg: ServerContext, negotiated: ClientCapabilities | undefined): boolean {
  const envelope: Record<string, unknown> | undefined = leg.mcpReq.envelope;
  const own = envelope?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  const elicitation = (isModern(leg) ? own : negotiated)?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || Object.keys(elicitation).length === 0);
}
