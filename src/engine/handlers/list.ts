/**
 * `list_apps` and `list_windows`.
 * @module
 */
import { installedApps, runningApps } from "../world/applications.ts";
import { readDesktopEntries } from "../world/desktop_entries.ts";
import { appIdOf, lookAtWorld, windowInfo } from "../world/windows.ts";
import { listMonitors } from "../x11/screen.ts";
import type { Handler } from "./handler.ts";

/** Applications: running ones first, then installed ones. Metadata needs no approval. */
export const listApps: Handler<"list_apps"> = async (params, context, { signal }) => {
  const { settings } = context;
  const world = lookAtWorld(await context.connect(signal), settings);
  const entries = settings.live ? [] : readDesktopEntries(settings.environment);
  const running = runningApps(world, entries, settings.policy);
  const installed = params.running_only ? [] : installedApps(running, entries, settings.policy);
  return { apps: [...running, ...installed] };
};

/** Top-level windows, topmost first, and the monitors that they are on. */
export const listWindows: Handler<"list_windows"> = async (params, context, { signal }) => {
  const connection = await context.connect(signal);
  const world = lookAtWorld(connection, context.settings);
  const wanted = params.app?.toLowerCase();
  const chosen = world.toplevels.filter((toplevel) => !wanted || appIdOf(toplevel, world).toLowerCase() === wanted);
  return {
    windows: chosen.map((toplevel) => windowInfo(toplevel, world)),
    monitors: listMonitors(connection.display),
  };
};
