/**
 * What a picture shows and how large, from what the caller wants. Pure.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { PictureOptions, Rect } from "../../contract/values.ts";
import { intersection } from "../atspi/rectangles.ts";

/** How high a picture may be that is narrower than this: models take no more. */
const USUAL_SIDE = 1280;

/** How a picture is cut and scaled. */
export interface Framing {
  /** The part that it shows, X pixels of the window. */
  readonly region: Rect;
  /** Its pixels per X pixel: a whole number above 1, so that enlarged pixels stay squares. */
  readonly scale: number;
  /** What is not as it was asked for. */
  readonly warnings: readonly string[];
}

/**
 * Decides on it.
 *
 * @param area What there is to show, X pixels of the window.
 * @throws {OperationError} `invalid_request` for a region outside.
 */
export function frameOf(area: Rect, options: Pick<PictureOptions, "region" | "zoom" | "max_width">): Framing {
  const region = options.region ? intersection(options.region, area) : area;
  if (!region) {
    const { x, y, width, height } = area;
    const message = `region: nothing of it is in the picture, which is ${width}×${height} from ${x},${y}`;
    throw new OperationError("invalid_request", message);
  }
  const fits = Math.min(options.max_width / region.width, Math.max(options.max_width, USUAL_SIDE) / region.height);
  const scale = fits < 1 ? fits : Math.min(options.zoom, Math.floor(fits));
  return { region, scale, warnings: options.zoom > 1 && scale < options.zoom ? [tooLarge(options.zoom, scale)] : [] };
}

function tooLarge(zoom: number, scale: number): string {
  const instead = scale === 1 ? "not enlarged" : `scaled by ${Number(scale.toFixed(2))}`;
  return `the picture is ${instead}: zoom ${zoom} is too large for it; give a smaller region or a greater max_width`;
}
