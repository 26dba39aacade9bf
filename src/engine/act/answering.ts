/**
 * Keys go only to an application that answers: to another they would be delivered some time later, to whatever has the
 * focus by then. GTK asks over accessibility at each key, and hangs for good inside an action over accessibility.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import { stateOf } from "../../ffi/proc.ts";
import { delay } from "../time.ts";
import { busNamesOf } from "../world/frames.ts";
import { inline } from "../escape.ts";
import { askMainLoop } from "../settle/main_loop.ts";
import type { Scene } from "./scene.ts";

/** How long a slow application is waited for before it gets the keys, ms. */
const PATIENCE_MS = 1_000;

/**
 * Waits until the application of the active window answers.
 *
 * @returns A warning when it is slow and gets the keys all the same.
 * @throws {OperationError} `app_not_responding` when it is stopped; `input_refused` when an action over accessibility
 * has not returned. Nothing was sent.
 */
export async function demandAnswering({ connection, active, signal }: Scene): Promise<string[]> {
  const { pid, window, title } = active;
  if (pid !== null && stateOf(pid)?.toUpperCase() === "T") {
    throw new OperationError(
      "app_not_responding",
      `The application of ${inline(title)} is stopped (SIGSTOP): keys would reach it when it goes on; nothing was sent`,
    );
  }
  const busNames = await busNamesOf(connection, active, signal);
  const { responsiveness } = connection.bus ?? {};
  const actions = [...busNames].flatMap((name) => responsiveness?.actionOf(name) ?? []);
  if (!await comesBack(actions, signal)) throw refused(title, "is still inside the action that opened a dialog");
  const isBlocked = [...busNames].some((name) => responsiveness?.isBlocked(name));
  // Its windows may answer while its accessibility is blocked.
  const asked = { windows: isBlocked ? [] : [window], busNames };
  if (await askMainLoop(connection, asked, PATIENCE_MS, signal) !== false) return [];
  if (!isBlocked) return [`the application did not answer for ${PATIENCE_MS} ms before the keys were sent`];
  throw refused(title, "has not come back from an earlier action");
}

async function comesBack(actions: readonly Promise<void>[], signal: AbortSignal): Promise<boolean> {
  if (actions.length === 0) return true;
  const late = new AbortController();
  const back = Promise.all(actions).then(() => true);
  const patience = delay(PATIENCE_MS, AbortSignal.any([signal, late.signal])).then(() => false);
  try {
    return await Promise.race([back, patience]);
  } finally {
    late.abort();
    await patience.catch(() => {}); // Whoever was waiting has been told.
  }
}

function refused(title: string, why: string): OperationError {
  return new OperationError(
    "input_refused",
    `The application of ${inline(title)} ${why}: keys could block it for good; use the pointer to close its dialog, ` +
      "or look again later",
  );
}
