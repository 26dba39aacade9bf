/**
 * Sees one object: from the mirror where nothing says that it changed, else by asking the application.
 * @module
 */
import type { Rect } from "../../contract/values.ts";
import { type AccessibleRef, refKey } from "./accessible_ref.ts";
import { fetchIdentity, fetchSight, refetchIdentity } from "./bare_object.ts";
import { type Draft, draftOf, type Known } from "./draft.ts";
import { getState } from "./interfaces/accessible.ts";
import type { ChildRef, Memory } from "./mirror.ts";
import type { Reading } from "./reading.ts";
import { hasCache, type Visibility, visibilityOf } from "./toolkit_rules.ts";

/** A child that shows, or why it is left out. */
export type Seen = Draft | Exclude<Visibility, "shows">;

/** Sees an object, hidden or not: a child of another, or the top of a tree. One that is gone counts as hidden. */
export async function seeObject(reading: Reading, { ref, cell }: ChildRef, parent?: Draft): Promise<Seen> {
  const known = reading.mirror.get(ref);
  const current = known && reading.isCurrent(ref, known, parent?.place ?? null) && isEnough(reading, known, parent);
  const memory = current ? known : await reading.attempt(ask(reading, ref, known, parent?.clip));
  return memory ? draftOrWhyNot(reading, ref, memory, parent, cell) : "hidden";
}

/** Of what was hidden no more is known than that. */
function isEnough({ toolkit }: Reading, { identity, sight }: Memory, parent: Draft | undefined): boolean {
  return identity !== undefined || visibilityOf(sight.states, toolkit, sight.bounds, parent?.clip) !== "shows";
}

function draftOrWhyNot(
  { toolkit }: Reading,
  ref: AccessibleRef,
  memory: Memory,
  parent: Draft | undefined,
  cell: ChildRef["cell"],
): Seen {
  const { states, bounds } = memory.sight;
  const visibility = visibilityOf(states, toolkit, bounds, parent?.clip);
  if (visibility !== "shows") return visibility;
  return memory.identity ? draftOf(ref, memory as Known, parent, cell) : "hidden";
}

/** Asks for what is not known, or not certain any more. Of what is hidden no more is asked for than that. */
async function ask(
  reading: Reading,
  ref: AccessibleRef,
  known: Memory | undefined,
  clip: Rect | null | undefined,
): Promise<Memory> {
  const { bus, mirror, toolkit } = reading;
  const readAt = mirror.clock;
  const fresh = known !== undefined && mirror.isFresh(ref, known);
  const sight = await askSight(reading, ref, known);
  const boundsAt = sight.bounds === undefined ? undefined : readAt;
  const memory: Memory = { sight, readAt, boundsAt, ...(fresh ? { fixed: known.fixed, range: known.range } : {}) };
  if (visibilityOf(sight.states, toolkit, sight.bounds, clip) === "shows") {
    memory.identity = fresh && known.identity
      ? await refetchIdentity(bus, ref, known.identity, reading.options())
      : await fetchIdentity(bus, ref, reading.options());
  }
  mirror.put(ref, memory);
  return memory;
}

/** Where the cache gives no places, they are asked for later, of what is worth it. */
async function askSight(reading: Reading, ref: AccessibleRef, known: Memory | undefined): Promise<Memory["sight"]> {
  const { bus, toolkit, coordType } = reading;
  if (known?.identity && hasCache(toolkit)) return { states: await getState(bus, ref, reading.options()) };
  return await fetchSight(bus, ref, coordType, reading.options());
}

/** How many objects below one would have to be asked again. */
export function countStale(reading: Reading, root: AccessibleRef): number {
  const seen = new Set<string>();
  const count = (ref: AccessibleRef, around: Rect | null): number => {
    const key = refKey(ref);
    if (seen.has(key)) return 0;
    seen.add(key);
    const known = reading.mirror.get(ref);
    if (!known) return 1;
    const stale = !reading.isCurrent(ref, known, around);
    const place = known.sight.bounds ?? around;
    return (known.children ?? []).reduce((sum, child) => sum + count(child.ref, place), stale ? 1 : 0);
  };
  return count(root, null);
}
