/**
 * Finds the objects of a tree, level by level: from the mirror where that is current, else by asking.
 * @module
 */
import { isNull, refKey } from "./accessible_ref.ts";
import { listCellsInView } from "./cells.ts";
import type { Draft } from "./draft.ts";
import { getChildren } from "./interfaces/accessible.ts";
import type { ChildRef, Memory } from "./mirror.ts";
import type { Reading } from "./reading.ts";
import { type Seen, seeObject } from "./sighting.ts";

/** Most children that an object is asked for at once: LibreOffice Calc hangs for good on its 2^31. */
const MAX_CHILDREN = 1000;
/** Deepest level that is read. */
const MAX_DEPTH = 200;

/**
 * Fills `root` with the objects below it that show, and returns all of them.
 *
 * @param maxNodes Most objects to read.
 */
export async function walk(reading: Reading, root: Draft, maxNodes: number): Promise<Draft[]> {
  const all = [root];
  const seen = new Set([refKey(root.object.ref)]);
  let level = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === MAX_DEPTH) {
      reading.note(`the tree is more than ${MAX_DEPTH} levels deep`, "look at a screenshot of the window");
      break;
    }
    level = await readLevel(reading, level, seen);
    level = keepWithin(reading, level, maxNodes - all.length);
    all.push(...level);
  }
  return all;
}

/** Reads the children of a level's objects and returns them all. */
async function readLevel(reading: Reading, level: readonly Draft[], seen: Set<string>): Promise<Draft[]> {
  const next: Draft[] = [];
  const lists = await reading.each(level, (draft) => childrenOf(reading, draft));
  level.forEach((parent, i) => {
    parent.children = (lists[i] ?? []).filter((child) => isNew(child, seen));
    next.push(...parent.children);
  });
  return next;
}

/** A broken application can name an object twice, or as its own ancestor. */
function isNew(draft: Draft, seen: Set<string>): boolean {
  const key = refKey(draft.object.ref);
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

function keepWithin(reading: Reading, level: Draft[], room: number): Draft[] {
  if (level.length <= room) return level;
  reading.note("the window has more elements than are read at once", "scroll, or close parts of the window");
  const kept = new Set(level.slice(0, room));
  return [...kept];
}

async function childrenOf(reading: Reading, parent: Draft): Promise<Draft[]> {
  const { object, memory } = parent;
  if (object.childCount === 0) return [];
  const isBig = object.states.has("manages descendants") || object.childCount > MAX_CHILDREN && !isListed(memory);
  // What is in view of a big container changes without an event.
  if (isBig && (memory.unread === undefined || reading.wasRepainted(parent.place, memory.listedAt))) {
    await listCellsInView(reading, parent);
  }
  const listed = memory.children ?? await listChildren(reading, parent);
  const seen = await seeAll(reading, listed, parent);
  // A list that time cut short is not one to rely on.
  memory.children = reading.left > 0 ? listed : undefined;
  return isBig ? keepCells(parent, seen) : keepShown(parent, seen);
}

/** Whether all children are known, hidden ones too. */
function isListed({ children, unread }: Memory): boolean {
  return children !== undefined && unread === undefined;
}

/** Most children are current: they cost no waiting. */
async function seeAll(reading: Reading, children: readonly ChildRef[], parent: Draft): Promise<Seen[]> {
  const seen = await reading.each(children, (child) => seeObject(reading, child, parent));
  return seen.map((child) => child ?? "hidden");
}

async function listChildren(reading: Reading, parent: Draft): Promise<ChildRef[]> {
  const children = await reading.attempt(getChildren(reading.bus, parent.object.ref, reading.options())) ?? [];
  const refs = await reading.own(children.filter((child) => !isNull(child)));
  return refs.map((ref) => ({ ref }));
}

function keepCells(parent: Draft, seen: readonly Seen[]): Draft[] {
  parent.unread = parent.memory.unread ?? 0;
  return seen.filter((child) => typeof child !== "string");
}

/** Where a few of many children show, the others are scrolled out of view; where none does, they are all hidden. */
function keepShown(parent: Draft, seen: readonly Seen[]): Draft[] {
  const shown = seen.filter((child) => typeof child !== "string");
  // Scroll bars that are not needed are hidden too.
  if (shown.length > 0 && parent.object.role !== "scroll pane") {
    parent.unread = seen.filter((child) => child === "out of view").length;
  }
  return shown;
}
