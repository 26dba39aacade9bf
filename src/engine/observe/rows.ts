/**
 * Cells that stand in one row, and are told of on one line.
 * @module
 */
import type { Element } from "./element.ts";

/** Cells of one row without anything inside, or one other element. */
export type Run = readonly [Element, ...Element[]];

const cellRoles = new Set(["cell", "rowheader", "columnheader"]);

/** Neighbouring elements that are worth a line, with the cells of each row put together. */
export function runsOf(elements: readonly Element[]): Run[] {
  const runs: [Element, ...Element[]][] = [];
  for (const element of elements.filter(({ unsaid }) => !unsaid)) {
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
  if (!before.cell && !cell.cell) {
    return isHeader(before) ? isHeader(cell) : cell.parent?.role === "row" && !isHeader(cell);
  }
  if (!before.cell || !cell.cell) return false;
  return before.cell.row === cell.cell.row && before.cell.column < cell.cell.column;
}

function isPlainCell(element: Element): boolean {
  return cellRoles.has(element.role) && shownOf(element).children.length === 0 && element.unread === 0;
}

/** What a cell shows: itself, or the one thing in it when nothing else is to be said of the cell. */
export function shownOf(cell: Element): Element {
  const [only, ...others] = cell.children;
  if (!only || others.length > 0 || cell.states.length > 0) return cell;
  return cell.name === "" || cell.name === only.name ? only : cell;
}

function isHeader({ role }: Element): boolean {
  return role === "columnheader";
}

/** The states that all of them have. */
export function sharedStates([first, ...others]: Run): string[] {
  return first.states.filter((state) => others.every(({ states }) => states.includes(state)));
}
