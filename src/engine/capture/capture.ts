/**
 * Pictures of windows: their own pixels, whatever covers them. Secret fields are painted over.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { Image, PictureOptions, Rect } from "../../contract/values.ts";
import { demandAccess } from "../../policy/decide.ts";
import { union } from "../atspi/rectangles.ts";
import type { Connection } from "../connection.ts";
import type { EngineContext } from "../context.ts";
import { inline } from "../escape.ts";
import type { Look } from "../observe/look.ts";
import { placesNow, type WindowSecrets } from "../observe/secrets.ts";
import type { Settings } from "../settings.ts";
import { lookAtWorld, subjectOf, windowsOfApp, type World } from "../world/windows.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import { compose, flatten } from "./layer.ts";
import { type Marking, marksOf } from "./marks.ts";
import { finish, mask, UNREAD_WARNING, type WholePicture } from "./picture.ts";
import { paste, solid } from "./pixels.ts";
import type { RgbImage } from "./png.ts";
import { ensureRedirected } from "./redirect.ts";
import { readWindow } from "./window_pixels.ts";

/** How far a popup may stand off and still belong to the window that it was opened from, pixels. */
const POPUP_GAP = 4;
/** The ground around popups that stand out of their window. */
const WHITE = 255;
const noMarks: Marking = { marks: [], warnings: [] };

/** Options of a picture of a window. */
export interface CaptureOptions {
  /** What it shows, and how large. */
  readonly picture: PictureOptions;
  /** What is known of its secret fields. */
  readonly secrets: WindowSecrets;
  /** Ends the wait for the application's drawing. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * A picture of a window that was looked at, with the application's popups on top. It is larger than the window where
 * popups stand out of it.
 *
 * @throws {OperationError} `window_not_found` when it is not shown; `denied` or `approval_required` when it may not be
 * read any more; `invalid_request` for a region outside.
 */
export async function captureWindow(
  context: EngineContext,
  connection: Connection,
  seen: Look,
  world: World,
  options: CaptureOptions,
): Promise<Image> {
  const { settings } = context;
  await prepareWindow(connection, seen.toplevel, world, settings, options.signal);
  // Nothing is waited for from here on: places, permissions and pixels are those of one moment.
  const now = lookAtWorld(connection, settings);
  const current = shownNow(seen.toplevel, now, settings);
  const group = withPopups(current, popupsAbove(current, now, settings));
  return finish(context, pictureOf(connection, seen, group, options), options.picture);
}

/** A window, the popups on it from bottom to top, and the area that all of them take on the display. */
interface Group {
  readonly window: Toplevel;
  readonly popups: readonly Toplevel[];
  readonly area: Rect;
}

/** The picture of a window and its popups, with secrets painted over. */
function pictureOf(connection: Connection, seen: Look, group: Group, options: CaptureOptions): WholePicture {
  const { window: { window, bounds }, popups, area } = group;
  const warnings: string[] = [];
  const image = stack(connection, group, warnings);
  const { places, certain } = placesNow(options.secrets, bounds);
  mask(image, places, area);
  const marking = options.picture.marks ? marksOf(seen, bounds, popups.map((popup) => popup.bounds)) : noMarks;
  return {
    image,
    window,
    size: bounds,
    area: { ...area, x: area.x - bounds.x, y: area.y - bounds.y },
    marks: marking.marks,
    warnings: [...warnings, ...(certain ? [] : [UNREAD_WARNING]), ...marking.warnings],
  };
}

/** A window and its popups on top of each other. @param warnings Gets what there is to say. */
function stack(connection: Connection, { window, popups, area }: Group, warnings: string[]): RgbImage {
  const { bounds } = window;
  const base = flatten(readWindow(connection, window, warnings));
  const isWhole = area.width === base.width && area.height === base.height;
  const image = isWhole ? base : solid(area, WHITE);
  if (!isWhole) paste(image, base, bounds.x - area.x, bounds.y - area.y);
  for (const popup of popups) {
    const layer = readWindow(connection, popup, warnings);
    compose(image, layer, popup.bounds.x - area.x, popup.bounds.y - area.y);
  }
  return image;
}

/**
 * Waits until a window and the popups on it hold their own pixels. Called before the tree is read, it keeps both close.
 *
 * @throws {OperationError} `window_not_found` when it is not shown.
 */
export async function prepareWindow(
  connection: Connection,
  toplevel: Toplevel,
  world: World,
  settings: Settings,
  signal?: AbortSignal,
): Promise<void> {
  demandShown(toplevel);
  const windows = [toplevel, ...popupsAbove(toplevel, world, settings)];
  await Promise.all(windows.map((window) => ensureRedirected(connection, window, signal)));
}

/** The window as it is now, if it still is the same one, is shown and may be read. */
function shownNow(toplevel: Toplevel, world: World, settings: Settings): Toplevel {
  const now = world.toplevels.find(({ window, pid }) => window === toplevel.window && pid === toplevel.pid);
  if (!now) {
    const message = `The window ${inline(toplevel.title)} closed before it could be captured`;
    throw new OperationError("window_not_found", message);
  }
  demandAccess(subjectOf(now, world), settings.policy);
  demandShown(now);
  return now;
}

/** The server keeps no pixels of a window that is not shown. */
function demandShown({ title, viewable, iconified }: Toplevel): void {
  if (viewable) return;
  const message = iconified
    ? `The window ${inline(title)} is iconified and has no pixels; a press_key in it raises it`
    : `The window ${inline(title)} is not shown (unmapped, or on another workspace) and has no pixels; raise it first`;
  throw new OperationError("window_not_found", message);
}

/** From bottom to top. */
function popupsAbove(toplevel: Toplevel, world: World, settings: Settings): Toplevel[] {
  return windowsOfApp(toplevel, world, settings)
    .filter((other) => other.overrideRedirect && other.viewable && other.window !== toplevel.window)
    .reverse();
}

/** A window with those popups that touch it, or a popup on it. */
function withPopups(window: Toplevel, candidates: readonly Toplevel[]): Group {
  const group = [window];
  for (const popup of candidates) {
    if (group.some(({ bounds }) => touch(popup.bounds, bounds))) group.push(popup);
  }
  return { window, popups: group.slice(1), area: union(group.map(({ bounds }) => bounds))! };
}

function touch(a: Rect, b: Rect): boolean {
  return a.x <= b.x + b.width + POPUP_GAP && b.x <= a.x + a.width + POPUP_GAP &&
    a.y <= b.y + b.height + POPUP_GAP && b.y <= a.y + a.height + POPUP_GAP;
}
