/**
 * The matrix as text.
 * @module
 */
import type { Route } from "../../src/contract/actions.ts";
import type { Toolkit } from "../support/fixture.ts";
import type { Cell, Verdict } from "./cell.ts";
import type { DesktopKind } from "./desktops.ts";

/** All cells of one toolkit on one kind of desktop. */
export interface Column {
  readonly kind: DesktopKind;
  readonly toolkit: Toolkit;
  readonly cells: readonly Cell[];
}

const shortRoutes: Readonly<Record<Route, string>> = {
  accessibility: "a11y",
  send_event: "send",
  own_device: "own",
  core_device: "core",
  clipboard: "clip",
};
const shortEffects = { confirmed: "confirmed", reacted: "reacted", none: "none", unknown: "unknown" } as const;
const marks: Readonly<Record<Verdict, string>> = {
  right: "✓",
  late: "…",
  wrong: "✗",
  refused: "refused",
  "not applicable": "·",
};
const verdicts = Object.keys(marks) as Verdict[];

/** Rows by columns: the route, the verdict and the reported effect. */
export function table(columns: readonly Column[], rows: readonly string[]): string {
  const head = ["", ...columns.map(({ toolkit }) => toolkit)];
  const lines = rows.map((row) => [row, ...columns.map(({ cells }) => textOf(cells.find((cell) => cell.row === row)))]);
  const widths = head.map((_, index) => Math.max(...[head, ...lines].map((line) => line[index]!.length)) + 2);
  return [head, ...lines].map((line) => line.map((text, index) => text.padEnd(widths[index]!)).join("").trimEnd())
    .join("\n");
}

function textOf(cell: Cell | undefined): string {
  if (!cell) return "";
  const { verdict, route, effect } = cell;
  return `${route ? shortRoutes[route] : ""}${marks[verdict]}${effect ? shortEffects[effect] : ""}`;
}

/** How many cells there are of each verdict, and the share that is refused of what applies. */
export function summary(columns: readonly Column[]): string {
  const cells = columns.flatMap(({ cells }) => cells);
  const count = (verdict: Verdict) => cells.filter((cell) => cell.verdict === verdict).length;
  const applicable = cells.length - count("not applicable");
  const share = applicable === 0 ? 0 : 100 * count("refused") / applicable;
  return `${verdicts.map((verdict) => `${count(verdict)} ${verdict}`).join(", ")}; ${share.toFixed(1)} % refused`;
}

/** The cells of one verdict with what is to be said of them. */
export function list(columns: readonly Column[], verdict: Verdict): string {
  return columns.flatMap(({ kind, toolkit, cells }) =>
    cells.filter((cell) => cell.verdict === verdict)
      .map(({ row, why }) => `  ${kind} ${toolkit}, ${row}: ${why ?? ""}\n`)
  ).join("");
}
