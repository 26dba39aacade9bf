/**
 * Which window a started application came up with.
 * @module
 */
import { readProc } from "../../ffi/proc.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import { lastPart } from "./entry_names.ts";
import { baseName } from "./exec_line.ts";
import type { Launched } from "./launch.ts";
import { preferred, type World } from "./windows.ts";

/** Most ancestors of a process that are looked at. */
const MAX_ANCESTORS = 32;

/** Windows by their ids, as they were before an application was started. */
export type WindowsBefore = ReadonlyMap<number, Toplevel>;

/** Remembers the windows of a moment. */
export function windowsOf({ toplevels }: World): WindowsBefore {
  return new Map(toplevels.map((toplevel) => [toplevel.window, toplevel]));
}

/**
 * A shown window that was not there before: of the started process or a descendant; else of the entry's names, because
 * a single-instance application hands over to the process that runs already.
 */
export function newWindow(world: World, before: WindowsBefore, launched: Launched): Toplevel | null {
  const fresh = { ...world, toplevels: world.toplevels.filter(({ window }) => !before.has(window)) };
  const own = fresh.toplevels.filter(({ pid, viewable }) => viewable && pid !== null && descends(pid, launched.pid));
  return preferred(own, fresh) ?? preferred(namedWindows(fresh, launched), fresh);
}

/** A window of the process that was running before and that the application handed over to. */
export function runningWindow(world: World, launched: Launched): Toplevel | null {
  return preferred(namedWindows(world, launched), world);
}

/** Whether such a window was activated, or shows something else than before. */
export function wasHandedOver(
  { window, title }: Toplevel,
  world: World,
  before: WindowsBefore,
  focused: number,
): boolean {
  return before.get(window)?.title !== title || world.focused?.window === window && focused !== window;
}

/** The shown windows whose WM_CLASS is one of the names that the entry goes by. */
function namedWindows({ toplevels }: World, { entry, command }: Launched): Toplevel[] {
  const names = new Set(
    [entry.id, lastPart(entry.id), entry.wmClass ?? entry.id, baseName(command.program)].map((name) =>
      name.toLowerCase()
    ),
  );
  return toplevels.filter(({ wmClass, viewable }) => viewable && wmClass.some((name) => names.has(name.toLowerCase())));
}

/** Whether a process is another, or was started by it. */
function descends(pid: number, ancestor: number): boolean {
  for (let at = pid, steps = 0; at > 1 && steps < MAX_ANCESTORS; steps++) {
    if (at === ancestor) return true;
    const stat = readProc(`${at}/stat`) ?? "";
    at = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? 0);
  }
  return false;
}
