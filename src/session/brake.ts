/**
 * The owner's brake: a paused session waits, a stopped one refuses to act.
 * @module
 */
import { type Dispatched, OperationError } from "../contract/errors.ts";
import { type OperationName, operations } from "../contract/operations.ts";

/** How long a call waits for a paused session to go on, ms. */
export const PAUSE_MS = 60_000;

/** The brake of one session. */
export class Brake {
  #state: "off" | "paused" | "stopped" = "off";
  #released = Promise.withResolvers<void>();

  /** How it stands. */
  get state(): "off" | "paused" | "stopped" {
    return this.#state;
  }

  /** Lets calls wait. */
  pause(): void {
    if (this.#state !== "off") return;
    this.#state = "paused";
    this.#released = Promise.withResolvers<void>();
  }

  /** Lets nothing act any more. */
  stop(): void {
    this.#state = "stopped";
    this.#released.resolve();
  }

  /** Lets everything go on. */
  release(): void {
    this.#state = "off";
    this.#released.resolve();
  }

  /**
   * Waits while the session is paused.
   *
   * @throws {OperationError} `user_interrupt` when it is stopped and the operation acts, or stays paused for
   * {@linkcode PAUSE_MS}; `cancelled` by the signal.
   */
  async pass(name: OperationName, signal: AbortSignal): Promise<void> {
    if (this.#state === "paused") await this.#wait(signal);
    if (this.#state === "stopped" && operations[name].effect === "acts") throw this.refusal("no");
  }

  /** What a stopped session answers. @param dispatched Whether the call may have sent input before. */
  refusal(dispatched: Dispatched): OperationError {
    const message =
      "The user stopped this session. Do not act on the desktop until they say so; tell them what is done";
    return new OperationError("user_interrupt", message, { dispatched });
  }

  async #wait(signal: AbortSignal): Promise<void> {
    const over = Promise.withResolvers<never>();
    const message = "The user paused this session and has not resumed it yet; wait for them, then call again";
    const timer = setTimeout(() => over.reject(new OperationError("user_interrupt", message)), PAUSE_MS);
    const onAbort = () => over.reject(new OperationError("cancelled", "The call ended while the session was paused"));
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
    try {
      await Promise.race([this.#released.promise, over.promise]);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    }
  }
}
