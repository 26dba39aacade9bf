/**
 * How long to wait for an application's first answer, by how it answered before: one that is known to hang must not
 * cost its time again and again.
 * @module
 */
import { CallTimeout } from "./wire/errors.ts";

/** Waits for the first answer of a look, ms: normally, the first time after it did not answer, and after that. */
export const patienceMs = { normal: 1000, blocked: 300, probe: 60 } as const;
/** How long a bulk read that timed out is left alone, ms: twice as long each time, up to … */
const BULK_PAUSE_MS = 10_000;
/** … this. An application that takes seconds for it can do nothing else meanwhile. */
const MAX_BULK_PAUSE_MS = 600_000;

/** Keeps what is known of each application, by its unique bus name. */
export class Responsiveness {
  readonly #misses = new Map<string, number>();
  readonly #actions = new Map<string, Promise<void>>();
  readonly #bulk = new Map<string, { readonly after: number; readonly pauseMs: number }>();

  /** Waits for a first answer as long as the application's past allows, and remembers whether one came. */
  async ask<T>(name: string, question: (deadlineMs: number) => Promise<T>): Promise<T> {
    try {
      const answer = await question(this.patience(name));
      this.#misses.delete(name);
      return answer;
    } catch (error) {
      if (error instanceof CallTimeout) this.markBlocked(name);
      throw error;
    }
  }

  /** How long to wait for its first answer, ms. */
  patience(name: string): number {
    const misses = this.#misses.get(name) ?? 0;
    if (misses === 0) return patienceMs.normal;
    return misses === 1 ? patienceMs.blocked : patienceMs.probe;
  }

  /** Remembers that it did not answer. */
  markBlocked(name: string): void {
    this.#misses.set(name, (this.#misses.get(name) ?? 0) + 1);
  }

  /** Whether it did not answer the last time. */
  isBlocked(name: string): boolean {
    return this.#misses.has(name);
  }

  /** Remembers that an application is inside an action that it was asked for, until `returned` is settled. */
  beginAction(name: string, returned: Promise<unknown>): void {
    const end = () => void (this.#actions.get(name) === action && this.#actions.delete(name));
    const action: Promise<void> = returned.then(end, end);
    this.#actions.set(name, action);
  }

  /** Resolves when an application comes back from the action that it is inside of; undefined outside of any. */
  actionOf(name: string): Promise<void> | undefined {
    return this.#actions.get(name);
  }

  /** Whether reading everything at once may be tried. */
  mayReadBulk(name: string): boolean {
    return (this.#bulk.get(name)?.after ?? 0) <= performance.now();
  }

  /** Remembers that reading everything at once took too long. */
  bulkTimedOut(name: string): void {
    const pauseMs = Math.min(MAX_BULK_PAUSE_MS, 2 * (this.#bulk.get(name)?.pauseMs ?? BULK_PAUSE_MS / 2));
    this.#bulk.set(name, { after: performance.now() + pauseMs, pauseMs });
  }

  /** Forgets an application that left. */
  forget(name: string): void {
    this.#misses.delete(name);
    this.#actions.delete(name);
    this.#bulk.delete(name);
  }
}
