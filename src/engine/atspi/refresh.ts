/**
 * Reads again what may have changed of a tree that is remembered, all at once: a walk would ask level by level.
 * @module
 */
import type { Rect } from "../../contract/values.ts";
import { type AccessibleRef, isNull, refKey } from "./accessible_ref.ts";
import { getChildren } from "./interfaces/accessible.ts";
import { getExtents } from "./interfaces/component.ts";
import type { Known } from "./draft.ts";
import type { ChildRef, Memory } from "./mirror.ts";
import type { Reading } from "./reading.ts";
import { askAgain } from "./sighting.ts";
import { sparesPlace } from "./toolkit_rules.ts";

/** An object that is remembered and has to be asked again. */
interface Stale {
  readonly ref: AccessibleRef;
  readonly memory: Known;
}

/** What of a tree has to be asked again. */
export interface Staleness {
  /** Objects that showed. */
  readonly known: readonly Stale[];
  /** Objects that may just stand elsewhere. */
  readonly moved: readonly Stale[];
  /** How many are not current, hidden and unknown ones too. */
  readonly count: number;
  /** Whether some of them were never seen. */
  readonly hasUnknown: boolean;
}

/** Looks through what is remembered of a tree. Asks nothing. */
export function findStale(reading: Reading, root: AccessibleRef): Staleness {
  const seen = new Set<string>();
  const [known, moved]: [Stale[], Stale[]] = [[], []];
  let count = 0;
  let hasUnknown = false;
  const visit = (ref: AccessibleRef, around: Rect | null) => {
    const key = refKey(ref);
    if (seen.has(key)) return;
    seen.add(key);
    const memory = reading.mirror.get(ref);
    const isCurrent = memory !== undefined && reading.isCurrent(ref, memory, around);
    if (!isCurrent) count++;
    hasUnknown ||= memory === undefined;
    if (!memory) return;
    if (memory.identity && !isCurrent) known.push({ ref, memory: memory as Known });
    if (isCurrent && isElsewhere(reading, ref, memory)) moved.push({ ref, memory: memory as Known });
    for (const child of memory.children ?? []) visit(child.ref, memory.sight.bounds ?? around);
  };
  visit(root, null);
  return { known, moved, count, hasUnknown };
}

/** Whether an object has a place that is worth asking for again. */
function isElsewhere(reading: Reading, ref: AccessibleRef, memory: Memory): boolean {
  const { identity, sight: { bounds } } = memory;
  if (!identity || !bounds || sparesPlace(identity, reading.toolkit)) return false;
  return reading.mayHaveMoved(ref, memory, bounds);
}

/** Asks the objects that showed again. What is new, or was hidden, the walk finds. */
export async function refresh(reading: Reading, { known, moved }: Staleness): Promise<void> {
  await Promise.all([reading.each(moved, (one) => placeAgain(reading, one)), askKnown(reading, known)]);
}

async function placeAgain(reading: Reading, { ref, memory }: Stale): Promise<void> {
  const readAt = reading.mirror.clock;
  const bounds = await reading.attempt(getExtents(reading.bus, ref, reading.options(), reading.coordType));
  if (!bounds) return; // The walk asks again.
  memory.sight = { ...memory.sight, bounds };
  memory.boundsAt = readAt;
}

async function askKnown(reading: Reading, known: readonly Stale[]): Promise<void> {
  await reading.each(known, async ({ ref, memory }) => {
    const [fresh, children] = await Promise.all([
      reading.attempt(askAgain(reading, ref, memory)),
      wasListed(memory) ? reading.attempt(getChildren(reading.bus, ref, reading.options())) : undefined,
    ]);
    // One that is gone is not asked for its children, and a list that does not fit is left to the walk.
    if (!fresh?.identity || children?.length !== fresh.identity.childCount) return;
    fresh.children = await ownChildren(reading, children);
  });
}

/** Whether all children were asked for: not of tables and lists, of which only a part is looked at. */
function wasListed({ children, unread, reach }: Memory): boolean {
  return children !== undefined && unread === undefined && reach === undefined;
}

async function ownChildren(reading: Reading, children: readonly AccessibleRef[]): Promise<ChildRef[]> {
  return (await reading.own(children.filter((child) => !isNull(child)))).map((ref) => ({ ref }));
}
