import assert from "node:assert/strict";
import { cellName, cellsOf, parseCellName } from "../../../src/engine/atspi/cell_names.ts";

const known = [["A1", 0, 0], ["Z10", 9, 25], ["AA1", 0, 26], ["AZ2", 1, 51], ["ZZ3", 2, 701], [
  "AAA4",
  3,
  702,
]] as const;

Deno.test("cells are called as spreadsheets call them", () => {
  for (const [name, row, column] of [...known, ["XFD1048576", 1048575, 16383] as const]) {
    assert.equal(cellName({ row, column }), name);
    assert.deepEqual(parseCellName(name), { row, column });
  }
});

Deno.test("what is no name of a cell is none", () => {
  for (const name of ["", "A", "1", "A0", "a1", "A1:B2", "R1C1", "ABCD1", "A12345678", "A1\n"]) {
    assert.equal(parseCellName(name), undefined, name);
  }
});

Deno.test("a range is read row by row, and cut where there is too much", () => {
  const range = { first: { row: 1, column: 2 }, last: { row: 2, column: 3 } };
  const { list, isCut } = cellsOf(range, 4);
  assert.deepEqual(list.map(cellName), ["C2", "D2", "C3", "D3"]);
  assert.equal(isCut, false);
  assert.deepEqual(cellsOf(range, 3).list.map(cellName), ["C2", "D2", "C3"]);
  assert.equal(cellsOf(range, 3).isCut, true);
});
