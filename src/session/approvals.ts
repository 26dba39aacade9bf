/**
 * Approvals of one session: who is asked, what was answered, and for how long it holds.
 * Several askers may answer the same question (the client's form, the control socket); the first one counts.
 * @module
 */
import { OperationError } from "../contract/errors.ts";
import type { ApprovalScope } from "../contract/operations.ts";
import { addApproval, type AlwaysAllowed, isSame, loadApprovals } from "../policy/approvals_file.ts";
import { warn } from "../terminal.ts";
import {
  type Answer,
  type Asker,
  type Decision,
  denial,
  dismissal,
  noAnswer,
  nobodyToAsk,
  type Question,
} from "./asking.ts";

/** A question that waits, or was left without an answer a while ago. */
export interface WaitingApproval extends Question {
  /** When it was asked, ISO 8601. */
  readonly askedAt: string;
  /** Whether a call still waits for it. */
  readonly waiting: boolean;
}

/** How long a question may stay open, ms. */
export const QUESTION_MS = 240_000;
/** How long the control socket is waited for when the client can't ask, ms. */
export const OUTSIDE_MS = 20_000;
/** How many unanswered questions are kept for a later `linux-cua approvals allow`. */
const MAX_UNANSWERED = 64;

const ENDED = "The call ended while it waited for an approval";

interface Open {
  readonly question: Question;
  readonly askedAt: string;
  readonly answer: PromiseWithResolvers<Decision>;
}

/** Options of {@linkcode ApprovalDesk}. */
export interface ApprovalDeskOptions {
  /** Path of the approvals file; undefined when there is nowhere to keep one. */
  readonly path?: string | undefined;
  /** See {@linkcode QUESTION_MS}. */
  readonly questionMs?: number;
  /** See {@linkcode OUTSIDE_MS}. */
  readonly outsideMs?: number;
  /** Hears of each change of what waits. */
  readonly onChange?: () => void;
}

/** The approvals of a session. The file is read once, at the first question. */
export class ApprovalDesk {
  readonly #options: ApprovalDeskOptions;
  readonly #open = new Map<string, Open>();
  readonly #unanswered = new Map<string, WaitingApproval>();
  readonly #granted = new Map<string, ApprovalScope>();
  readonly #denied = new Set<string>();
  #always: Promise<AlwaysAllowed[]> | undefined;

  /** Makes a desk; nothing is read yet. */
  constructor(options: ApprovalDeskOptions) {
    this.#options = options;
  }

