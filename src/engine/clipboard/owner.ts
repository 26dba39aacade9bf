/**
 * Whose the clipboard is, and whether that may be read: reading a text that an application copied is reading that
 * application. X lets a client name another client's window as the owner, so this holds against mistakes, not malice.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { Window } from "../../ffi/xid.ts";
import { clientPid } from "../../ffi/xres.ts";
import { XRequestError } from "../../ffi/x_errors.ts";
import { demandAccess } from "../../policy/decide.ts";
import type { Connection } from "../connection.ts";
import type { Settings } from "../settings.ts";
import { lookAtWorld, subjectOf } from "../world/windows.ts";

/**
 * Throws unless all that the owner's process shows may be read.
 *
 * @throws {OperationError} `denied`, also for an owner that shows no window; `approval_required`.
 */
export function demandReadableOwner(owner: Window, connection: Connection, settings: Settings): void {
  const world = lookAtWorld(connection, settings);
  const pid = processOf(owner, connection);
  const shown = world.toplevels.filter((toplevel) => pid !== null && toplevel.pid === pid);
  if (shown.length === 0) {
    throw new OperationError("denied", "The clipboard belongs to a program that shows no window; it is not read");
  }
  for (const toplevel of shown) demandAccess(subjectOf(toplevel, world), settings.policy);
}

/** Private desktops only: the clipboard of a live one is the person's. @throws {OperationError} `denied`. */
export function demandOwnClipboard(settings: Settings): void {
  if (!settings.live) return;
  throw new OperationError("denied", "The clipboard of a live desktop is the person's; use type_text or set_value");
}

function processOf(owner: Window, { display }: Connection): number | null {
  try {
    return clientPid(display, owner);
  } catch (error) {
    if (error instanceof XRequestError) return null; // It ended.
    throw error;
  }
}
