/**
 * Waiting: always bounded, always cancellable.
 * @module
 */

/**
 * Resolves after some time. For spacing out looks at something that sends no event; what sends one is waited for.
 *
 * @param ms Milliseconds.
 * @throws The signal's reason when it is aborted.
 */
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(finish, ms);
    function finish() {
      signal?.removeEventListener("abort", abort);
      resolve();
    }
    function abort() {
      clearTimeout(timer);
      reject(signal?.reason);
    }
    signal?.addEventListener("abort", abort, { once: true });
  });
}

/** A wait that can be ended from elsewhere. One wait at a time. */
export class Alarm {
  #ring: (() => void) | undefined;

  /** Resolves at the next {@linkcode Alarm.ring}, or after `ms`. @throws The signal's reason when it is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", abort);
        this.#ring = undefined;
        resolve();
      };
      const abort = () => {
        reject(signal.reason);
        done();
      };
      const timer = setTimeout(done, Math.max(0, ms));
      signal.addEventListener("abort", abort, { once: true });
      this.#ring = done;
    });
  }

  /** Ends the wait that is going on, if there is one. */
  ring(): void {
    this.#ring?.();
  }
}

/** Whole-ish milliseconds for reports: one decimal. */
export function roundMs(ms: number): number {
  return Math.round(ms * 10) / 10;
}
