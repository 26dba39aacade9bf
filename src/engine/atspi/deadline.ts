/**
 * Bounds waits.
 * @module
 */
import { CallTimeout } from "./wire/errors.ts";

/** How long a wait may last. */
export interface Limit {
  readonly deadlineMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Settles as `promise` does, or rejects with {@linkcode CallTimeout} or the signal's reason. The work behind `promise`
 * goes on: the caller releases what it holds.
 *
 * @param what The wait, for the error: "Connecting to the bus".
 */
export async function within<T>(promise: Promise<T>, what: string, limit: Limit): Promise<T> {
  limit.signal?.throwIfAborted();
  const { promise: broken, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(limit.signal?.reason);
  const timer = setTimeout(
    () => reject(new CallTimeout(`${what} took longer than ${limit.deadlineMs} ms`)),
    limit.deadlineMs,
  );
  limit.signal?.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([promise, broken]);
  } finally {
    clearTimeout(timer);
    limit.signal?.removeEventListener("abort", onAbort);
  }
}
