/**
 * Reads what is in view of a sheet of a spreadsheet: two hit tests say which cells, and each is asked for its text alone.
 * @module
 */
import type { Rect } from "../../contract/values.ts";
import type { AccessibleText, CellPosition } from "./accessible_node.ts";
import { type AccessibleRef, refKey } from "./accessible_ref.ts";
import { cellName, type CellRange, cellsOf, parseCellName } from "./cell_names.ts";
import { type Draft, draftOf } from "./draft.ts";
import { getName, getState } from "./interfaces/accessible.ts";
import { getAccessibleAtPoint, getExtents } from "./interfaces/component.ts";
import { getAccessibleAt, getTableSize } from "./interfaces/table.ts";
import { getText } from "./interfaces/text.ts";
import { isSheet } from "./libreoffice_rules.ts";
import type { SheetCell, SheetMemory } from "./mirror.ts";
import type { Reading } from "./reading.ts";
import { straightened } from "./skew.ts";
import { isLibreOffice } from "./toolkit_rules.ts";

/** Most cells that are read: each costs half a millisecond. */
const MAX_CELLS = 1_000;
/** How far inside of the sheet its corners are tested, pixels: one is not enough on its lines. */
const INSET = 2;
/** Longest text of a cell that is kept, in UTF-16 units. */
const MAX_TEXT = 16_000;

/** Adds the cells in view to the sheets of a tree, row by row, empty ones too, and gives them. */
export async function addSheetCells(reading: Reading, drafts: readonly Draft[]): Promise<Draft[]> {
  if (!isLibreOffice(reading.toolkit)) return [];
  // What time did not suffice for is as it was the next time.
  const sheets = new Map<string, SheetMemory>(reading.left > 0 ? [] : reading.mirror.sheets);
  for (const sheet of drafts.filter(({ object }) => isSheet(object))) {
    const key = refKey(sheet.object.ref);
    const seen = await readSheet(reading, sheet, reading.mirror.sheets.get(key));
    if (!seen) continue;
    sheets.set(key, seen);
    sheet.memory.table = seen.size;
    sheet.showing = `${cellName(seen.range.first)}:${cellName(seen.range.last)}`;
    sheet.children = [...seen.cells.values()].map((cell) => draftOfCell(reading, sheet, cell));
  }
  reading.mirror.sheets = sheets;
  return drafts.filter(({ object }) => isSheet(object)).flatMap((sheet) => sheet.children);
}

function draftOfCell(reading: Reading, sheet: Draft, { ref, cell, memory }: SheetCell): Draft {
  const draft = draftOf(ref, memory, reading.toolkit, sheet, cell);
  const { bounds } = memory.sight;
  draft.details = { ...(bounds ? { bounds } : {}), ...(memory.text ? { text: memory.text } : {}) };
  draft.skew = sheet.skew;
  return draft;
}

/** Reads what is in view of a sheet. What was not repainted is not asked again. */
async function readSheet(
  reading: Reading,
  sheet: Draft,
  before: SheetMemory | undefined,
): Promise<SheetMemory | undefined> {
  const { object, place } = sheet;
  const isMoved = !before || reading.wasRepainted(place, before.listedAt);
  const range = isMoved ? await rangeInView(reading, sheet) : before.range;
  if (!range) {
    const name = JSON.stringify(object.name);
    reading.note(`the cells in view of the sheet ${name} were not found`, "look at a screenshot");
    return undefined;
  }
  const focused = object.states.has("focused");
  const known = before?.focused === focused ? before.cells : new Map<string, SheetCell>();
  const size = before?.size ?? await reading.attempt(getTableSize(reading.bus, object.ref, reading.options()));
  const cells = await readCells(reading, sheet, range, known);
  // What time cut short is looked at again.
  return { size, range, focused, cells, listedAt: reading.left > 0 ? reading.began : undefined };
}

