/**
 * What pictures of windows and of the display have in common.
 * @module
 */
import type { Image, Rect } from "../../contract/values.ts";
import type { Display } from "../../ffi/display.ts";
import { type ImageSource, withImage } from "../../ffi/ximage.ts";
import type { Window } from "../../ffi/xid.ts";
import { encodeBase64 } from "../base64.ts";
import type { EngineContext } from "../context.ts";
import { fill, scaleDown, toRgb } from "./pixels.ts";
import { encodePng, type RgbImage } from "./png.ts";

/** The grey of what must not be seen. */
export const MASK_GREY = 96;
/** Said of a picture whose secret fields may not all be known. */
export const UNREAD_WARNING = "fields could not be read, so passwords may show";

/** Reads the server's pixels. */
export function readPixels(display: Display, source: ImageSource): RgbImage {
  return withImage(display, source, toRgb);
}

/** Paints places on the display over. @param origin Where the picture's corner is on the display. */
export function mask(
  image: RgbImage,
  places: readonly Rect[],
  origin: { readonly x: number; readonly y: number },
): void {
  for (const rect of places) fill(image, { ...rect, x: rect.x - origin.x, y: rect.y - origin.y }, MASK_GREY);
}

/** Scales and encodes a picture, and remembers its frame. @param window Null for the display. */
export function finish(
  context: EngineContext,
  image: RgbImage,
  window: Window | null,
  maxSide: number | undefined,
  warnings: readonly string[],
): Image {
  const scale = maxSide === undefined ? 1 : Math.min(1, maxSide / Math.max(image.width, image.height));
  const picture = scale < 1 ? scaleDown(image, scale) : image;
  return {
    mime_type: "image/png",
    data: encodeBase64(encodePng(picture)),
    frame: context.frames.add(window, image, scale),
    ...(warnings.length > 0 ? { warnings: [...new Set(warnings)] } : {}),
  };
}
