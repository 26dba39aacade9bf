/**
 * Says where the cells of small tables stand: those of big ones are read by row and column anyway.
 * @module
 */
import type { Draft } from "./draft.ts";
import { getColumnAtIndex, getRowAtIndex, getTableSize } from "./interfaces/table.ts";
import type { Reading } from "./reading.ts";

/** Adds size and positions to every table that has none yet. */
export async function addTablePositions(reading: Reading, drafts: readonly Draft[]): Promise<void> {
  const tables = drafts.filter((draft) => draft.object.interfaces.has("Table") && !draft.table);
  await reading.each(tables, (table) => addPositions(reading, table));
}

async function addPositions(reading: Reading, table: Draft): Promise<void> {
  const { bus } = reading;
  const { ref } = table.object;
  table.table = await reading.attempt(getTableSize(bus, ref, reading.options()));
  // Indexes count all children: where hidden ones were left out, ours would name other cells.
  if (!table.table || table.children.length !== table.object.childCount) return;
  const cells = await reading.each(table.children.map((_, i) => i), async (index) => {
    const [row = -1, column = -1] = await Promise.all([
      reading.attempt(getRowAtIndex(bus, ref, index, reading.options())),
      reading.attempt(getColumnAtIndex(bus, ref, index, reading.options())),
    ]);
    return row < 0 || column < 0 ? undefined : { row, column };
  });
  table.children.forEach((child, i) => child.cell = cells[i]);
}
