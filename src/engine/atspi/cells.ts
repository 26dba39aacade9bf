/**
 * Lists what is in view of big containers: tables, lists and trees whose children must not be asked for all at once.
 * The toolkit's hit test says which rows are in view, its Table interface gives their cells.
 * @module
 */
import type { CellPosition } from "./accessible_node.ts";
import { type AccessibleRef, refKey } from "./accessible_ref.ts";
import type { BareObject } from "./bare_object.ts";
import type { Draft } from "./draft.ts";
import { getChildAtIndex, getIndexInParent } from "./interfaces/accessible.ts";
import { getAccessibleAtPoint, getExtents } from "./interfaces/component.ts";
import { getAccessibleAt, getColumnHeader, getRowAtIndex, getTableSize } from "./interfaces/table.ts";
import type { ChildRef } from "./mirror.ts";
import { isQt } from "./qt_rules.ts";
import type { Reading } from "./reading.ts";
import { hitTestIsSlow, isLibreOffice, type Toolkit } from "./toolkit_rules.ts";

/** Distance between hit tests, pixels: rows are hardly ever less high. */
const PROBE_STEP = 12;
/** Most hit tests in a column, for containers that are higher than any screen. */
const MAX_PROBES = 200;
/** Most rows of a table that is read without looking for those in view. */
const SHORT_TABLE = 40;
/** Most parts of a container of widgets that are read, of those that have too many. */
const MAX_FIRST = 500;
/** Most rows and columns that are read. */
const MAX_ROWS = 120;
const MAX_COLUMNS = 24;

/**
 * Remembers the cells in view, row by row, after the column headers; without a Table interface what the hit test finds.
 */
export async function listCellsInView(reading: Reading, parent: Draft): Promise<void> {
  const { object, memory } = parent;
  memory.children = [];
  memory.unread = 0;
  memory.listedAt = reading.began;
  if (object.interfaces.has("Table")) {
    memory.table = await reading.attempt(getTableSize(reading.bus, object.ref, reading.options()));
  }
  const { table } = memory;
  if (!table && isPlain(reading, object)) return await listFirst(reading, parent);
  if (!table) return await listHits(reading, parent, await probe(reading, object));
  if (table.rows <= 0 || table.columns <= 0) return;
  // A short table needs no hit test: what is out of view shows by its place.
  const rows = table.rows <= SHORT_TABLE ? [0, table.rows - 1] : await rowsInView(reading, object);
  return rows.length === 0 ? noteNotFound(reading, parent) : await listRows(reading, parent, rows, table);
}

/** Whether a container is one of widgets, in a toolkit whose hit test would take seconds for thousands of them. */
function isPlain({ toolkit }: Reading, { states }: BareObject): boolean {
  return hitTestIsSlow(toolkit) && !states.has("manages descendants");
}

/** One by one: all at once, thousands of widgets block GTK 3 and Qt for seconds. */
async function listFirst(reading: Reading, { object, memory }: Draft): Promise<void> {
  const indexes = Array.from({ length: Math.min(object.childCount, MAX_FIRST) }, (_, index) => index);
  const children = await reading.each(
    indexes,
    (index) => reading.attemptRef(getChildAtIndex(reading.bus, object.ref, index, reading.options())),
  );
  memory.children = children.filter((ref) => ref !== undefined).map((ref) => ({ ref }));
  memory.unread = object.childCount - memory.children.length;
}

/** Says in each look that a container of widgets was read in part. What is scrolled out of a list goes without saying. */
export function noteUnreadParts(reading: Reading, { object, memory }: Draft): void {
  if (memory.table || !memory.unread || !isPlain(reading, object)) return;
  const read = object.childCount - memory.unread;
  reading.note(
    `a ${object.role} has ${object.childCount} parts, ${read} were read`,
    "look at a screenshot for the others",
  );
}