  /** What waits for an answer, and what was left without one. */
  get waiting(): WaitingApproval[] {
    const open = [...this.#open.values()].map(({ question, askedAt }) => ({ ...question, askedAt, waiting: true }));
    return [...open, ...this.#unanswered.values()];
  }

  /**
   * Gets a decision: from the file, from what was granted ahead, or by asking.
   *
   * @param signal Ends the wait; the question is withdrawn when nobody else waits for it.
   * @returns The scope of the approval.
   * @throws {OperationError} `denied`, `cancelled` (dismissed), `timeout` or `approval_required` (nobody to ask).
   */
  async settle(question: Question, asker: Asker, signal: AbortSignal): Promise<ApprovalScope> {
    const key = keyOf(question);
    if (signal.aborted) throw new OperationError("cancelled", ENDED, { cause: signal.reason });
    if (this.#denied.has(key)) throw denial(question);
    const known = this.#granted.get(key) ?? await this.#fromFile(question);
    if (known !== undefined) return this.#use(key, known);
    const decision = await this.#ask(key, question, asker, signal);
    return await this.#take(question, decision);
  }

  /**
   * Answers from outside the client. An answer for a question that waits no more holds for the next time it comes up.
   *
   * @returns How many questions it answered.
   */
  answer(appId: string, decision: Decision): number {
    const keys = [...this.#open.keys(), ...this.#unanswered.keys()].filter((key) => isOf(key, appId));
    for (const key of keys) this.#answerOne(key, decision);
    return keys.length;
  }

  /** Forgets what was granted or denied for an application, in this session. */
  async revoke(appId: string): Promise<void> {
    for (const key of this.#granted.keys()) if (isOf(key, appId)) this.#granted.delete(key);
    const always = await (this.#always ?? []);
    this.#always = Promise.resolve(always.filter((entry) => entry.app_id.toLowerCase() !== appId.toLowerCase()));
  }

  /** Forgets the turn's denials. */
  endTurn(): void {
    this.#denied.clear();
  }

  #answerOne(key: string, decision: Decision): void {
    const open = this.#open.get(key);
    if (open) return open.answer.resolve(decision);
    this.#unanswered.delete(key);
    if (decision === "deny") this.#denied.add(key);
    else this.#granted.set(key, decision);
    this.#changed();
  }

  #use(key: string, scope: ApprovalScope): ApprovalScope {
    this.#granted.delete(key);
    return scope;
  }

  /** Several calls that need the same approval share one question. */
  async #ask(key: string, question: Question, asker: Asker, signal: AbortSignal): Promise<Decision> {
    const shared = this.#open.get(key);
    if (shared) return await withSignal(shared.answer.promise, signal);
    const open = { question, askedAt: new Date().toISOString(), answer: Promise.withResolvers<Decision>() };
    open.answer.promise.catch(() => {}); // Whoever waits hears of it; there may be nobody left.
    this.#open.set(key, open);
    this.#unanswered.delete(key);
    this.#changed();
    try {
      return await this.#race(open, asker, signal);
    } catch (error) {
      open.answer.reject(error);
      this.#leave(key, open);
      throw error;
    } finally {
      this.#open.delete(key);
      this.#changed();
    }
  }

  async #race(open: Open, asker: Asker, signal: AbortSignal): Promise<Decision> {
    const withdraw = new AbortController();
    const timer = setTimeout(
      () => open.answer.reject(noAnswer(open.question)),
      this.#options.questionMs ?? QUESTION_MS,
    );
    asker.ask(open.question, AbortSignal.any([signal, withdraw.signal]))
      .then((answer) => this.#hear(open, answer)).catch((error) => open.answer.reject(error));
    try {
      return await withSignal(open.answer.promise, signal);
    } finally {
      clearTimeout(timer);
      withdraw.abort();
    }
  }

  /** Takes the client's answer; without one, waits a while for the control socket. */
  async #hear(open: Open, answer: Answer): Promise<void> {
    if ("decision" in answer) return open.answer.resolve(answer.decision);
    if ("dismissed" in answer) return open.answer.reject(dismissal(open.question));
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, this.#options.outsideMs ?? OUTSIDE_MS);
    await Promise.race([promise, open.answer.promise.catch(() => {})]);
    clearTimeout(timer);
    open.answer.reject(nobodyToAsk(open.question, answer.unavailable));
  }

  #leave(key: string, open: Open): void {
    this.#unanswered.set(key, { ...open.question, askedAt: open.askedAt, waiting: false });
    const oldest = this.#unanswered.keys().next().value;
    if (this.#unanswered.size > MAX_UNANSWERED && oldest !== undefined) this.#unanswered.delete(oldest);
  }

  async #take(question: Question, decision: Decision): Promise<ApprovalScope> {
    if (decision === "deny") {
      this.#denied.add(keyOf(question));
      throw denial(question);
    }
    if (decision !== "always") return decision;
    return await this.#store(question);
  }

  /** A choice that can't be stored still holds for the session. */
  async #store(question: Question): Promise<ApprovalScope> {
    const { path } = this.#options;
    const entry = { app_id: question.appId, executable: question.executable };
    try {
      if (!path) throw new Error("There is no home directory to keep it in");
      await addApproval(path, entry);
      (await this.#load()).push(entry);
      return "always";
    } catch (error) {
      warn(`linux-cua: "Always" holds for this session only: ${(error as Error).message}\n`);
      return "session";
    }
  }

  async #fromFile(question: Question): Promise<ApprovalScope | undefined> {
    const entry = { app_id: question.appId, executable: question.executable };
    return (await this.#load()).some((other) => isSame(other, entry)) ? "always" : undefined;
  }

  #load(): Promise<AlwaysAllowed[]> {
    this.#always ??= this.#read();
    return this.#always;
  }

  async #read(): Promise<AlwaysAllowed[]> {
    if (!this.#options.path) return [];
    const { entries, problem } = await loadApprovals(this.#options.path);
    if (problem) warn(`linux-cua: ${problem}\n`);
    return [...entries];
  }

  #changed(): void {
    this.#options.onChange?.();
  }
}

function keyOf(question: Question): string {
  return `${question.appId.toLowerCase()}\0${question.executable}`;
}

function isOf(key: string, appId: string): boolean {
  return key.startsWith(`${appId.toLowerCase()}\0`);
}

async function withSignal<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(new OperationError("cancelled", ENDED));
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
