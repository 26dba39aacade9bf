/**
 * Tells what is on the screen from what only was: GTK 4 keeps the places of the pages of a notebook that are not in
 * front, and of rows that were scrolled away.
 * @module
 */
import type { Draft } from "./draft.ts";
import { contains } from "./interfaces/component.ts";
import type { Reading } from "./reading.ts";
import { intersection } from "./rectangles.ts";
import type { Seen } from "./sighting.ts";
import { keepsOldPlaces } from "./gtk4_rules.ts";

/** Roles of what its container takes off the screen without anything in its place. */
const rows = new Set(["list item", "table row"]);

/** The children of an object, with those hidden that are not on the screen any more. */
export async function withoutUnmapped(reading: Reading, seen: readonly Seen[]): Promise<readonly Seen[]> {
  if (!keepsOldPlaces(reading.toolkit)) return seen;
  const drafts = seen.filter((child) => typeof child !== "string");
  const doubtful = drafts.filter((draft) => draft.memory.mapped === undefined && isDoubtful(draft, drafts));
  await reading.each(doubtful, (draft) => askIfMapped(reading, draft));
  return seen.map((child) => typeof child !== "string" && child.memory.mapped === false ? "hidden" : child);
}

/** What stands in the place of another may have taken it. */
function isDoubtful({ object }: Draft, siblings: readonly Draft[]): boolean {
  const { bounds, role } = object;
  if (!bounds) return false;
  return rows.has(role) ||
    siblings.some(({ object: other }) => other !== object && other.bounds && intersection(bounds, other.bounds));
}

async function askIfMapped(reading: Reading, { object, memory }: Draft): Promise<void> {
  const { x, y, width, height } = object.bounds!;
  const middle = { x: x + (width >> 1), y: y + (height >> 1) };
  memory.mapped = await reading.attempt(
    contains(reading.bus, object.ref, middle, reading.options(), reading.coordType),
  );
}
