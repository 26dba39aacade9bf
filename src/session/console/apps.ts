/**
 * Applications as model code names and holds them.
 * @module
 */
import { z } from "zod";
import { OperationError } from "../../contract/errors.ts";
import type { AppInfo, WindowInfo } from "../../contract/values.ts";
import { type Fields, isFields, refuse } from "./fields.ts";

const handleSchema = z.object({
  appId: z.string().min(1).max(256),
  windowId: z.int().min(1).optional(),
});

/** What an `App` of the guest stands for; `windowId` only when model code chose that window. */
export type AppHandle = z.infer<typeof handleSchema>;

/** Reads the handle that the guest sent back. It went through model code's process: it is checked. */
export function readHandle(value: unknown): AppHandle {
  const parsed = handleSchema.safeParse(value);
  return parsed.success ? parsed.data : refuse("This App is not one that cua.getApp or cua.launchApp gave");
}

/** What model code gets for an application. */
export function toGuestApp(app: AppInfo, windowId?: number): Fields {
  const title = app.windows.find((window) => windowId === undefined || window.window_id === windowId)?.title;
  return {
    $app: {
      id: app.app_id,
      appId: app.app_id,
      ...(app.name === undefined ? {} : { displayName: app.name }),
      ...(title === undefined ? {} : { title }),
      ...(windowId === undefined ? {} : { windowId }),
    },
  };
}

/** An application in the shape that models know, `AppInfo`. */
export function toAppInfo(app: AppInfo): Fields {
  return {
    id: app.app_id,
    displayName: app.name ?? app.app_id,
    isRunning: app.running,
    access: app.access,
    windows: app.windows.map(toWindowInfo),
  };
}

/** A window in the shape that models know, `WindowInfo`. */
export function toWindowInfo(window: WindowInfo): Fields {
  const { window_id: id, app_id: app, title, bounds, kind, focused, modal, iconified } = window;
  return { id, app, title, bounds, kind, focused, modal, iconified };
}

/** What `getApp` was asked for. */
export type Wanted = { readonly windowId: number } | { readonly name: string };

/** Reads the argument of `getApp`: a name, `{windowId}`, `{appId}` or an `App`. */
export function readWanted(value: unknown): Wanted {
  if (typeof value === "string" && value.trim() !== "") return { name: value.trim() };
  if (typeof value === "number") return { windowId: value };
  if (!isFields(value)) return refuse('getApp takes a name, {windowId} or {appId}: await cua.getApp("mousepad")');
  if (isFields(value["$app"])) return readWanted(value["$app"]);
  const windowId = value["windowId"] ?? value["window_id"];
  if (typeof windowId === "number") return { windowId };
  const name = value["appId"] ?? value["app_id"] ?? value["app"] ?? value["id"] ?? value["name"];
  return readWanted(typeof name === "string" ? name : undefined);
}

/** The running application that is wanted, or undefined. @throws {OperationError} `ambiguous_element` naming several. */
export function findApp(apps: readonly AppInfo[], wanted: Wanted): AppInfo | undefined {
  if ("windowId" in wanted) {
    return apps.find((app) => app.windows.some((window) => window.window_id === wanted.windowId));
  }
  for (const names of [byId, byOtherNames]) {
    const found = apps.filter((app) => names(app).some((name) => name.toLowerCase() === wanted.name.toLowerCase()));
    if (new Set(found.map((app) => app.app_id.toLowerCase())).size > 1) throw severalApps(wanted.name, found);
    if (found[0]) return found[0];
  }
  return undefined;
}

/** The error for an application that does not run: says what does, and whether it could be started. */
export function notRunning(wanted: Wanted, running: readonly AppInfo[], installed: readonly AppInfo[]): OperationError {
  const ids = running.map((app) => app.app_id).join(", ") || "none";
  if ("windowId" in wanted) {
    const message = `There is no window ${wanted.windowId}; running applications: ${ids}`;
    return new OperationError("window_not_found", message);
  }
  const name = JSON.stringify(wanted.name);
  const next = findApp(installed, wanted) ? `; start it with await cua.launchApp(${name})` : "";
  return new OperationError("window_not_found", `No running application is called ${name}${next}. Running: ${ids}`);
}

function byId(app: AppInfo): string[] {
  return [app.app_id];
}

function byOtherNames(app: AppInfo): string[] {
  const entry = app.desktop_entry?.replace(/\.desktop$/, "");
  const names = [app.name, entry, entry?.split(".").at(-1), app.executable?.split("/").at(-1)];
  return names.filter((name) => name !== undefined);
}

function severalApps(name: string, found: readonly AppInfo[]): OperationError {
  const ids = found.map((app) => app.app_id).join(", ");
  return new OperationError("ambiguous_element", `Several applications are called ${JSON.stringify(name)}: ${ids}`);
}

/**
 * Where a call to an application goes. An `App` covers all windows of its application; a window that model code chose
 * is kept to only where the application has several main windows and no dialog stands before it.
 */
export function targetOf(app: AppHandle, windows: readonly WindowInfo[]): { window_id: number } | { app: string } {
  if (app.windowId === undefined) return { app: app.appId };
  const dialog = windows.find((window) => window.kind === "dialog" && window.transient_for === app.windowId);
  if (dialog) return { window_id: dialog.window_id };
  const others = windows.filter((window) => window.kind === "main" && window.window_id !== app.windowId);
  return windows.length > 0 && others.length === 0 ? { app: app.appId } : { window_id: app.windowId };
}
