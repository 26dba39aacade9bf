/**
 * Pictures of windows and of the display. What must not be seen is painted over: secret fields, and the windows of
 * applications that nobody approved.
 * @module
 */
import { encodeBase64 } from "../base64.ts";
import { OperationError } from "../../contract/errors.ts";
import type { Image, Rect } from "../../contract/values.ts";
import type { Display } from "../../ffi/display.ts";
import { nameWindowPixmap, redirectWindow } from "../../ffi/xcomposite.ts";
import { type ImageSource, withImage } from "../../ffi/ximage.ts";
import { XRequestError } from "../../ffi/x_errors.ts";
import { windowAttributes } from "../../ffi/x11_windows.ts";
import type { Window } from "../../ffi/xid.ts";
import { decide } from "../../policy/decide.ts";
import type { Connection } from "../connection.ts";
import type { EngineContext } from "../context.ts";
import { appIdOf, subjectOf, windowsOfApp, type World } from "../world/windows.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import { crop, fill, paste, scaleDown, toRgb } from "./pixels.ts";
import { encodePng, type RgbImage } from "./png.ts";

/** The grey of what must not be seen. */
const MASK_GREY = 96;

/** Options of a picture. */
export interface CaptureOptions {
  /** Longest side; larger pictures are scaled down. */
  readonly maxSide?: number | undefined;
  /** Places on the display to paint over. */
  readonly secrets: readonly Rect[];
}

/** A picture of a window's own pixels, whatever covers it, with the application's popups on top. */
export function captureWindow(
  context: EngineContext,
  { display }: Connection,
  toplevel: Toplevel,
  world: World,
  options: CaptureOptions,
): Image {
  if (!toplevel.viewable) {
    const state = toplevel.iconified ? "iconified" : "not shown";
    throw new OperationError(
      "window_not_found",
      `The window ${JSON.stringify(toplevel.title)} is ${state} and has no pixels`,
    );
  }
  const { bounds } = toplevel;
  const image = windowPixels(display, toplevel.window);
  for (const popup of popupsAbove(toplevel, world)) {
    paste(image, windowPixels(display, popup.window), popup.bounds.x - bounds.x, popup.bounds.y - bounds.y);
  }
  mask(image, options.secrets, bounds);
  return finish(context, image, toplevel.window, options.maxSide, []);
}

/** A picture of the whole display; windows that may not be read are grey. */
export function captureDisplay(
  context: EngineContext,
  { display }: Connection,
  world: World,
  options: CaptureOptions,
): Image {
  if (context.settings.live) {
    throw new OperationError("denied", "The whole display can be captured on private desktops only; name a window");
  }
  const { width, height, visual, depth } = windowAttributes(display, display.root);
  const image = read(display, { drawable: display.root, visual, depth, x: 0, y: 0, width, height });
  mask(image, options.secrets, { x: 0, y: 0 });
  const hidden = hideUnapproved(context, image, world);
  const warnings = hidden.map((app) => `windows of "${app}" are grey: it was not approved`);
  return finish(context, image, null, options.maxSide, warnings);
}

/** Paints unapproved windows over, from bottom to top; what lies on them is restored. Returns their applications. */
function hideUnapproved(context: EngineContext, image: RgbImage, world: World): string[] {
  const original: RgbImage = { ...image, data: image.data.slice() };
  const hidden = new Set<string>();
  for (const toplevel of [...world.toplevels].reverse()) {
    if (!toplevel.viewable) continue;
    const { bounds } = toplevel;
    const { access } = decide(subjectOf(toplevel, world), context.settings.policy);
    if (access !== "allowed") {
      fill(image, bounds, MASK_GREY);
      hidden.add(appIdOf(toplevel, world));
    } else if (hidden.size > 0) {
      paste(image, crop(original, bounds), bounds.x, bounds.y);
    }
  }
  return [...hidden];
}

function popupsAbove(toplevel: Toplevel, world: World): Toplevel[] {
  return windowsOfApp(toplevel, world).filter((other) => other.overrideRedirect && other.viewable && other !== toplevel)
    .reverse();
}

/** Pixels of a window from its Composite pixmap. A window that changes under our hands is read once more. */
function windowPixels(display: Display, window: Window, again = true): RgbImage {
  try {
    const { width, height, visual, depth } = windowAttributes(display, window);
    redirectWindow(display, window);
    using named = nameWindowPixmap(display, window);
    return read(display, { drawable: named.pixmap, visual, depth, x: 0, y: 0, width, height });
  } catch (error) {
    if (again && error instanceof XRequestError && !error.isGone) return windowPixels(display, window, false);
    if (!(error instanceof XRequestError)) throw error;
    throw new OperationError(
      "window_not_found",
      `The window closed or was hidden while it was read (${error.message})`,
      {
        cause: error,
      },
    );
  }
}

function read(display: Display, source: ImageSource): RgbImage {
  return withImage(display, source, toRgb);
}

function mask(image: RgbImage, secrets: readonly Rect[], origin: { x: number; y: number }): void {
  for (const rect of secrets) fill(image, { ...rect, x: rect.x - origin.x, y: rect.y - origin.y }, MASK_GREY);
}

function finish(
  context: EngineContext,
  image: RgbImage,
  window: Window | null,
  maxSide: number | undefined,
  warnings: string[],
): Image {
  const scale = maxSide === undefined ? 1 : Math.min(1, maxSide / Math.max(image.width, image.height));
  const picture = scale < 1 ? scaleDown(image, scale) : image;
  return {
    mime_type: "image/png",
    data: encodeBase64(encodePng(picture)),
    frame: context.frames.add(window, image, scale),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}
