/**
 * Frames: which picture or tree coordinates were read from, and whether they still mean anything.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { Frame, Rect } from "../../contract/values.ts";
import type { Window } from "../../ffi/xid.ts";
import type { IdCounter } from "../ids.ts";

/** What a frame was made of. */
export interface FrameOrigin {
  /** The window, or null for the whole display. */
  readonly window: Window | null;
  /** Size in X pixels at that time. */
  readonly width: number;
  /** Size in X pixels at that time. */
  readonly height: number;
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

  /** Registers a frame of a window (`bounds` in X pixels) or of the display. */
  add(window: Window | null, bounds: Pick<Rect, "width" | "height">, scale = 1): Frame {
    const id = this.#ids.next();
    this.#frames.set(id, { window, width: bounds.width, height: bounds.height, scale });
    if (this.#frames.size > REMEMBERED_FRAMES) this.#frames.delete(this.#frames.keys().next().value!);
    return {
      id,
      ...(window === null ? { display: true } : { window_id: window }),
      scale,
      width: Math.max(1, Math.round(bounds.width * scale)),
      height: Math.max(1, Math.round(bounds.height * scale)),
    };
  }

  /** What a frame was made of. @throws {OperationError} `input_refused`. */
  get(id: number): FrameOrigin {
    const origin = this.#frames.get(id);
    if (origin) return origin;
    throw new OperationError("input_refused", `Frame ${id} is unknown or too old; take a new screenshot or look again`);
  }
}