/** The distinct children that stand in a vertical line near the left edge. */
async function probe(reading: Reading, { ref }: BareObject): Promise<AccessibleRef[]> {
  const { bus, coordType } = reading;
  const extents = await reading.attempt(getExtents(bus, ref, reading.options(), coordType));
  if (!extents) return [];
  const count = Math.min(MAX_PROBES, Math.ceil(extents.height / PROBE_STEP));
  const x = extents.x + Math.min(PROBE_STEP, extents.width >> 1);
  const points = Array.from({ length: count }, (_, i) => extents.y + (PROBE_STEP >> 1) + i * PROBE_STEP);
  const found = await reading.each(
    points,
    (y) => reading.attemptRef(getAccessibleAtPoint(bus, ref, x, y, reading.options(), coordType)),
  );
  const hits = found.filter((hit) => hit !== undefined);
  return [...new Map(hits.map((hit) => [refKey(hit), hit])).values()].filter((hit) => hit.path !== ref.path);
}

function listHits(reading: Reading, parent: Draft, hits: readonly AccessibleRef[]): void {
  if (hits.length === 0) return noteNotFound(reading, parent);
  parent.memory.children = hits.map((ref) => ({ ref }));
  parent.memory.unread = Math.max(0, parent.object.childCount - hits.length);
}

async function rowsInView(reading: Reading, table: BareObject): Promise<number[]> {
  const hits = await probe(reading, table);
  const rows = await reading.each(hits, async (hit) => {
    const index = await reading.attempt(getIndexInParent(reading.bus, hit, reading.options()));
    if (index === undefined || index < 0) return -1;
    return await reading.attempt(getRowAtIndex(reading.bus, table.ref, index, reading.options())) ?? -1;
  });
  return rows.filter((row) => row !== undefined && row >= 0) as number[];
}

async function listRows(
  reading: Reading,
  parent: Draft,
  rows: readonly number[],
  size: { rows: number; columns: number },
): Promise<void> {
  const positions = positionsInView(rows, size);
  const { ref } = parent.object;
  const columns = Math.min(size.columns, MAX_COLUMNS);
  if (columns < size.columns) {
    reading.note(`a table has ${size.columns} columns, ${columns} were read`, "scroll the table sideways");
  }
  const headers = await reading.each(
    Array.from({ length: columns }, (_, column) => column),
    (column) => headerOf(reading, parent, column),
  );
  const cells = await reading.each(
    positions,
    (at) => cellOf(reading, parent, getAccessibleAt(reading.bus, ref, at.row, at.column, reading.options()), at),
  );
  parent.memory.children = [...headers, ...cells].filter((cell) => cell !== undefined);
  parent.memory.unread = Math.max(0, (size.rows - (positions.length / columns)) * size.columns);
}

/** Rows from the first to the last that was hit, with one more at each end that may be in view by a few pixels. */
function positionsInView(rows: readonly number[], size: { rows: number; columns: number }): CellPosition[] {
  const first = Math.max(0, Math.min(...rows) - 1);
  const last = Math.min(size.rows - 1, Math.max(...rows) + 1, first + MAX_ROWS - 1);
  const positions: CellPosition[] = [];
  for (let row = first; row <= last; row++) {
    for (let column = 0; column < Math.min(size.columns, MAX_COLUMNS); column++) positions.push({ row, column });
  }
  return positions;
}

/** Whether the cells have other paths every time that they are asked for. */
function remakesCells(toolkit: Toolkit, { role }: BareObject): boolean {
  return isLibreOffice(toolkit) || isQt(toolkit) && role === "tree";
}

async function headerOf(reading: Reading, { object }: Draft, column: number): Promise<ChildRef | undefined> {
  const { bus, path } = object.ref;
  const header = await reading.attemptRef(getColumnHeader(reading.bus, { bus, path }, column, reading.options()));
  if (!header || !isQt(reading.toolkit)) return header && { ref: header };
  return { ref: { ...header, slot: { holder: path, row: -1, column } } };
}

async function cellOf(
  reading: Reading,
  { object }: Draft,
  asked: Promise<AccessibleRef>,
  cell?: CellPosition,
): Promise<ChildRef | undefined> {
  const ref = await reading.attemptRef(asked);
  if (!ref || !cell || !remakesCells(reading.toolkit, object)) return ref && { ref, cell };
  return { ref: { ...ref, slot: { holder: object.ref.path, ...cell } }, cell };
}

function noteNotFound(reading: Reading, parent: Draft): void {
  const name = JSON.stringify(parent.object.name);
  reading.note(`the rows in view of the ${parent.object.role} ${name} were not found`, "look at a screenshot");
  parent.memory.unread = Math.max(0, parent.object.childCount);
}
