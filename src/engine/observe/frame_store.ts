/**
 * Frames: which picture or tree coordinates were read from, and whether they still mean anything.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { Frame, Point, Rect } from "../../contract/values.ts";
import type { Window } from "../../ffi/xid.ts";
import type { IdCounter } from "../ids.ts";

/** What a frame was made of. */
export interface FrameOrigin {
  /** The window, or null for the whole display. */
  readonly window: Window | null;
  /** The window's size in X pixels at that time. */
  readonly width: number;
  /** The window's size in X pixels at that time. */
  readonly height: number;
  /** The part that it shows, X pixels of the window: less than the window for a cut, more with popups that stand out. */
  readonly region: Rect;
  /** Frame pixels per X pixel. */
  readonly scale: number;
}

/** How many frames are remembered. */
const REMEMBERED_FRAMES = 64;

/** The frames of a session. */
export class FrameStore {
  readonly #ids: IdCounter;
  readonly #frames = new Map<number, FrameOrigin>();

  /** Takes the engine's counter. */
  constructor(ids: IdCounter) {
    this.#ids = ids;
  }

  /**
   * Registers a frame of a window or of the display.
   *
   * @param size Of the window, X pixels.
   * @param region The part that it shows; by default all of it.
   * @param scale Frame pixels per X pixel.
   */
  add(window: Window | null, size: Pick<Rect, "width" | "height">, region = wholeOf(size), scale = 1): Frame {
    const id = this.#ids.next();
    const { width, height } = size;
    this.#frames.set(id, { window, width, height, region, scale });
    if (this.#frames.size > REMEMBERED_FRAMES) this.#frames.delete(this.#frames.keys().next().value!);
    return {
      id,
      ...(window === null ? { display: true } : { window_id: window }),
      ...(isSame(region, wholeOf(size)) ? {} : { region }),
      scale,
      width: scaledSide(region.width, scale),
      height: scaledSide(region.height, scale),
    };
  }

  /** What a frame was made of. @throws {OperationError} `input_refused`. */
  get(id: number): FrameOrigin {
    const origin = this.#frames.get(id);
    if (origin) return origin;
    throw new OperationError("input_refused", `Frame ${id} is unknown or too old; take a new screenshot or look again`);
  }
}

/**
 * The pixel of the window (of the display) that a frame's pixel shows, or the middle one of several. Null for a point
 * outside of the frame.
 */
export function pixelAt({ region, scale }: FrameOrigin, [x, y]: Point): { x: number; y: number } | null {
  const inside = x >= 0 && y >= 0 && x < scaledSide(region.width, scale) && y < scaledSide(region.height, scale);
  if (!inside) return null;
  const along = (at: number, side: number) => Math.min(side - 1, Math.floor((at + 0.5) / scale));
  return { x: region.x + along(x, region.width), y: region.y + along(y, region.height) };
}

/** A side of a scaled picture: at least one pixel. */
export function scaledSide(side: number, scale: number): number {
  return Math.max(1, Math.round(side * scale));
}

function wholeOf({ width, height }: Pick<Rect, "width" | "height">): Rect {
  return { x: 0, y: 0, width, height };
}

function isSame(a: Rect, b: Rect): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}
