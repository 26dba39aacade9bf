/**
 * Says where the cells of small tables stand: those of big ones are read by row and column anyway.
 * @module
 */
import type { CellPosition } from "./accessible_node.ts";
import type { Draft } from "./draft.ts";
import { getColumnAtIndex, getRowAtIndex, getTableSize } from "./interfaces/table.ts";
import type { Reading } from "./reading.ts";
import { isChromium } from "./toolkit_rules.ts";

/** Adds size and positions to every table that has none yet. */
export async function addTablePositions(reading: Reading, drafts: readonly Draft[]): Promise<void> {
  const tables = drafts.filter(({ object, memory }) => object.interfaces.has("Table") && !memory.table);
  await reading.each(tables, (table) => addPositions(reading, table));
}

async function addPositions(reading: Reading, table: Draft): Promise<void> {
  const { bus } = reading;
  const { memory, object, children } = table;
  memory.table = await reading.attempt(getTableSize(bus, object.ref, reading.options()));
  // Rows are children of their own in Chromium. Indexes count all children: where hidden ones were left out, ours would name other cells.
  if (!memory.table || children.length !== object.childCount || isChromium(reading.toolkit)) return;
  const cells = await reading.each(children, (_child, index) => positionOf(reading, table, index));
  children.forEach((child, i) => child.cell = cells[i]);
  memory.children = children.map(({ object, cell }) => ({ ref: object.ref, cell }));
}

async function positionOf(reading: Reading, { object }: Draft, index: number): Promise<CellPosition | undefined> {
  const [row = -1, column = -1] = await Promise.all([
    reading.attempt(getRowAtIndex(reading.bus, object.ref, index, reading.options())),
    reading.attempt(getColumnAtIndex(reading.bus, object.ref, index, reading.options())),
  ]);
  return row < 0 || column < 0 ? undefined : { row, column };
}
