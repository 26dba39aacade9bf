/**
 * Names of cells in spreadsheets, such as `A1` and `XFD1048576`.
 * @module
 */
import type { CellPosition } from "./accessible_node.ts";

/** Cells from one corner to the other, both included. */
export interface CellRange {
  readonly first: CellPosition;
  readonly last: CellPosition;
}

const LETTERS = 26;
const A = "A".charCodeAt(0);

/** What a cell is called. */
export function cellName({ row, column }: CellPosition): string {
  let letters = "";
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / LETTERS)) {
    letters = String.fromCharCode(A + (left - 1) % LETTERS) + letters;
  }
  return `${letters}${row + 1}`;
}

/** Where the cell of a name stands; undefined for what is no such name. */
export function parseCellName(name: string): CellPosition | undefined {
  const [, letters, digits] = name.match(/^([A-Z]{1,3})([1-9]\d{0,6})$/) ?? [];
  if (!letters || !digits) return undefined;
  const column = [...letters].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - A + 1, 0) - 1;
  return { row: Number(digits) - 1, column };
}

/** The cells of a range row by row, and whether there are more than `most`. */
export function cellsOf({ first, last }: CellRange, most: number): { list: CellPosition[]; isCut: boolean } {
  const list: CellPosition[] = [];
  for (let row = first.row; row <= last.row; row++) {
    for (let column = first.column; column <= last.column; column++) {
      if (list.length === most) return { list, isCut: true };
      list.push({ row, column });
    }
  }
  return { list, isCut: false };
}
