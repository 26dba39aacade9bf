/**
 * What a look costs: time, the application's CPU and bytes for the model, ours and cua-driver's on the same windows of
 * one private desktop. Both are asked over a pipe by lines of JSON, in turns.
 * @module
 */
import { openDesktop, type OwnedDesktop } from "../src/desktop/desktop.ts";
import { print } from "../src/terminal.ts";
import { lookBytes, type LookTargets, lookTimes, type Pair } from "./observe_pair.ts";
import { largeForm } from "./observe_large.ts";
import { type Application, startForm } from "./support/applications.ts";
import { PEER, startEngine, startPeer } from "./support/looker.ts";
import { findChromium, startPage } from "./support/page.ts";
import { renderTable, type Row, timesLess, verdict } from "./support/table.ts";

const PAGE_ELEMENTS = 600;
const gtkTargets: LookTargets = { plain: timesLess(8), pictured: timesLess(4) };
const pageTargets: LookTargets = { plain: timesLess(6) };

/** See the module. */
export async function run(): Promise<void> {
  // Its programs, cua-driver too, write settings into their home.
  await using desktop = await openDesktop({ label: "bench", home: "private" });
  print(`What a look costs, beside npm ${PEER}. Times are medians; the application's CPU is ours / theirs.\n`);
  print(`Load average ${Deno.loadavg()[0]?.toFixed(1)}: times mean most on a machine that does nothing else.\n\n`);
  const rows = [...await comparedWithPeer(desktop), ...await aloneWithLargeForm(desktop)];
  const verdicts = rows.filter(({ target }) => target !== undefined).map(verdict);
  print(`${verdicts.filter((word) => word === "ok").length} of ${verdicts.length} targets are met.\n`);
}

async function comparedWithPeer(desktop: OwnedDesktop): Promise<Row[]> {
  await using ours = await startEngine(desktop);
  await using theirs = await startPeer(desktop);
  await using elsewhere = await startForm(desktop, ["--widgets", "8"]);
  const pair: Pair = { desktop, ours, theirs, elsewhere: elsewhere.target };
  return [
    ...await compare(pair, "GTK 3, 20 elements", startForm(desktop, ["--widgets", "20"]), gtkTargets),
    ...await compare(pair, "GTK 3, 100 elements", startForm(desktop, ["--widgets", "100"]), gtkTargets),
    ...await comparePage(pair),
  ];
}

async function comparePage(pair: Pair): Promise<Row[]> {
  const program = findChromium();
  const title = `Chromium, page of ${PAGE_ELEMENTS} elements, all in view`;
  if (program !== null) {
    return await compare(pair, title, startPage(pair.desktop, program, PAGE_ELEMENTS, pair.ours), pageTargets);
  }
  print(`${title}: left out, Chromium is not installed\n\n`);
  return [];
}

async function compare(
  pair: Pair,
  title: string,
  starting: Promise<Application>,
  targets: LookTargets,
): Promise<Row[]> {
  await using application = await starting;
  const rows = [...await lookTimes(pair, application, targets), ...await lookBytes(pair, application)];
  print(`${renderTable(title, rows)}\n`);
  return rows;
}

async function aloneWithLargeForm(desktop: OwnedDesktop): Promise<Row[]> {
  await using elsewhere = await startForm(desktop, ["--widgets", "8"]);
  await using application = await startForm(desktop, ["--widgets", "6000", "--scrolled"]);
  const rows = await largeForm(desktop, application, elsewhere.target);
  print(`${renderTable("GTK 3, 6000 widgets, most of them scrolled out of view", rows)}\n`);
  return rows;
}

if (import.meta.main) await run();
