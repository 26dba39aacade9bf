/**
 * Pictures of the whole display. Everything is painted over that is not known to belong to an allowed application.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { Image, PictureOptions, Rect } from "../../contract/values.ts";
import type { Display } from "../../ffi/display.ts";
import { queryTree, translate, windowAttributes } from "../../ffi/x11_windows.ts";
import { XRequestError } from "../../ffi/x_errors.ts";
import type { Window } from "../../ffi/xid.ts";
import { decide } from "../../policy/decide.ts";
import type { Connection } from "../connection.ts";
import type { EngineContext } from "../context.ts";
import { placesNow, type WindowSecrets } from "../observe/secrets.ts";
import type { Settings } from "../settings.ts";
import { appIdOf, lookAtWorld, subjectOf, type World } from "../world/windows.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import { finish, mask, MASK_GREY, readPixels, UNREAD_WARNING } from "./picture.ts";
import { clip, crop, fill, paste } from "./pixels.ts";
import type { RgbImage } from "./png.ts";

/** Options of a picture of the display. */
export interface DisplayCaptureOptions {
  /** What it shows, and how large. */
  readonly picture: PictureOptions;
  /** Secret fields of the windows that were looked at. */
  readonly secrets: readonly WindowSecrets[];
}

/** Private desktops only. @throws {OperationError} `denied` on a live desktop. */
export function demandPrivate(settings: Settings): void {
  if (!settings.live) return;
  throw new OperationError("denied", "The whole display can be captured on private desktops only; name a window");
}

/** Whether a window may be read. */
export function mayBeRead(toplevel: Toplevel, world: World, settings: Settings): boolean {
  return decide(subjectOf(toplevel, world), settings.policy).access === "allowed";
}

/** A picture of the display. Waits for nothing: what is painted over follows the windows of this very moment. */
export function captureDisplay(context: EngineContext, connection: Connection, options: DisplayCaptureOptions): Image {
  const { settings } = context;
  demandPrivate(settings);
  const { display } = connection;
  using _hidden = context.overlay.hidden();
  const { width, height, visual, depth } = windowAttributes(display, display.root);
  const world = lookAtWorld(connection, settings);
  const shown = shownChildren(display);
  const area = { x: 0, y: 0, width, height };
  const image: RgbImage = readPixels(display, { drawable: display.root, visual, depth, ...area });
  const warnings = maskSecrets(image, options.secrets, world, settings);
  const hidden = hideUnknown(image, shown, world, settings);
  const whole = { image, window: null, size: area, area, marks: [], warnings: [...warnings, ...hidden] };
  return finish(context, whole, options.picture);
}

/** Secret fields where they are now. Allowed windows that were not looked at, or not fully, are said. */
function maskSecrets(
  image: RgbImage,
  secrets: readonly WindowSecrets[],
  world: World,
  settings: Settings,
): string[] {
  const warnings: string[] = [];
  for (const toplevel of world.toplevels) {
    if (!toplevel.viewable || toplevel.overrideRedirect || !mayBeRead(toplevel, world, settings)) continue;
    const known = secrets.find(({ window }) => window === toplevel.window);
    const { places, certain } = known ? placesNow(known, toplevel.bounds) : { places: [], certain: false };
    mask(image, places, { x: 0, y: 0 });
    if (!certain) warnings.push(`windows of "${appIdOf(toplevel, world)}": ${UNREAD_WARNING}`);
  }
  return warnings;
}

/** A shown child of the root window: a window manager's frame, or a window without one. */
interface Shown {
  readonly window: Window;
  /** Its place with its border. */
  readonly place: Rect;
}

/** From bottom to top. */
function shownChildren(display: Display): Shown[] {
  return queryTree(display, display.root).children.flatMap((window) => {
    try {
      const { x, y, width, height, viewable, inputOnly } = windowAttributes(display, window);
      if (!viewable || inputOnly) return [];
      const border = translate(display, window, display.root, 0, 0).x - x;
      return [{ window, place: { x, y, width: width + 2 * border, height: height + 2 * border } }];
    } catch (error) {
      if (error instanceof XRequestError && error.isGone) return [];
      throw error;
    }
  });
}

/** Paints over what is not known to be allowed, frames with their titles too; allowed windows on it are restored. */
function hideUnknown(image: RgbImage, shown: readonly Shown[], world: World, settings: Settings): string[] {
  const original: RgbImage = { ...image, data: image.data.slice() };
  const hidden = new Set<string>();
  for (const { window, place } of shown) {
    const inside = world.toplevels.filter(({ frame }) => frame === window);
    if (!clip(place, image)) continue;
    if (inside.length > 0 && inside.every((toplevel) => mayBeRead(toplevel, world, settings))) {
      if (hidden.size > 0) paste(image, crop(original, place), place.x, place.y);
    } else {
      fill(image, place, MASK_GREY);
      hidden.add(inside.map((toplevel) => appIdOf(toplevel, world)).find((app) => app !== "") ?? "");
    }
  }
  return [...hidden].map((app) =>
    app === "" ? "windows of unknown applications are grey" : `windows of "${app}" are grey: it was not approved`
  );
}
