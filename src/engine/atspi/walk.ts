/**
 * Finds the objects of a tree, level by level: from the application's cache where that is complete, else by asking.
 * @module
 */
import type { Rect } from "../../contract/values.ts";
import { type AccessibleRef, isNull, refKey } from "./accessible_ref.ts";
import { type BareObject, fetchBareObject, fetchSight } from "./bare_object.ts";
import { readCellsInView } from "./cells.ts";
import { type Draft, draftOf } from "./draft.ts";
import { getChildren } from "./interfaces/accessible.ts";
import type { KnownObjects } from "./known_objects.ts";
import type { Reading } from "./reading.ts";
import { type Visibility, visibilityOf } from "./toolkit_rules.ts";

/** A child that shows, or why it is left out. */
type Child = BareObject | Exclude<Visibility, "shows">;

/** Most children that an object is asked for at once: LibreOffice Calc hangs for good on its 2^31. */
const MAX_CHILDREN = 1000;
/** Deepest level that is read. */
const MAX_DEPTH = 200;

/**
 * Fills `root` with the objects below it that show, and returns all of them.
 *
 * @param maxNodes Most objects to read.
 */
export async function walk(reading: Reading, known: KnownObjects, root: Draft, maxNodes: number): Promise<Draft[]> {
  const all = [root];
  const seen = new Set([refKey(root.object.ref)]);
  let level = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === MAX_DEPTH) {
      reading.note(`the tree is more than ${MAX_DEPTH} levels deep`, "look at a screenshot of the window");
      break;
    }
    level = await readLevel(reading, known, level, seen);
    level = keepWithin(reading, level, maxNodes - all.length);
    all.push(...level);
  }
  return all;
}

/** Reads the children of a level's objects and returns them all. */
async function readLevel(
  reading: Reading,
  known: KnownObjects,
  level: readonly Draft[],
  seen: Set<string>,
): Promise<Draft[]> {
  const next: Draft[] = [];
  const lists = await reading.each(level, (draft) => childrenOf(reading, known, draft));
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

async function childrenOf(reading: Reading, known: KnownObjects, parent: Draft): Promise<Draft[]> {
  const { object } = parent;
  if (object.childCount === 0) return [];
  if (object.states.has("manages descendants") || object.childCount > MAX_CHILDREN) {
    return await readCellsInView(reading, parent);
  }
  const children = known.childrenOf(object)?.map((child) => sighted(reading, child)) ??
    await askForChildren(reading, known, parent);
  return keepShown(parent, children);
}

/** Where a few of many children show, the others are scrolled out of view; where none does, they are all hidden. */
function keepShown(parent: Draft, children: readonly Child[]): Draft[] {
  const shown = children.filter((child) => typeof child !== "string");
  // Scroll bars that are not needed are hidden too.
  if (shown.length > 0 && parent.object.role !== "scroll pane") {
    parent.unread = children.filter((child) => child === "out of view").length;
  }
  return shown.map((child) => draftOf(child, parent));
}

async function askForChildren(reading: Reading, known: KnownObjects, parent: Draft): Promise<Child[]> {
  const children = await reading.attempt(getChildren(reading.bus, parent.object.ref, reading.options())) ?? [];
  const refs = await reading.own(children.filter((child) => !isNull(child)));
  const found = await reading.each(refs, (ref) => askForChild(reading, known, ref, parent.clip));
  return found.map((child) => child ?? "hidden");
}

async function askForChild(
  reading: Reading,
  known: KnownObjects,
  ref: AccessibleRef,
  clip: Rect | null,
): Promise<Child> {
  const object = known.get(ref);
  if (object) return sighted(reading, object);
  const sight = await reading.attempt(fetchSight(reading.bus, ref, reading.options()));
  if (!sight) return "hidden";
  const visibility = visibilityOf(sight.states, reading.toolkit, sight.bounds, clip);
  if (visibility !== "shows") return visibility;
  return await reading.attempt(fetchBareObject(reading.bus, ref, reading.options(), sight)) ?? "hidden";
}

function sighted(reading: Reading, object: BareObject): Child {
  const visibility = visibilityOf(object.states, reading.toolkit);
  return visibility === "shows" ? object : visibility;
}
