/**
 * Cells that stand in one row, and are told of on one line.
 * @module
 */
import type { Element } from "./element.ts";

/** Cells of one row without anything inside, or one other element. */
export type Run = readonly [Element, ...Element[]];

/** Neighbouring elements, with the cells of each row put together. */
export function runsOf(elements: readonly Element[]): Run[] {
  const runs: [Element, ...Element[]][] = [];
  for (const element of elements) {
    const run = runs.at(-1);
    if (run && standsInRow(run.at(-1)!, element)) run.push(element);
    else runs.push([element]);
  }
  return runs;
}

/** Whether a row has nothing but cells without anything inside. */
export function isPlainRow({ role, children }: Element): boolean {
  return role === "row" && children.length > 0 && runsOf(children).length === 1 && isPlainCell(children[0]!);
}

function standsInRow(before: Element, cell: Element): boolean {
  if (!isPlainCell(before) || !isPlainCell(cell) || before.parent?.id !== cell.parent?.id) return false;
  if (!before.cell || !cell.cell) return !before.cell && !cell.cell && isHeader(before) === isHeader(cell);
  return before.cell.row === cell.cell.row && before.cell.column < cell.cell.column;
}

function isPlainCell({ role, children, unread }: Element): boolean {
  return ["cell", "rowheader", "columnheader"].includes(role) && children.length === 0 && unread === 0;
}

function isHeader({ role }: Element): boolean {
  return role === "columnheader";
}

/** The states that all of them have. */
export function sharedStates([first, ...others]: Run): string[] {
  return first.states.filter((state) => others.every(({ states }) => states.includes(state)));
}
