/**
 * All rows of the matrix, in the order in which they are tried.
 * @module
 */
import { controlRows } from "./control_rows.ts";
import { pointerRows } from "./pointer_rows.ts";
import { popupRows } from "./popup_rows.ts";
import type { Row } from "./row.ts";
import { accessibilityRows, keyboardRows } from "./text_rows.ts";

/** All rows. */
export const rows: readonly Row[] = [
  ...pointerRows,
  ...keyboardRows,
  ...accessibilityRows.map((row) => ({ ...row, group: "accessibility" as const })),
  ...popupRows,
  ...controlRows.map((row) => ({ ...row, group: "controls" as const })),
];
