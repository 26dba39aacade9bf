/**
 * The calls of one connection that wait for the user: continued by the client's next request, never run again.
 * @module
 */
import {
  type CallToolResult,
  type ClientCapabilities,
  createRequestStateCodec,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { canAsk, isModern, ParkedCall } from "./parked_call.ts";
import { readApproval } from "./approval_form.ts";

/** What the client hands back; it is signed, and good for one round. */
interface CallState {
  /** The call. */
  readonly call: string;
  /** The round that it answers. */
  readonly round: number;
  /** Digest of the arguments. */
  readonly digest: string;
}

/** Options of {@linkcode ParkedCalls}. */
export interface ParkedCallsOptions {
  /** How long a call may be parked, ms. */
  readonly ttlMs?: number;
  /** How long its result is kept for a client that comes late, ms. */
  readonly keepMs?: number;
  /** After how long a parked call gives way to a newer one, ms. */
  readonly supersedeMs?: number;
  /** How many rounds of questions a client takes. Claude Code gives up after 10, without a word. */
  readonly maxRounds?: number;
}

/** The body of a call. */
export type Body = (call: ParkedCall) => Promise<CallToolResult>;

/** What a call is made with. */
export interface CallStart {
  /** Name of the tool. */
  readonly tool: string;
  /** Its arguments. */
  readonly args: unknown;
  /** The request. */
  readonly leg: ServerContext;
  /** What the client negotiated, up to revision 2025-11-25. */
  readonly capabilities: ClientCapabilities | undefined;
}

/** The calls of one connection. */
export class ParkedCalls {
  readonly #options: Required<ParkedCallsOptions>;
  readonly #calls = new Map<string, ParkedCall>();
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  readonly #codec: ReturnType<typeof createRequestStateCodec<CallState>>;

  /** The key that signs states lives as long as this object. */
  constructor(options: ParkedCallsOptions = {}) {
    this.#options = { ttlMs: 240_000, keepMs: 60_000, supersedeMs: 2_000, maxRounds: 9, ...options };
    this.#codec = createRequestStateCodec<CallState>({
      key: crypto.getRandomValues(new Uint8Array(32)),
      ttlSeconds: Math.ceil((this.#options.ttlMs + this.#options.keepMs) / 1000),
      bind: (leg) => leg.mcpReq.method,
    });
  }

  /** For `ServerOptions.requestState.verify`. */
  get verify(): (state: string, leg: ServerContext) => Promise<CallState> {
    return this.#codec.verify;
  }

  /** Serves a request: begins a call, or continues the one that its state names. */
  async serve(start: CallStart, body: Body): Promise<CallToolResult | InputRequiredResult> {
    const state = start.leg.mcpReq.requestState<CallState>();
    const digest = await digestOf(start.args);
    if (state === undefined) return await this.#carry(this.#begin(start, digest, body), start.leg);
    const call = this.#calls.get(state.call);
    const refusal = refuse(call, state, start.tool, digest);
    if (refusal !== undefined || !call) return failure(refusal ?? "");
    if (call.result) return call.result;
    // Without an answer the questions are sent again; the body may have moved on meanwhile.
    if (call.sent.every((key) => !isAnswered(start.leg, key))) return await this.#carry(call, start.leg);
    call.round++; // At once: nothing may come between the check of the round and this.
    const carried = this.#carry(call, start.leg);
    this.#answer(call, start.leg);
    return await carried;
  }

  /** Ends every call but one. */
  abortOthers(kept: ParkedCall | undefined, message: string): void {
    for (const call of this.#calls.values()) if (call !== kept && !call.result) call.abort(message);
  }

  /** Ends every call and forgets them. */
  close(message: string): void {
    this.abortOthers(undefined, message);
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#calls.clear();
  }

  #begin({ tool, leg, capabilities }: CallStart, digest: string, body: Body): ParkedCall {
    const { maxRounds, keepMs } = this.#options;
    const traits = { tool, digest, isModern: isModern(leg), canAsk: canAsk(leg, capabilities), maxRounds };
    const call = new ParkedCall(traits);
    this.#calls.set(call.id, call);
    this.#supersede();
    call.start(async () => {
      const result = await body(call);
      this.#after(keepMs, () => this.#calls.delete(call.id));
      return result;
    });
    return call;
  }

  async #carry(call: ParkedCall, leg: ServerContext): Promise<CallToolResult | InputRequiredResult> {
    call.attach(leg);
    const outcome = await call.next();
    call.detach();
    if (outcome === "done") return call.result!;
    this.#park(call);
    return await this.#questions(call, leg);
  }

  /** Nobody tells the server when a user walks away from a dialog: a parked call ends by itself, or for a newer one. */
  #park(call: ParkedCall): void {
    const { round } = call;
    const { ttlMs, supersedeMs } = this.#options;
    const isStill = () => call.round === round && call.parkedFor !== undefined;
    this.#after(supersedeMs, () => isStill() && this.#supersede());
    this.#after(ttlMs, () => isStill() && call.abort("Nobody answered the question for an approval in time"));
  }

  #supersede(): void {
    const calls = [...this.#calls.values()];
    const newest = calls.findLastIndex((call) => !call.result && (call.hasLeg || call.parkedFor === undefined));
    for (const call of calls.slice(0, Math.max(0, newest))) {
      if ((call.parkedFor ?? 0) < this.#options.supersedeMs) continue;
      call.abort("A newer call took the place of this one while it waited for an approval");
    }
  }

  async #questions(call: ParkedCall, leg: ServerContext): Promise<InputRequiredResult> {
    call.sent = [...call.pending.keys()];
    const forms = [...call.pending].map(([key, { form }]) => [key, inputRequired.elicit(form)] as const);
    const state = { call: call.id, round: call.round, digest: call.traits.digest };
    return inputRequired({
      inputRequests: Object.fromEntries(forms),
      requestState: await this.#codec.mint(state, leg),
    });
  }

  #answer(call: ParkedCall, leg: ServerContext): void {
    for (const key of call.sent) {
      const given = inputResponse(leg.mcpReq.inputResponses, key);
      const question = call.pending.get(key);
      if (given.kind !== "elicit" || !question) continue;
      call.pending.delete(key);
      question.resolve(readApproval(given.action, given.content));
    }
    call.sent = [];
  }

  #after(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, ms);
    this.#timers.add(timer);
  }
}

function isAnswered(leg: ServerContext, key: string): boolean {
  return inputResponse(leg.mcpReq.inputResponses, key).kind === "elicit";
}

/** Why a request can't continue a call. */
function refuse(call: ParkedCall | undefined, state: CallState, tool: string, digest: string): string | undefined {
  if (!call) return "This call is not known any more and does not run. Look at the current state before you repeat it.";
  const { traits } = call;
  if (traits.tool !== tool || traits.digest !== digest || state.digest !== digest) {
    return "The request does not match the call that waits (another tool, or other arguments); nothing was continued.";
  }
  if (call.result) return undefined;
  if (state.round !== call.round) return "This question was answered before; nothing was done twice.";
  return call.hasLeg ? "Another request continues this call already; nothing was done twice." : undefined;
}

function failure(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

/** SHA-256 of the arguments, independent of the order of their fields. */
async function digestOf(value: unknown): Promise<string> {
  const text = JSON.stringify(value, (_key, inner) => isRecord(inner) ? sorted(inner) : inner);
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text ?? ""));
  return new Uint8Array(hash).toHex();
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sorted(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => a < b ? -1 : 1));
}
