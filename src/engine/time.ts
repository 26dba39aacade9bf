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

/** Whole-ish milliseconds for reports: one decimal. */
export function roundMs(ms: number): number {
  return Math.round(ms * 10) / 10;
}
