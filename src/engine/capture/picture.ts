/**
 * What pictures of windows and of the display have in common.
 * @module
 */
import type { Image, PictureOptions, Rect } from "../../contract/values.ts";
import type { Display } from "../../ffi/display.ts";
import { type ImageSource, withImage } from "../../ffi/ximage.ts";
import type { Window } from "../../ffi/xid.ts";
import type { EngineContext } from "../context.ts";
import { drawMarks, type Mark } from "./draw_marks.ts";
import { frameOf } from "./framing.ts";
import { type Layer, toLayer } from "./layer.ts";
import { marksInFrame } from "./marks.ts";
import { crop, fill, isBlack } from "./pixels.ts";
import { encodingsOf } from "./encodings.ts";
import type { RgbImage } from "./png.ts";
import { scaleImage } from "./scale.ts";

/** The grey of what must not be seen. */
export const MASK_GREY = 96;
/** Said of a picture whose secret fields may not all be known. */
export const UNREAD_WARNING = "fields could not be read, so passwords may show";
/** Said of a picture that may be of nothing. */
const BLACK_WARNING = "the picture is black all over: nothing has been drawn there yet, or what is there is black";

/** Reads the server's pixels. */
export function readPixels(display: Display, source: ImageSource): Layer {
  return withImage(display, source, toLayer);
}

/** Paints places on the display over. @param origin Where the picture's corner is on the display. */
export function mask(
  image: RgbImage,
  places: readonly Rect[],
  origin: { readonly x: number; readonly y: number },
): void {
  for (const rect of places) fill(image, { ...rect, x: rect.x - origin.x, y: rect.y - origin.y }, MASK_GREY);
}

/** A picture that is neither cut nor scaled yet. */
export interface WholePicture {
  /** Its pixels. */
  readonly image: RgbImage;
  /** The window; null for the display. */
  readonly window: Window | null;
  /** The window's size, X pixels. */
  readonly size: Pick<Rect, "width" | "height">;
  /** What the pixels are of, X pixels of the window. */
  readonly area: Rect;
  /** What to number, X pixels of the window. */
  readonly marks: readonly Mark[];
  /** What to say of it. */
  readonly warnings: readonly string[];
}

/**
 * Cuts, scales, marks and encodes a picture, and remembers its frame.
 *
 * @throws {OperationError} `invalid_request` for a region outside.
 */
export function finish(context: EngineContext, whole: WholePicture, options: PictureOptions): Image {
  const { window, size, area } = whole;
  const framing = frameOf(area, options);
  const { region, scale } = framing;
  const part = crop(whole.image, { ...region, x: region.x - area.x, y: region.y - area.y });
  const warnings = [...whole.warnings, ...framing.warnings, ...(isBlack(part) ? [BLACK_WARNING] : [])];
  const picture = scaleImage(part, scale);
  drawMarks(picture, marksInFrame(whole.marks, framing), scale);
  return {
    mime_type: "image/png",
    data: encodingsOf(context).encode(window, picture),
    frame: context.frames.add(window, size, region, scale),
    ...(warnings.length > 0 ? { warnings: [...new Set(warnings)] } : {}),
  };
}
