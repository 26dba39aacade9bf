/**
 * Windows as the contract describes them.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { WindowInfo } from "../../contract/values.ts";
import { executableOf } from "../../ffi/proc.ts";
import { decide, demandAccess, type Subject } from "../../policy/decide.ts";
import type { Connection } from "../connection.ts";
import { inline } from "../escape.ts";
import type { LiveAdmission, Settings } from "../settings.ts";
import { topmostAt } from "../x11/focus.ts";
import type { Toplevel } from "../x11/toplevels.ts";

/** The windows of a moment. */
export interface World {
  /** Topmost first; on a live desktop only what was admitted. */
  readonly toplevels: readonly Toplevel[];
  /** The window with the keyboard. */
  readonly focused: Toplevel | null;
}

/** Looks at all windows. */
export function lookAtWorld({ windows }: Pick<Connection, "windows">, settings: Settings): World {
  const { toplevels, focused } = windows.now();
  const { live } = settings;
  if (!live) return { toplevels, focused };
  const admitted = toplevels.filter((toplevel) => isAdmitted(toplevel, live));
  return { toplevels: admitted, focused: admitted.find((toplevel) => toplevel === focused) ?? null };
}

/** The window that is topmost at a point of the display; null for the root, for what is not admitted, for strangers. */
export function toplevelAt({ display }: Connection, world: World, { x, y }: { x: number; y: number }): Toplevel | null {
  const topmost = topmostAt(display, x, y);
  return world.toplevels.find(({ frame, window }) => frame === topmost || window === topmost) ?? null;
}

/** On a live desktop a window is seen only when its class and its process were admitted. */
function isAdmitted(toplevel: Toplevel, live: LiveAdmission): boolean {
  const { pid, wmClass } = toplevel;
  if (pid === null || !live.allowApps.some((app) => app.toLowerCase() === wmClass[1].toLowerCase())) return false;
  return live.pids.includes(pid) || live.executables.includes(executableOf(pid) ?? "");
}

/** What a look at a window knows of it. */
export interface WindowKnowledge {
  /** Name and version of its toolkit. */
  readonly toolkit?: string | undefined;
  /** X pixels for each of the toolkit's. */
  readonly scale?: number | undefined;
}

/** A window as the contract describes it. */
export function windowInfo(
  toplevel: Toplevel,
  world: World,
  { toolkit, scale }: WindowKnowledge = {},
): WindowInfo {
  const parent = world.toplevels.find(({ window }) => window === toplevel.transientFor);
  return {
    window_id: toplevel.window,
    app_id: appIdOf(toplevel, world),
    ...(toplevel.pid === null ? {} : { pid: toplevel.pid }),
    title: toplevel.title,
    bounds: toplevel.bounds,
    kind: kindOf(toplevel),
    focused: world.focused?.window === toplevel.window,
    modal: toplevel.modal,
    iconified: toplevel.iconified,
    ...(parent ? { transient_for: parent.window } : {}),
    ...(toolkit === undefined ? {} : { toolkit }),
    ...(scale === undefined ? {} : { scale }),
  };
}

function kindOf(toplevel: Toplevel): WindowInfo["kind"] {
  if (toplevel.overrideRedirect) return "popup";
  return toplevel.dialogType || toplevel.transientFor !== null ? "dialog" : "main";
}

/** A popup without a class of its own belongs to its process' application. */
export function appIdOf(toplevel: Toplevel, world: World): string {
  if (toplevel.wmClass[1] !== "") return toplevel.wmClass[1];
  const kin = world.toplevels.find((other) => other.pid === toplevel.pid && other.wmClass[1] !== "");
  return toplevel.pid === null ? "" : kin?.wmClass[1] ?? "";
}

/**
 * The windows of the same application: of the same process. One process can show windows of several application ids
 * (an office suite does); those that the policy does not allow are left out.
 */
export function windowsOfApp(toplevel: Toplevel, world: World, settings: Settings): Toplevel[] {
  if (toplevel.pid === null) return [toplevel];
  return world.toplevels.filter((other) =>
    other.pid === toplevel.pid &&
    (other.window === toplevel.window || decide(subjectOf(other, world), settings.policy).access === "allowed")
  );
}

/** What the policy is asked about. */
export function subjectOf(toplevel: Toplevel, world: World): Subject {
  return {
    appId: appIdOf(toplevel, world),
    otherNames: [toplevel.wmClass[0]].filter((name) => name !== ""),
    executable: toplevel.pid === null ? null : executableOf(toplevel.pid),
  };
}

/** Which window a caller means. */
export interface WindowChoice {
  /** By id. */
  readonly window_id?: number | undefined;
  /** By application: its window with the focus, else its topmost modal, dialog or main window. */
  readonly app?: string | undefined;
}

/**
 * The window that a caller means, if the policy lets it be read and driven.
 *
 * @throws {OperationError} `invalid_request`, `window_not_found`, `denied`, `approval_required`.
 */
export function chooseWindow(choice: WindowChoice, world: World, settings: Settings): Toplevel {
  const toplevel = choice.window_id === undefined ? byApp(choice.app, world, settings) : byId(choice.window_id, world);
  demandAccess(subjectOf(toplevel, world), settings.policy);
  return toplevel;
}

function byId(id: number, world: World): Toplevel {
  const toplevel = world.toplevels.find(({ window }) => window === id);
  if (toplevel) return toplevel;
  throw new OperationError(
    "window_not_found",
    `No window ${id} is shown on this display; call list_windows for those there are`,
  );
}

function byApp(app: string | undefined, world: World, settings: Settings): Toplevel {
  if (app === undefined) throw new OperationError("invalid_request", "Name a window_id or an app");
  const windows = world.toplevels.filter((toplevel) => appIdOf(toplevel, world).toLowerCase() === app.toLowerCase());
  // Any program can call itself by that name: those that may be driven come first.
  const allowed = windows.filter((toplevel) =>
    decide(subjectOf(toplevel, world), settings.policy).access === "allowed"
  );
  const main = preferred(allowed, world) ?? preferred(windows, world);
  if (main) return main;
  const running = [...new Set(world.toplevels.map((toplevel) => appIdOf(toplevel, world)))].filter((id) => id !== "");
  const list = running.length > 0
    ? `running: ${running.map((id) => inline(id)).join(", ")}`
    : "no application has a window";
  throw new OperationError("window_not_found", `The application "${app}" has no window; ${list}`);
}

/** The window to show of several: the focused one, else a modal one, else the topmost that is no popup. */
export function preferred(windows: readonly Toplevel[], world: World): Toplevel | null {
  const shown = windows.filter((toplevel) => !toplevel.overrideRedirect && !toplevel.iconified);
  return shown.find((toplevel) => toplevel.window === world.focused?.window) ??
    shown.find((toplevel) => toplevel.modal) ?? shown[0] ?? windows.find((toplevel) => !toplevel.overrideRedirect) ??
    null;
}
