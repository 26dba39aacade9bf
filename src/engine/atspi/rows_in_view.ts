/**
 * Reads what is in view of the many children of an object whose toolkit makes rows ahead. One that shows is looked for in
 * ever smaller steps; from there on they are read in both directions, as far as they show.
 * @module
 */
import type { Rect } from "../../contract/values.ts";
import { refKey } from "./accessible_ref.ts";
import type { Draft } from "./draft.ts";
import { getExtents } from "./interfaces/component.ts";
import { withoutUnmapped } from "./mapped.ts";
import type { ChildRef } from "./mirror.ts";
import type { Reading } from "./reading.ts";
import { intersection } from "./rectangles.ts";
import { seeAll } from "./sighting.ts";

/** Rows that are read at once. */
const CHUNK = 8;
/** Steps in which a row that shows is looked for: mostly more than one shows. */
const STRIDES = [8, 4, 2, 1];

/** The children of an object that show. Those that are known are used as long as nothing in view was repainted. */
export async function readRowsInView(
  reading: Reading,
  parent: Draft,
  list: (reading: Reading, parent: Draft) => Promise<ChildRef[]>,
): Promise<Draft[]> {
  const { memory } = parent;
  const area = viewOf(parent);
  if (!memory.children || memory.unread === undefined || reading.wasRepainted(area, memory.listedAt)) {
    const all = await list(reading, parent);
    const near = await inView(reading, parent, area, all);
    Object.assign(memory, { children: near, unread: all.length - near.length, listedAt: reading.began });
  }
  const seen = await withoutUnmapped(reading, await seeAll(reading, memory.children!, parent));
  const shown = seen.filter((child) => typeof child !== "string");
  parent.unread = memory.unread! + seen.length - shown.length;
  // A list that time cut short is not one to rely on.
  if (reading.left === 0) memory.children = undefined;
  return shown;
}

function viewOf({ place, clip }: Draft): Rect | null {
  return place && clip ? intersection(place, clip) ?? place : place;
}

/** The children from the first to the last that shows; none where none does. */
async function inView(
  reading: Reading,
  parent: Draft,
  area: Rect | null,
  all: readonly ChildRef[],
): Promise<readonly ChildRef[]> {
  const isShown = async (from: number, to: number) => {
    const seen = await withoutUnmapped(reading, await seeAll(reading, all.slice(Math.max(0, from), to), parent));
    return seen.some((child) => typeof child !== "string");
  };
  const start = await findOne(reading, area, all, isShown, startsFor(parent, all));
  if (start === undefined) return [];
  let [first, end] = [start, start + 1];
  while (first > 0 && await isShown(first - CHUNK, first)) first = Math.max(0, first - CHUNK);
  while (end < all.length && await isShown(end, end + CHUNK)) end = Math.min(all.length, end + CHUNK);
  return all.slice(first, end);
}

/** The indexes of the rows in the order in which they are tried: first those that showed the last time. */
function startsFor({ memory }: Draft, all: readonly ChildRef[]): number[][] {
  const before = new Set(memory.children?.map(({ ref }) => refKey(ref)));
  const steps = STRIDES.map((stride) => all.flatMap((_child, index) => index % stride === 0 ? [index] : []));
  const tried = new Set<number>();
  return [all.flatMap(({ ref }, index) => before.has(refKey(ref)) ? [index] : []), ...steps].map((step) => {
    const untried = step.filter((index) => !tried.has(index));
    untried.forEach((index) => tried.add(index));
    return untried;
  });
}

async function findOne(
  reading: Reading,
  area: Rect | null,
  all: readonly ChildRef[],
  isShown: (from: number, to: number) => Promise<boolean>,
  steps: readonly number[][],
): Promise<number | undefined> {
  for (const step of steps) {
    const places = await reading.each(
      step,
      (index) => reading.attempt(getExtents(reading.bus, all[index]!.ref, reading.options(), reading.coordType)),
    );
    for (const [i, index] of step.entries()) {
      const place = places[i];
      if (place && (!area || intersection(place, area)) && await isShown(index, index + 1)) return index;
    }
  }
  return undefined;
}
