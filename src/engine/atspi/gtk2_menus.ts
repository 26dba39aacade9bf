/**
 * The menus of GTK 2: its items never say that they show, and keep the place that they had when their menu was open.
 * @module
 */
import type { Rect } from "../../contract/values.ts";
import type { Draft } from "./draft.ts";
import { getExtents } from "./interfaces/component.ts";
import type { ChildRef } from "./mirror.ts";
import type { Reading } from "./reading.ts";
import { union } from "./rectangles.ts";
import { seeAll, type Seen } from "./sighting.ts";

/** Items that are asked for their places to find out whether their menu has been open at all. */
const PROBES = 3;
/** Most that a menu's border takes on one side, X pixels. */
const BORDER = 8;

/** Sees the items of a menu: none of one that is closed. */
export async function seeMenuItems(reading: Reading, items: readonly ChildRef[], menu: Draft): Promise<Seen[]> {
  const seen = await mayBeOpen(reading, items) ? await seeAll(reading, items, menu) : [];
  const area = union(seen.flatMap((item) => typeof item === "string" ? [] : item.object.bounds ?? []));
  if (area && reading.popups.some((popup) => isBeside(popup, area) && reaches(popup, area))) return seen;
  return items.map(() => "hidden");
}

/** Whether the first items that are visible have their places in a popup. */
async function mayBeOpen(reading: Reading, items: readonly ChildRef[]): Promise<boolean> {
  const { bus, mirror, popups, coordType } = reading;
  if (popups.length === 0) return false;
  const visible = items.filter(({ ref }) => mirror.get(ref)?.sight.states.has("visible") ?? true).slice(0, PROBES);
  const places = await reading.each(
    visible,
    ({ ref }) => reading.attempt(getExtents(bus, ref, reading.options(), coordType)),
  );
  return places.some((place) => place && popups.some((popup) => isBeside(popup, place)));
}

/** Whether a popup has nothing but a border on the left and on the right of something. */
function isBeside(popup: Rect, { x, width }: Rect): boolean {
  return [x - popup.x, popup.x + popup.width - x - width].every((border) => border >= 0 && border <= BORDER);
}

/** Whether something fills a popup from its top to its bottom. Where there are too many items, it reaches out of it. */
function reaches(popup: Rect, { y, height }: Rect): boolean {
  return y - popup.y <= BORDER && popup.y + popup.height - y - height <= BORDER;
}
