/**
 * What of a window was repainted from one look to the next, by DAMAGE: a part of a window that was not drawn again still
 * shows what it showed.
 * @module
 */
import type { Rect } from "../../contract/values.ts";
import type { Display } from "../../ffi/display.ts";
import { XRequestError } from "../../ffi/x_errors.ts";
import { createDamage, destroyDamage, takeDamage } from "../../ffi/xdamage.ts";
import { createRegion, fetchRegion } from "../../ffi/xfixes.ts";
import type { Damage, Region } from "../../ffi/xid.ts";
import { encloses, intersection } from "../atspi/rectangles.ts";
import type { Toplevel } from "../x11/toplevels.ts";

/** What was repainted before a look. */
interface Repaint {
  /** When the look began, in the time of whoever asks. */
  readonly at: number;
  /** When it was taken note of, by `performance.now()`. */
  readonly when: number;
  /** Places on the display; null for the whole window. */
  readonly areas: readonly Rect[] | null;
}

/** Most looks that are not complete, one after the other, whose repaints are kept apart. */
const MAX_REPAINTS = 16;
/** One region for each display: what is put into it is fetched at once. */
const regions = new WeakMap<Display, Region>();

/** The repaints of one window. The server forgets them with the window, or with the connection. */
export class Repaints implements Disposable {
  readonly #display: Display;
  readonly #damage: Damage;
  #repaints: Repaint[] = [];
  #bounds: Rect | null = null;
  /** Whether the server has forgotten them: the window is gone, and another one may have got its id. */
  isLost = false;
  /** How long after it was painted a part may still be told of as it was, ms. */
  lagMs = 0;

  /** Begins to take note of them. @throws {XRequestError} When the window is gone. */
  constructor(display: Display, { window }: Toplevel) {
    this.#display = display;
    this.#damage = createDamage(display, window);
  }

  /** Takes note of what was repainted up to now: all of it the first time, and after the window moved or was resized. */
  take({ bounds }: Toplevel, now: number, everything: boolean): void {
    const when = performance.now();
    // What was painted before its tree was made is read again.
    this.#repaints = this.#repaints.map((repaint) => this.#isLate(repaint) ? { ...repaint, at: now } : repaint);
    const areas = this.#areas(bounds);
    const before = this.#bounds;
    this.#bounds = bounds;
    const known = before !== null && isSame(before, bounds) && !everything;
    if (known && areas?.length === 0) return;
    if (this.#repaints.length === MAX_REPAINTS) this.#repaints = [{ at: now, when, areas: null }];
    else this.#repaints.push({ at: now, when, areas: known ? areas : null });
  }

  /**
   * Whether a place on the display was repainted after a time; null is anywhere.
   *
   * @param share How much of the place must have been, 0 for any of it.
   * @param except What was repainted within one of these does not count.
   */
  wasRepainted(place: Rect | null, since: number, share = 0, except: readonly Rect[] = []): boolean {
    let covered = 0;
    for (const { at, areas } of this.#repaints) {
      if (at <= since) continue;
      if (areas === null || place === null && areas.length > 0) return true;
      if (place === null) continue;
      for (const area of areas) {
        const shared = intersection(area, place);
        if (shared && !except.some((one) => encloses(one, shared))) covered += shared.width * shared.height;
      }
    }
    return place !== null && covered > 0 && covered >= share * place.width * place.height;
  }

  /** Says that a look that began at that time was complete: what was repainted before it has been seen. */
  confirm(at: number): void {
    this.#repaints = this.#repaints.filter((repaint) => repaint.at > at || this.#isLate(repaint));
  }

  #isLate({ when }: Repaint): boolean {
    return performance.now() - when < this.lagMs;
  }

  /** Takes no more note of them: the window may be hidden and live on. */
  [Symbol.dispose](): void {
    if (this.#display.dead || this.isLost) return;
    destroyDamage(this.#display, this.#damage);
    this.#display.sync(); // Damage of a window that is gone is gone with it: the error is dropped here.
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
      if (!(error instanceof XRequestError)) throw error;
      this.isLost = true;
      return null;
    }
  }
}

function isSame(a: Rect, b: Rect): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}
