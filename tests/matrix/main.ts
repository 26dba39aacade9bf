/**
 * The matrix of toolkits and actions: `deno task matrix [--desktop private|own|live] [--toolkit NAME] [--row NAME]`.
 * Each option may be given several times. The exit status is 1 when a cell is wrong.
 * @module
 */
import { parseArgs } from "node:util";
import { print, warn } from "../../src/terminal.ts";
import { fixtures, type Toolkit } from "../support/fixture.ts";
import type { Verdict } from "./cell.ts";
import { type DesktopKind, desktopKinds } from "./desktops.ts";
import { rows } from "./rows.ts";
import { runColumn } from "./run.ts";
import { type Column, list, summary, table } from "./table.ts";

const toolkits = Object.keys(fixtures) as Toolkit[];
/** Variables that lead to the desktop of whoever runs it. */
const ownersVariables = ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "AT_SPI_BUS_ADDRESS"];

/** Runs what was asked for; 0 when no cell is wrong. */
export async function main(args: string[]): Promise<number> {
  const option = { type: "string", multiple: true } as const;
  const { values } = parseArgs({ args, options: { desktop: option, toolkit: option, row: option } });
  const kinds = chosen(values.desktop, desktopKinds);
  const names = chosen(values.toolkit, toolkits);
  const rowNames = chosen(values.row, rows.map(({ name }) => name));
  if (!kinds || !names || !rowNames) return 2;
  return await inOwnFolder(async () => {
    const columns: Column[] = [];
    for (const kind of kinds) columns.push(...await runKind(kind, names, rowNames));
    return columns.some(({ cells }) => cells.some(({ verdict }) => verdict === "wrong")) ? 1 : 0;
  });
}

/** All by default; undefined, and said, when there is no such thing. */
function chosen<T extends string>(wanted: readonly string[] | undefined, all: readonly T[]): readonly T[] | undefined {
  const wrong = wanted?.find((name) => !all.some((one) => one === name));
  if (wrong !== undefined) warn(`No "${wrong}"; there are ${all.join(", ")}\n`);
  return wrong === undefined ? all.filter((one) => !wanted || wanted.includes(one)) : undefined;
}

/** Desktops of its own: in a short folder, because paths of sockets must be short. */
async function inOwnFolder(body: () => Promise<number>): Promise<number> {
  for (const name of ownersVariables) Deno.env.delete(name);
  const folder = `/tmp/cua-${crypto.randomUUID().slice(0, 8)}`;
  for (const [name, variable] of [["run", "XDG_RUNTIME_DIR"], ["tmp", "TMPDIR"]] as const) {
    Deno.mkdirSync(`${folder}/${name}`, { recursive: true, mode: 0o700 });
    Deno.env.set(variable, `${folder}/${name}`);
  }
  try {
    return await body();
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

async function runKind(kind: DesktopKind, names: readonly Toolkit[], rowNames: readonly string[]): Promise<Column[]> {
  const wanted = rows.filter(({ name }) => rowNames.includes(name));
  const columns: Column[] = [];
  for (const toolkit of names) {
    const told = ({ row, verdict }: { row: string; verdict: Verdict }) =>
      warn(`${kind} ${toolkit} ${row}: ${verdict}\n`);
    columns.push({ kind, toolkit, cells: await runColumn(kind, toolkit, wanted, told) });
  }
  print(`\n== ${kind} desktop\n${table(columns, rowNames)}\n${summary(columns)}\n`);
  for (const verdict of ["wrong", "refused", "late", "not applicable"] as const) {
    const lines = list(columns, verdict);
    if (lines !== "") print(`${verdict}:\n${lines}`);
  }
  return columns;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
