/**
 * Which objects of a tree are reported beside where they are, and what is done about it.
 * @module
 */
import type { Draft } from "./draft.ts";
import { getAttributes } from "./interfaces/accessible.ts";
import { isOwnPopup, isVclRoot, mayBeIsland } from "./libreoffice_rules.ts";
import type { Reading } from "./reading.ts";
import { readSkew, type Skew } from "./skew.ts";
import { isLibreOffice } from "./toolkit_rules.ts";

/** How often places are read again that moved while they were read. */
const MAX_REPEATS = 2;

/** What the place of an object has to be moved by; undefined for nothing. */
export async function skewOf(reading: Reading, draft: Draft, parent: Draft | undefined): Promise<Skew | undefined> {
  if (!isLibreOffice(reading.toolkit) || !parent) return undefined;
  const { ref, role } = draft.object;
  if (isVclRoot(role, parent.object)) return await firstSkew(reading, { outer: parent.object.ref, inner: ref });
  if (!parent.skew || isOwnPopup(role, parent.object)) return undefined;
  if (!mayBeIsland(draft.object, parent.object)) return parent.skew;
  return await isGtk(reading, draft) ? undefined : parent.skew;
}

async function firstSkew(reading: Reading, source: Pick<Skew, "outer" | "inner">): Promise<Skew | undefined> {
  const skew = await reading.attempt(readSkew(reading.bus, source, reading.options(), reading.coordType));
  if (skew) reading.skews.push(skew);
  return skew;
}

/** What a widget is made of never changes. */
async function isGtk(reading: Reading, { object, memory }: Draft): Promise<boolean> {
  if (memory.isGtk !== undefined) return memory.isGtk;
  const attributes = await reading.attempt(getAttributes(reading.bus, object.ref, reading.options()));
  if (attributes) memory.isGtk = attributes["toolkit"] === "gtk";
  return memory.isGtk ?? false;
}

/**
 * Reads the places again that were read while their distance changed.
 *
 * @param readAgain Reads the place of one object.
 */
export async function settlePlaces(
  reading: Reading,
  drafts: readonly Draft[],
  readAgain: (reading: Reading, draft: Draft) => Promise<void>,
): Promise<void> {
  for (let repeat = 0; reading.skews.length > 0 && reading.left > 0; repeat++) {
    const changed = await changedSkews(reading);
    if (changed.size === 0) return;
    if (repeat === MAX_REPEATS) return reading.note("the content moved while it was read", "observe again");
    const moved = drafts.filter(({ skew }) => skew && changed.has(skew));
    for (const draft of moved) draft.skew = changed.get(draft.skew!);
    await reading.each(
      moved.filter(({ memory }) => (memory.boundsAt ?? 0) >= reading.began),
      (draft) => readAgain(reading, draft),
    );
  }
}

/** The distances that are others now, by what they were. */
async function changedSkews(reading: Reading): Promise<Map<Skew, Skew>> {
  const now = await reading.each(
    reading.skews,
    (skew) => reading.attempt(readSkew(reading.bus, skew, reading.options(), reading.coordType)),
  );
  const pairs = reading.skews.flatMap((skew, i) => {
    const other = now[i];
    return other && (other.x !== skew.x || other.y !== skew.y) ? [[skew, other] as const] : [];
  });
  reading.skews.splice(0, reading.skews.length, ...reading.skews.map((skew, i) => now[i] ?? skew));
  return new Map(pairs);
}
