/**
 * Removes the master devices of agents without harm to the applications that their pointers were over.
 * @module
 */
import { parkAgentMaster, removeParkedMaster } from "./agent_masters.ts";
import { awaitHandled, type PingRoute } from "./handled.ts";
import { journalOf } from "./journal.ts";
import type { Toplevel } from "./toplevels.ts";

/** How long the applications are given to handle that a pointer left their windows, ms. */
const HANDLED_MS = 1_500;

/**
 * Removes the masters that stand in our journal once every application has handled what they did. Where one does not
 * answer in time they stay, parked, and in the journal: the next engine tries again.
 *
 * @param toplevels All windows.
 */
export async function retireMasters(route: PingRoute, toplevels: readonly Toplevel[]): Promise<void> {
  const { display } = route;
  const journal = journalOf(display);
  const numbers = journal.masters;
  if (numbers.length === 0) return;
  const parked = numbers.map((number) => parkAgentMaster(display, number));
  if (!await areHandled(route, toplevels)) return;
  for (const master of parked) if (master) removeParkedMaster(display, master);
  journal.end("master", ...numbers);
}

async function areHandled(route: PingRoute, toplevels: readonly Toplevel[]): Promise<boolean> {
  const signal = AbortSignal.timeout(HANDLED_MS);
  try {
    await Promise.all(toplevels.map((toplevel) => awaitHandled(route, toplevel, signal)));
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}
