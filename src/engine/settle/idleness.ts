/**
 * Proof that an application has nothing to do: every thread sleeps, nothing worked meanwhile, and no timer is due before
 * the patient figures would have ended anyway.
 *
 * Other processes and the network leave no evidence: an application with processes of its own is never proven idle.
 * Linux shows what a thread sleeps in to those who may trace the process (ptrace(2)); to others nothing is proven.
 * @module
 */
import { childrenOf, type Thread, threadsOf } from "../../ffi/proc_threads.ts";
import { MAX_THREADS } from "./figures.ts";

/** Watches an application's process, and the window manager's, which shows what the application asks it to show. */
export class Idleness {
  readonly #pid: number | null;
  readonly #windowManager: number | null;
  #before = new Map<number, string>();

  /** Nothing is read yet. */
  constructor(pid: number | null, windowManager: number | null) {
    this.#pid = pid;
    this.#windowManager = windowManager;
  }

  /** Takes note of what the threads did so far: what works from here on may be the action's doing. */
  begin(): void {
    const threads = this.#pid === null ? null : threadsOf(this.#pid, MAX_THREADS);
    this.#before = new Map(threads?.map(({ id, work }) => [id, work]));
  }

  /**
   * Looks once.
   *
   * @param horizonMs The main loop must not have set out to wait for a timer that is due this soon, ms.
   * @returns What stays the same as long as nothing works; null when the application is not proven to be idle.
   */
  look(horizonMs: number): string | null {
    const threads = this.#pid === null ? null : threadsOf(this.#pid, MAX_THREADS);
    const manager = this.#windowManager === null ? [] : threadsOf(this.#windowManager, MAX_THREADS);
    if (!threads || !manager) return null;
    const [main, ...others] = threads as [Thread, ...Thread[]];
    const isIdle = waitsForEvents(main, horizonMs) && others.every((thread) => this.#isResting(thread)) &&
      manager.every(({ sleep }) => typeof sleep === "object");
    if (!isIdle || threads.some(({ id }) => childrenOf(this.#pid!, id) !== "")) return null;
    return [...threads, ...manager].map(({ id, work }) => `${id} ${work}`).join("\n");
  }

  /** Whether a thread that the action may have set to work is in the middle of something. */
  get isWorking(): boolean {
    if (this.#pid === null || this.#before.size === 0) return false;
    const threads = threadsOf(this.#pid, MAX_THREADS) ?? [];
    return threads.some(({ id, work, sleep }) => sleep === "busy" && this.#before.get(id) !== work);
  }

  /** A thread that the action did not wake may sleep in whatever it likes; one that it did must wait for the next task. */
  #isResting({ id, work, sleep }: Thread): boolean {
    if (this.#before.get(id) === work) return true;
    return this.#before.has(id) && typeof sleep === "object" && sleep.limitMs === Infinity;
  }
}

function waitsForEvents({ sleep }: Thread, horizonMs: number): boolean {
  return typeof sleep === "object" && sleep.in === "events" && sleep.limitMs > horizonMs;
}
