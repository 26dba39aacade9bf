/**
 * What a test run left behind: processes of private desktops that are still alive.
 * @module
 */
import { processesWith, type ProcessInfo } from "./processes.ts";

/** The variable that every process of a private desktop carries. */
const MARKER = "LINUX_CUA_DESKTOP=";
/** A desktop ends within 3 s of its owner; two more for a busy machine. */
const GRACE_MS = 5_000;
const POLL_MS = 100;

/**
 * Processes of private desktops that outlive a test run, after a grace of 5 s.
 *
 * @param folder The run's own folder: what the run started has a path of it in its environment.
 */
export async function leftovers(folder: string, graceMs = GRACE_MS): Promise<ProcessInfo[]> {
  const deadline = performance.now() + graceMs;
  let alive = processesWith([MARKER, folder]);
  while (alive.length > 0 && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    alive = processesWith([MARKER, folder]);
  }
  return alive;
}

/** Ends leftovers. Each is looked up again first, since its pid may have gone to another process. */
export function endLeftovers(folder: string): void {
  for (const process of processesWith([MARKER, folder])) {
    try {
      Deno.kill(process.pid, "SIGKILL");
    } catch (error) {
      // Ended meanwhile: what was wanted.
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
}
