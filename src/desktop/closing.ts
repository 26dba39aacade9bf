/**
 * Closing desktops that others own or that stand by themselves. Needs read, write, run and net permission.
 * @module
 */
import { OperationError } from "../contract/errors.ts";
import { callControl } from "./control.ts";
import { isLocked } from "./lock.ts";
import { findDesktop } from "./registry.ts";
import { waitFor } from "./service.ts";
import { type DesktopState, lockFile } from "./state.ts";

/** How long a supervisor has to answer, and to end, ms. */
const ANSWER_MS = 2_000;
const CLOSE_MS = 5_000;

/**
 * Closes a desktop; resolves when nothing of it is left. A supervisor that does not answer is killed.
 *
 * @param name Its id or label.
 * @throws {OperationError} `desktop_unavailable` when there is none, or when it does not end.
 */
export async function closeDesktop(name: string): Promise<void> {
  const state = await findDesktop(name);
  if (!await closesByItself(state)) await killSupervisor(state);
  await waitUntilRemoved(state);
}

/** Whether the supervisor heard that it is to close, and did. */
async function closesByItself(state: DesktopState): Promise<boolean> {
  try {
    await callControl(state.directory, "close", {}, AbortSignal.timeout(ANSWER_MS));
    const lock = lockFile(state.directory);
    await waitFor(async () => await isLocked(lock) ? null : true, AbortSignal.timeout(CLOSE_MS), 20);
    return true;
  } catch {
    return false; // It is hung, stopped or gone.
  }
}

/** Kills a supervisor; its number is its own as long as it holds the lock. */
async function killSupervisor(state: DesktopState): Promise<void> {
  if (!await isLocked(lockFile(state.directory))) return;
  try {
    Deno.kill(state.supervisor.pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error; // It ended in between.
  }
}

/**
 * Waits until a desktop's folder is gone, which is the last of it.
 *
 * @throws {OperationError} `desktop_unavailable` when it stays.
 */
export async function waitUntilRemoved(state: DesktopState): Promise<void> {
  const isThere = () => Deno.lstat(state.directory).then(() => null, () => true as const);
  try {
    await waitFor(isThere, AbortSignal.timeout(CLOSE_MS), 20);
  } catch (error) {
    const message = `Desktop ${state.id} left its folder "${state.directory}"; list the desktops to remove it`;
    throw new OperationError("desktop_unavailable", message, { cause: error });
  }
}
