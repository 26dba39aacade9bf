/**
 * The processes behind the windows. The server knows who opened a connection; that process can end while a child of it
 * goes on with the connection, and its number can come to name another process.
 * @module
 */
import type { Display } from "../../ffi/display.ts";
import { startTimeOf } from "../../ffi/proc.ts";
import type { Window } from "../../ffi/xid.ts";
import { type ClientPids, clientPids } from "../../ffi/xres.ts";

/** A process as it was when its client was first seen. */
interface Owner {
  readonly pid: number;
  /** Null when it had ended already. */
  readonly start: string | null;
}

/** The clients of the last look at each display. */
const owners = new WeakMap<Display, ReadonlyMap<number, Owner>>();

/**
 * The processes of all clients. A pid that names another process than it did at the last look is given as null.
 *
 * @param startTime When a process started; null when it is gone.
 */
export function clientProcesses(display: Display, startTime: (pid: number) => string | null = startTimeOf): ClientPids {
  const { clientOf, pidOf } = clientPids(display);
  const before = owners.get(display);
  const now = new Map<number, Owner>();
  owners.set(display, now);
  const judge = (window: Window) => {
    const pid = pidOf(window);
    if (pid === null) return null;
    const start = startTime(pid);
    const known = now.get(clientOf(window)) ?? before?.get(clientOf(window));
    const owner = known?.pid === pid ? known : { pid, start };
    now.set(clientOf(window), owner);
    return start === null || start === owner.start ? pid : null;
  };
  return { clientOf, pidOf: judge };
}
