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

/** A signal that calls wait with. */
interface Watch {
  calls: number;
  readonly onAbort: () => void;
}

/** The waiting calls of one connection: one timer and one listener per signal serve them all. */
export class PendingCalls {
  readonly #calls = new Map<number, PendingCall>();
  readonly #watches = new Map<AbortSignal, Watch>();
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
    if (call) this.#remove(serial, call);
    return call;
  }

  /** Ends every call. */
  failAll(error: unknown): void {
    this.#failWhere(() => true, () => error);
    clearTimeout(this.#timer);
    this.#timerDue = Infinity;
  }

  #watch(signal: AbortSignal): void {
    const known = this.#watches.get(signal);
    if (known) return void known.calls++;
    const onAbort = () => this.#failWhere((call) => call.signal === signal, () => signal.reason);
    this.#watches.set(signal, { calls: 1, onAbort });
    signal.addEventListener("abort", onAbort, { once: true });
  }

  /** A signal that depends on others lives for as long as somebody listens to it. */
  #remove(serial: number, { signal }: PendingCall): void {
    this.#calls.delete(serial);
    const watch = signal && this.#watches.get(signal);
    if (!watch || --watch.calls > 0) return;
    this.#watches.delete(signal);
    signal.removeEventListener("abort", watch.onAbort);
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
      this.#remove(serial, call);
      call.fail(error(call));
    }
  }
}
