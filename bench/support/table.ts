/**
 * Prints figures beside what they are compared with and beside their targets.
 * @module
 */

/** What a figure should come to. */
export interface Target {
  /** The target in words. */
  readonly text: string;
  /** Whether our figure and the other one meet it. */
  readonly isMet: (ours: number, other: number) => boolean;
  /** How our figure compares with the other one, in the target's terms. */
  readonly ratio: (ours: number, other: number) => string;
}

/** One figure. */
export interface Row {
  /** What is measured, in a few words. */
  readonly measure: string;
  /** `ms`, `B`, … */
  readonly unit: string;
  /** Our figure. */
  readonly ours: number;
  /** What it is compared with, and its figure. */
  readonly other?: { readonly name: string; readonly value: number };
  /** CPU time of the application, ms: for us, and for the other. */
  readonly cpuMs?: readonly number[];
  /** How many runs the figures are medians of. */
  readonly runs?: number;
  /** What the figure should come to. */
  readonly target?: Target;
  /** Why the figure proves nothing. */
  readonly flaw?: string;
}

/** The other takes at least `factor` times as much; the ratio says how many times. */
export function timesLess(factor: number): Target {
  return {
    text: `${factor} x less`,
    isMet: (ours, other) => ours * factor <= other,
    ratio: (ours, other) => `${(other / ours).toFixed(1)} x less`,
  };
}

/** At most this many times the other. */
export function atMost(factor: number): Target {
  return { text: `${factor} x at most`, isMet: (ours, other) => ours <= factor * other, ratio: times };
}

/** Less than this. */
export function below(limit: number, unit: string): Target {
  return { text: `below ${limit} ${unit}`, isMet: (ours) => ours < limit, ratio: times };
}

/** As many as there are. */
export const all: Target = { text: "all", isMet: (ours, other) => ours === other, ratio: times };

function times(ours: number, other: number): string {
  return `${(ours / other).toFixed(3)} x`;
}

const head = ["", "linux-cua", "compared with", "", "ratio", "target", "", "runs", "application's CPU"];
/** Columns of figures, which end at the same place. */
const figures = new Set([1, 3, 4, 7]);

/** The rows as a table under a title. Ratios are ours to the other. */
export function renderTable(title: string, rows: readonly Row[]): string {
  const cells = [head, ...rows.map(cellsOf)];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row.map((cell, column) => figures.has(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!));
  return [title, ...cells.map((row) => `  ${line(row).join("  ")}`.trimEnd()), ""].join("\n");
}

/** `ok`, `missed`, or nothing where there is no target; what is wrong with a figure that proves nothing. */
export function verdict({ ours, other, target, flaw }: Row): string {
  if (flaw !== undefined) return flaw;
  if (!target) return "";
  return target.isMet(ours, other?.value ?? NaN) ? "ok" : "missed";
}

function cellsOf(row: Row): string[] {
  const { measure, ours, other, unit, cpuMs, runs, target } = row;
  const ratio = other ? (target?.ratio ?? times)(ours, other.value) : "";
  const cpu = cpuMs ? cpuMs.map((ms) => `${ms.toFixed(1)} ms`).join(" / ") : "";
  return [
    measure,
    figure(ours, unit),
    other?.name ?? "",
    other ? figure(other.value, unit) : "",
    ratio,
    target?.text ?? "",
    verdict(row),
    runs === undefined ? "" : `${runs}`,
    cpu,
  ];
}

function figure(value: number, unit: string): string {
  return `${unit === "ms" ? value.toFixed(2) : value} ${unit}`;
}