async function readCells(
  reading: Reading,
  sheet: Draft,
  range: CellRange,
  known: ReadonlyMap<string, SheetCell>,
): Promise<Map<string, SheetCell>> {
  const { list, isCut } = cellsOf(range, MAX_CELLS);
  if (isCut) reading.note(`the sheet shows more than ${MAX_CELLS} cells`, "make the window smaller, or zoom in");
  const { bus, path } = sheet.object.ref;
  const refs = list.map((cell): AccessibleRef => ({ bus, path: "", slot: { holder: path, ...cell } }));
  const before = refs.map((ref) => known.get(refKey(ref)));
  const stale = before.flatMap((cell, i) => cell && isAsBefore(reading, cell) ? [] : i);
  const places = stale.length > 0 ? await placesOf(reading, sheet, range) : () => null;
  const read = await reading.each(stale, (i) => readCell(reading, sheet, list[i]!, places(list[i]!)));
  stale.forEach((index, i) => before[index] = read[i]);
  return new Map(before.flatMap((cell) => cell ? [[refKey(cell.ref), cell]] : []));
}

/** Whether a cell that was read before is still what it was. */
function isAsBefore(reading: Reading, { ref, memory }: SheetCell): boolean {
  return reading.isCurrent(ref, memory, null);
}

/** The cells at the corners of what is in view. */
async function rangeInView(reading: Reading, { object: { ref } }: Draft): Promise<CellRange | undefined> {
  const { bus, coordType } = reading;
  // Hit tests count as extents do, moved or not.
  const all = await reading.attempt(getExtents(bus, ref, reading.options(), coordType));
  if (!all) return undefined;
  const corners = [
    [all.x + INSET, all.y + INSET],
    [all.x + all.width - 1 - INSET, all.y + all.height - 1 - INSET],
  ] as const;
  const [first, last] = await Promise.all(corners.map(async ([x, y]) => {
    const hit = await reading.attemptRef(getAccessibleAtPoint(bus, ref, x, y, reading.options(), coordType));
    const name = hit && await reading.attempt(getName(bus, hit, reading.options()));
    return name === undefined ? undefined : parseCellName(name);
  }));
  return first && last && { first, last };
}

/** The places of the cells: a column has one left edge, a row one upper edge. */
async function placesOf(
  reading: Reading,
  { object: { ref }, skew }: Draft,
  { first, last }: CellRange,
): Promise<(cell: CellPosition) => Rect | null> {
  const { bus, coordType } = reading;
  const extentsAt = async (row: number, column: number) => {
    const cell = await reading.attemptRef(getAccessibleAt(bus, ref, row, column, reading.options()));
    const reported = cell && await reading.attempt(getExtents(bus, cell, reading.options(), coordType));
    return straightened(reported, skew);
  };
  const rows = await reading.each(numbers(first.row, last.row), (row) => extentsAt(row, first.column));
  const columns = await reading.each(numbers(first.column, last.column), (column) => extentsAt(first.row, column));
  return ({ row, column }) => {
    const [high, wide] = [rows[row - first.row], columns[column - first.column]];
    return high && wide ? { x: wide.x, y: high.y, width: wide.width, height: high.height } : null;
  };
}

function numbers(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, Math.min(last - first + 1, MAX_CELLS)) }, (_, i) => first + i);
}

/** Asks a cell, and remembers it as what every cell of a sheet is. */
async function readCell(
  reading: Reading,
  { object }: Draft,
  cell: CellPosition,
  bounds: Rect | null,
): Promise<SheetCell | undefined> {
  const { bus } = reading;
  const readAt = reading.mirror.clock;
  const found = await reading.attemptRef(
    getAccessibleAt(bus, object.ref, cell.row, cell.column, reading.options()),
  );
  if (!found) return undefined;
  const [text, states] = await Promise.all([
    reading.attempt(getText(bus, found, 0, -1, reading.options())),
    reading.attempt(getState(bus, found, reading.options())),
  ]);
  if (text === undefined || !states) return undefined;
  const memory = {
    sight: { states, bounds },
    identity: { role: "table cell", name: cellName(cell), description: "", interfaces, childCount: 0 },
    text: textOf(text),
    readAt,
    boundsAt: readAt,
  };
  return { ref: { ...found, slot: { holder: object.ref.path, ...cell } }, cell, memory };
}

const interfaces: ReadonlySet<string> = new Set(["Component", "Text"]);

function textOf(text: string): AccessibleText {
  const truncated = text.length > MAX_TEXT;
  const content = truncated ? text.slice(0, MAX_TEXT).toWellFormed() : text;
  return { content, length: text.length, truncated, caret: -1, selections: [] };
}
