/**
 * What of a window was repainted from one look to the next, by DAMAGE: a part of a window that was not drawn again still
 * shows what it showed.
 * @module
 */
import type { Rect } from "../../contract/values.ts";
import type { Display } from "../../ffi/display.ts";
import { XRequestError } from "../../ffi/x_errors.ts";
import { createDamage, takeDamage } from "../../ffi/xdamage.ts";
import { createRegion, fetchRegion } from "../../ffi/xfixes.ts";
import type { Damage, Region } from "../../ffi/xid.ts";
import { intersection } from "../atspi/rectangles.ts";
import type { Toplevel } from "../x11/toplevels.ts";

/** What was repainted before a look. */
interface Repaint {
  /** When the look began, in the time of whoever asks. */
  readonly at: number;
  /** Places on the display; null for the whole window. */
  readonly areas: readonly Rect[] | null;
}

/** Most looks that are not complete, one after the other, whose repaints are kept apart. */
const MAX_REPAINTS = 16;
/** One region for each display: what is put into it is fetched at once. */
const regions = new WeakMap<Display, Region>();

/** The repaints of one window. The server forgets them with the window, or with the connection. */
export class Repaints {
  readonly #display: Display;
  readonly #damage: Damage;
  #repaints: Repaint[] = [];
  #bounds: Rect | null = null;

  /** Begins to take note of them. @throws {XRequestError} When the window is gone. */
  constructor(display: Display, { window }: Toplevel) {
    this.#display = display;
    this.#damage = createDamage(display, window);
  }

  /** Takes note of what was repainted up to now: all of it the first time, and after the window moved or was resized. */
  take({ bounds }: Toplevel, now: number, everything: boolean): void {
    const areas = this.#areas(bounds);
    const before = this.#bounds;
    this.#bounds = bounds;
    const known = before !== null && isSame(before, bounds) && !everything;
    if (this.#repaints.length === MAX_REPAINTS) this.#repaints = [{ at: now, areas: null }];
    else this.#repaints.push({ at: now, areas: known ? areas : null });
  }

  /** Whether a place on the display was repainted after a time; null is anywhere. */
  wasRepainted(place: Rect | null, since: number): boolean {
    return this.#repaints.some(({ at, areas }) =>
      at > since && (areas === null || areas.some((area) => place === null || intersection(area, place) !== undefined))
    );
  }

  /** Says that a look that began at that time was complete: what was repainted before it has been seen. */
  confirm(at: number): void {
    this.#repaints = this.#repaints.filter((repaint) => repaint.at > at);
  }

  #areas(bounds: Rect): Rect[] | null {
    const region = regions.get(this.#display) ?? createRegion(this.#display);
    regions.set(this.#display, region);
    try {
      takeDamage(this.#display, this.#damage, region);
      return fetchRegion(this.#display, region).map((area) => ({
        ...area,
        x: area.x + bounds.x,
        y: area.y + bounds.y,
      }));
    } catch (error) {
      if (error instanceof XRequestError) return null; // The window is gone: whoever reads it is told.
      throw error;
    }
  }
}

function isSame(a: Rect, b: Rect): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}
