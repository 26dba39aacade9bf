/**
 * Calls that wait for their reply.
 * @module
 */
import { CallTimeout } from "./errors.ts";
import type { Header } from "./message.ts";
import type { Reader } from "./reader.ts";

/** A call that waits. */
export interface PendingCall {
  /** What is waited for, for errors. */
  readonly what: string;
  /** When to give up, by `performance.now()`. */
  readonly expires: number;
  readonly signal: AbortSignal | undefined;
  /** Takes the reply; must not throw anything but `MalformedMessage`. */
  settle(header: Header, body: Reader): void;
  /** Takes what went wrong instead. */
  fail(error: unknown): void;
}

/** The waiting calls of one connection: one timer and one listener per signal serve them all. */
export class PendingCalls {
  readonly #calls = new Map<number, PendingCall>();
  readonly #watched = new WeakSet<AbortSignal>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #timerDue = Infinity;

  /** How many calls wait. */
  get size(): number {
    return this.#calls.size;
  }

  /** Adds a call under its serial. */
  add(serial: number, call: PendingCall): void {
    this.#calls.set(serial, call);
    if (call.signal) this.#watch(call.signal);
    if (call.expires < this.#timerDue) this.#arm(call.expires);
  }

  /** Takes the call of a serial out; late replies find none. */
  take(serial: number): PendingCall | undefined {
    const call = this.#calls.get(serial);
    this.#calls.delete(serial);
    return call;
  }

  /** Ends every call. */
  failAll(error: unknown): void {
    this.#failWhere(() => true, () => error);
    clearTimeout(this.#timer);
    this.#timerDue = Infinity;
  }

  #watch(signal: AbortSignal): void {
    if (this.#watched.has(signal)) return;
    this.#watched.add(signal);
    const onAbort = () => this.#failWhere((call) => call.signal === signal, () => signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
  }

  #arm(due: number): void {
    clearTimeout(this.#timer);
    this.#timerDue = due;
    // Rounded up: a timer that fires early would find nothing to do and be armed again and again.
    const delay = Math.max(0, Math.ceil(due - performance.now()));
    this.#timer = setTimeout(() => this.#expire(), delay);
  }

  #expire(): void {
    const now = performance.now();
    this.#failWhere((call) => call.expires <= now, (call) => new CallTimeout(`${call.what} was not answered in time`));
    this.#timerDue = Infinity;
    let next = Infinity;
    for (const call of this.#calls.values()) next = Math.min(next, call.expires);
    if (next < Infinity) this.#arm(next);
  }

  #failWhere(matches: (call: PendingCall) => boolean, error: (call: PendingCall) => unknown): void {
    for (const [serial, call] of this.#calls) {
      if (!matches(call)) continue;
      this.#calls.delete(serial);
      call.fail(error(call));
    }
  }
}
