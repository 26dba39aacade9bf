/**
 * Pictures of windows: their own pixels, whatever covers them. Secret fields are painted over.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { Image } from "../../contract/values.ts";
import { windowAttributes } from "../../ffi/x11_windows.ts";
import { XRequestError } from "../../ffi/x_errors.ts";
import { nameWindowPixmap } from "../../ffi/xcomposite.ts";
import { demandAccess } from "../../policy/decide.ts";
import type { Connection } from "../connection.ts";
import type { EngineContext } from "../context.ts";
import { placesNow, type WindowSecrets } from "../observe/secrets.ts";
import type { Settings } from "../settings.ts";
import { lookAtWorld, subjectOf, windowsOfApp, type World } from "../world/windows.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import { finish, mask, readPixels, UNREAD_WARNING } from "./picture.ts";
import { paste } from "./pixels.ts";
import type { RgbImage } from "./png.ts";
import { ensureRedirected, forgetRedirection, redirect } from "./redirect.ts";

/** Said of a picture that may show what covered the window before. */
const UNPAINTED_WARNING = "the application has not drawn all of the window yet; take another picture";

/** Options of a picture of a window. */
export interface CaptureOptions {
  /** Longest side; larger pictures are scaled down. */
  readonly maxSide?: number | undefined;
  /** What is known of its secret fields. */
  readonly secrets: WindowSecrets;
  /** Ends the wait for the application's drawing. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * A picture of a window, with the application's popups on top.
 *
 * @throws {OperationError} `window_not_found` when it is not shown; `denied` or `approval_required` when it may not be
 * read any more.
 */
export async function captureWindow(
  context: EngineContext,
  connection: Connection,
  toplevel: Toplevel,
  world: World,
  options: CaptureOptions,
): Promise<Image> {
  const { settings } = context;
  await prepareWindow(connection, toplevel, world, settings, options.signal);
  // Nothing is waited for from here on: places, permissions and pixels are those of one moment.
  const now = lookAtWorld(connection, settings);
  const current = shownNow(toplevel, now, settings);
  const warnings: string[] = [];
  const image = windowPixels(connection, current, warnings);
  for (const popup of popupsAbove(current, now, settings)) {
    const { x, y } = popup.bounds;
    paste(image, windowPixels(connection, popup, warnings), x - current.bounds.x, y - current.bounds.y);
  }
  const { places, certain } = placesNow(options.secrets, current.bounds);
  mask(image, places, current.bounds);
  if (!certain) warnings.push(UNREAD_WARNING);
  return finish(context, image, current.window, options.maxSide, warnings);
}

/** Waits until a window and the popups on it hold their own pixels. Called before the tree is read, it keeps both close. */
export async function prepareWindow(
  connection: Connection,
  toplevel: Toplevel,
  world: World,
  settings: Settings,
  signal?: AbortSignal,
): Promise<void> {
  const windows = [toplevel, ...popupsAbove(toplevel, world, settings)].filter(({ viewable }) => viewable);
  await Promise.all(windows.map((window) => ensureRedirected(connection, window, signal)));
}

/** The window as it is now, if it still is the same one, is shown and may be read. */
function shownNow(toplevel: Toplevel, world: World, settings: Settings): Toplevel {
  const title = JSON.stringify(toplevel.title);
  const now = world.toplevels.find(({ window, pid }) => window === toplevel.window && pid === toplevel.pid);
  if (!now) throw new OperationError("window_not_found", `The window ${title} closed before it could be captured`);
  demandAccess(subjectOf(now, world), settings.policy);
  if (now.viewable) return now;
  const state = now.iconified ? "iconified" : "not shown";
  throw new OperationError("window_not_found", `The window ${title} is ${state} and has no pixels`);
}

function popupsAbove(toplevel: Toplevel, world: World, settings: Settings): Toplevel[] {
  return windowsOfApp(toplevel, world, settings)
    .filter((other) => other.overrideRedirect && other.viewable && other !== toplevel)
    .reverse();
}

/** Pixels of a window from its Composite pixmap. A window that changes under our hands is read once more. */
function windowPixels(connection: Connection, toplevel: Toplevel, warnings: string[], again = true): RgbImage {
  const { display } = connection;
  const { window } = toplevel;
  try {
    const { painted } = redirect(connection, toplevel);
    const { width, height, visual, depth } = windowAttributes(display, window);
    using named = nameWindowPixmap(display, window);
    const image = readPixels(display, { drawable: named.pixmap, visual, depth, x: 0, y: 0, width, height });
    if (!painted) warnings.push(UNPAINTED_WARNING);
    return image;
  } catch (error) {
    if (!(error instanceof XRequestError)) throw error;
    if (again && !error.isGone) {
      forgetRedirection(display, window);
      return windowPixels(connection, toplevel, warnings, false);
    }
    throw new OperationError(
      "window_not_found",
      `The window closed or was hidden while it was read (${error.message})`,
      { cause: error },
    );
  }
}
