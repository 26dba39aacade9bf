/**
 * Finds the objects of a tree, level by level: from the mirror where that is current, else by asking.
 * @module
 */
import { isNull, refKey } from "./accessible_ref.ts";
import { listCellsInView, noteUnreadParts } from "./cells.ts";
import { hasPlainActions } from "./chromium_rules.ts";
import type { Draft } from "./draft.ts";
import { getChildren } from "./interfaces/accessible.ts";
import { isClosedMenu, isSheet, remakesChildren } from "./libreoffice_rules.ts";
import type { ChildRef, Memory } from "./mirror.ts";
import type { Reading } from "./reading.ts";
import { withoutUnmapped } from "./mapped.ts";
import { readRowsInView } from "./rows_in_view.ts";
import { seeInReach } from "./long_column.ts";
import type { Seen } from "./sighting.ts";
import { seeMenuItems } from "./gtk2_menus.ts";
import { isItemOfGtk2 } from "./gtk_rules.ts";
import { hasRowsAhead, isWhole } from "./gtk4_rules.ts";
import { isChromium, isLibreOffice } from "./toolkit_rules.ts";

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
    // Time ran out: what it holds is not known, which is not the same as nothing.
    if (!lists[i]) parent.unread = Math.max(0, parent.object.childCount);
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
  const { toolkit } = reading;
  const isUnsure = mayHoldOthers(reading, parent);
  if (object.childCount === 0 && !isUnsure || isWhole(object, toolkit)) return [];
  // Sheets are read later: see `sheet.ts`.
  if (isLibreOffice(toolkit) && (isClosedMenu(object) || isSheet(object))) return [];
  if (hasRowsAhead(object, reading.toolkit)) return await readRowsInView(reading, parent, listChildren);
  const isMany = object.childCount > MAX_CHILDREN && !isListed(memory);
  // LibreOffice says that of every list.
  const isBig = isMany || object.states.has("manages descendants") && !isLibreOffice(toolkit);
  // What is in view of a big container changes without an event.
  if (
    isBig && (!memory.children || memory.unread === undefined || reading.wasRepainted(parent.place, memory.listedAt))
  ) {
    await listCellsInView(reading, parent);
  }
  const listed = isUnsure || !memory.children ? await listChildren(reading, parent) : memory.children;
  // A list that time cut short is not one to rely on.
  const inTime = reading.left > 0;
  if (isUnsure) memory.childrenAt = reading.began;
  const seen = await withoutUnmapped(reading, await seeChildren(reading, listed, parent));
  memory.children = inTime ? listed : undefined;
  if (!isBig) return keepShown(parent, seen);
  noteUnreadParts(reading, parent);
  return keepCells(parent, seen);
}

async function seeChildren(reading: Reading, listed: readonly ChildRef[], parent: Draft): Promise<Seen[]> {
  if (isItemOfGtk2(reading.toolkit, parent.object)) return await seeMenuItems(reading, listed, parent);
  return await seeInReach(reading, listed, parent);
}

/** Chromium does not announce by every object what it holds now, but hardly changes it without any event. */
function mayHoldOthers({ toolkit, mirror }: Reading, { object, memory }: Draft): boolean {
  if (!isChromium(toolkit) || hasPlainActions(object.role)) return false;
  return !mirror.isQuietSince(memory.childrenAt ?? memory.readAt);
}

/** Whether all children are known, hidden ones too. */
function isListed({ children, unread }: Memory): boolean {
  return children !== undefined && unread === undefined;
}

async function listChildren(reading: Reading, parent: Draft): Promise<ChildRef[]> {
  const children = await reading.attempt(getChildren(reading.bus, parent.object.ref, reading.options())) ?? [];
  const refs = await reading.own(children.filter((child) => !isNull(child)));
  if (!isLibreOffice(reading.toolkit) || !remakesChildren(parent.object)) return refs.map((ref) => ({ ref }));
  return refs.map((ref, row) => ({ ref: { ...ref, slot: { holder: parent.object.ref.path, row } } }));
}

function keepCells(parent: Draft, seen: readonly Seen[]): Draft[] {
  parent.unread = parent.memory.unread ?? 0;
  return seen.filter((child) => typeof child !== "string");
}

/** Where a few of many children show, the others are scrolled out of view; where none does, they are all hidden. */
function keepShown(parent: Draft, seen: readonly Seen[]): Draft[] {
  const shown = seen.filter((child) => typeof child !== "string");
  if (repeatsName(parent, shown)) return [];
  // Scroll bars that are not needed are hidden too.
  if (shown.length > 0 && parent.object.role !== "scroll pane") {
    parent.unread = seen.filter((child) => child === "out of view").length;
  }
  return shown;
}

/** Browsers name headings, links and cells by the texts in them, which are objects too. */
function repeatsName({ object }: Draft, shown: readonly Draft[]): boolean {
  if (object.name === "" || shown.length === 0 || shown.some((child) => child.object.role !== "static")) return false;
  return normalized(shown.map((child) => child.object.name).join("")) === normalized(object.name);
}

function normalized(text: string): string {
  return text.replaceAll(/\s+/g, "");
}
