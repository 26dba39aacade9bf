/**
 * Ends child processes.
 * @module
 */

/** Waits until a child has ended; kills it when that takes longer than this, ms. */
export async function endsWithin(child: Deno.ChildProcess, ms: number): Promise<void> {
  const timer = setTimeout(() => signal(child, "SIGKILL"), ms);
  await child.status;
  clearTimeout(timer);
}

/** Sends a signal to a child that may have ended. */
export function signal(child: Deno.ChildProcess, name: Deno.Signal): void {
  try {
    child.kill(name);
  } catch (error) {
    // It ended by itself.
    if (!(error instanceof TypeError) && !(error instanceof Deno.errors.NotFound)) throw error;
  }
}
