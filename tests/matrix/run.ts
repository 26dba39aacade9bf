/**
 * Runs the rows of the matrix on one toolkit, on one kind of desktop.
 * @module
 */
import type { Toolkit } from "../support/fixture.ts";
import { type Cell, tryRow } from "./cell.ts";
import { type DesktopKind, openSetting, type Setting } from "./desktops.ts";
import { Driven } from "./driven.ts";
import notApplicable from "./not_applicable.json" with { type: "json" };
import type { Row } from "./row.ts";

const reasons: Readonly<Record<string, Readonly<Record<string, string>>>> = notApplicable;

/** Why a row does not apply to a toolkit, or to it on one kind of desktop, fixed beforehand; undefined where it does. */
export function reasonAgainst({ name, group }: Row, toolkit: Toolkit, kind: DesktopKind): string | undefined {
  const keys = [name, `${kind}: ${name}`, ...(group ? [group] : [])];
  return keys.map((key) => reasons[toolkit]?.[key]).find((reason) => reason !== undefined);
}

/**
 * Tries the rows one after the other. What went wrong may have left something open: the next row gets a new fixture.
 *
 * @param tell Called with each cell.
 */
export async function runColumn(
  kind: DesktopKind,
  toolkit: Toolkit,
  rows: readonly Row[],
  tell: (cell: Cell) => void = () => {},
): Promise<Cell[]> {
  const cells: Cell[] = [];
  let setting: Setting | undefined;
  try {
    for (const row of rows) {
      const why = reasonAgainst(row, toolkit, kind);
      setting ??= why === undefined ? await openSetting(kind, toolkit) : undefined;
      const cell: Cell = why === undefined
        ? await tryRow(row, new Driven(kind, toolkit, setting!))
        : { row: row.name, verdict: "not applicable", why };
      cells.push(cell);
      tell(cell);
      if (cell.verdict !== "wrong") continue;
      await setting?.[Symbol.asyncDispose]();
      setting = undefined;
    }
  } finally {
    await setting?.[Symbol.asyncDispose]();
  }
  return cells;
}
