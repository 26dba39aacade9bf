/**
 * `launch_app`.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import { readProc } from "../../ffi/proc.ts";
import { delay } from "../time.ts";
import { runningApp } from "../world/applications.ts";
import { readDesktopEntries } from "../world/desktop_entries.ts";
import { launch, type Launched } from "../world/launch.ts";
import { lookAtWorld, windowInfo, type World } from "../world/windows.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import type { Handler } from "./handler.ts";

const PROBE_MS = 15;

/** Starts an application and waits for its window. */
export const launchApp: Handler<"launch_app"> = async (params, context, { signal }) => {
  context.demandNoAbort();
  const { settings } = context;
  if (settings.live) {
    throw new OperationError("unsupported", "Applications are not started on a live desktop; ask the user to start it");
  }
  const connection = await context.connect(signal);
  const before = new Set(lookAtWorld(connection, settings).toplevels.map(({ window }) => window));
  using launched = launch(params.name, settings);
  const end = performance.now() + params.timeout_ms;
  for (;;) {
    const world = lookAtWorld(connection, settings);
    const window = newWindow(world, before, launched);
    if (window) return answer(window, world);
    if (performance.now() >= end) throw timedOut(launched);
    if (!launched.isRunning() && !hasNewWindow(world, before)) await failEarly(launched, end, signal);
    await delay(PROBE_MS, signal);
  }

  function answer(toplevel: Toplevel, world: World) {
    const entries = readDesktopEntries(settings.environment);
    const kin = world.toplevels.filter(({ pid }) => pid === toplevel.pid);
    return {
      app: runningApp(kin, world, entries, settings.policy),
      window: windowInfo(toplevel, world),
      warnings: [],
    };
  }
};

function hasNewWindow(world: World, before: ReadonlySet<number>): boolean {
  return world.toplevels.some(({ window }) => !before.has(window));
}

/** A shown window that was not there before: of the started process, of a descendant, or of the entry's name. */
function newWindow(world: World, before: ReadonlySet<number>, { pid, entry }: Launched): Toplevel | null {
  const fresh = world.toplevels.filter((toplevel) =>
    !before.has(toplevel.window) && toplevel.viewable && !toplevel.overrideRedirect
  );
  const names = new Set([entry.id, entry.id.slice(entry.id.lastIndexOf(".") + 1), entry.wmClass ?? entry.id]
    .map((name) => name.toLowerCase()));
  return fresh.find((toplevel) => toplevel.pid !== null && descends(toplevel.pid, pid)) ??
    fresh.find(({ wmClass }) => wmClass.some((name) => names.has(name.toLowerCase()))) ?? null;
}

/** Whether a process is another, or was started by it. */
function descends(pid: number, ancestor: number): boolean {
  for (let at = pid, steps = 0; at > 1 && steps < 32; steps++) {
    if (at === ancestor) return true;
    const stat = readProc(`${at}/stat`) ?? "";
    at = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? 0);
  }
  return false;
}

/** A program that ended may have handed over to a running instance: it is given a moment to show a window. */
async function failEarly(launched: Launched, end: number, signal: AbortSignal): Promise<void> {
  const output = launched.output();
  if (output === "" && performance.now() + 1_000 < end) return await delay(PROBE_MS, signal);
  throw new OperationError(
    "window_not_found",
    `${launched.entry.name} ended without showing a window` + (output ? `; it printed: ${output}` : ""),
    { dispatched: "yes" },
  );
}

function timedOut(launched: Launched): OperationError {
  const state = launched.isRunning() ? "is still running; call list_windows a little later" : "has ended";
  const output = launched.output();
  const printed = output ? `. It printed: ${output}` : "";
  return new OperationError("timeout", `${launched.entry.name} showed no window in time and ${state}${printed}`, {
    dispatched: "yes",
  });
}
