/**
 * Which children of a long scrolled column can be in view: the places of a few tell it of all, where the toolkit says of
 * all of them that they show.
 * @module
 */
import type { Rect } from "../../contract/values.ts";
import type { Draft } from "./draft.ts";
import { getExtents } from "./interfaces/component.ts";
import type { ChildRef, Reach } from "./mirror.ts";
import { mayBeLong } from "./qt_rules.ts";
import type { Reading } from "./reading.ts";
import { seeAll, type Seen } from "./sighting.ts";

/** Fewest children that are worth looking for those in view. */
const MIN_CHILDREN = 32;

/** Sees the children of an object; those that can't be in view are not asked. */
export async function seeInReach(reading: Reading, children: readonly ChildRef[], parent: Draft): Promise<Seen[]> {
  const { first, last } = await reachOf(reading, children, parent);
  const seen = await seeAll(reading, children.slice(first, last + 1), parent);
  const out = (count: number): Seen[] => new Array(count).fill("out of view");
  return [...out(first), ...seen, ...out(children.length - 1 - last)];
}

async function reachOf(
  reading: Reading,
  children: readonly ChildRef[],
  { memory, object, clip }: Draft,
): Promise<Pick<Reach, "first" | "last">> {
  const all = { first: 0, last: children.length - 1 };
  if (children.length < MIN_CHILDREN || !clip || !mayBeLong(object, clip, reading.toolkit)) return all;
  const { reach } = memory;
  if (reach?.children === children && !reading.wasRepainted(clip, reach.at)) return reach;
  const at = reading.mirror.clock;
  memory.reach = { children, at, ...await probe(reading, children, clip) ?? all };
  return memory.reach;
}

/** The children from the last sample above the view to the first below it; undefined where the samples make no column. */
async function probe(
  reading: Reading,
  children: readonly ChildRef[],
  view: Rect,
): Promise<Pick<Reach, "first" | "last"> | undefined> {
  const step = Math.ceil(Math.sqrt(children.length / 2));
  const indexes = children.flatMap((_child, i) => i % step === 0 || i === children.length - 1 ? [i] : []);
  const { bus, coordType } = reading;
  const found = await reading.each(
    indexes,
    (i) => reading.attempt(getExtents(bus, children[i]!.ref, reading.options(), coordType)),
  );
  const places = found.flatMap((place) => place ?? []);
  if (places.length < indexes.length || !isColumn(places)) return undefined;
  const above = places.findLastIndex(({ y, height }) => y + height <= view.y);
  const below = places.findIndex(({ y }) => y >= view.y + view.height);
  return { first: indexes[above] ?? 0, last: indexes[below] ?? children.length - 1 };
}

function isColumn(places: readonly Rect[]): boolean {
  return places.every(({ y }, i) => i === 0 || places[i - 1]!.y <= y);
}
