/**
 * A slice of the matrix of toolkits and actions (`deno task matrix` runs it all): what is reported of an action is what
 * the fixture's log says.
 */
import assert from "node:assert/strict";
import type { Toolkit } from "../../support/fixture.ts";
import type { Cell } from "../../matrix/cell.ts";
import type { DesktopKind } from "../../matrix/desktops.ts";
import { rows } from "../../matrix/rows.ts";
import { reasonAgainst, runColumn } from "../../matrix/run.ts";
import { ownRuntimeDirectory } from "../desktop/leftovers.ts";

ownRuntimeDirectory();

/** What the other tests of actions try least. */
const slice = [
  "middle click",
  "drag along a path",
  "wheel right",
  "select text",
  "nested menu item",
  "combo choice",
  "dialog answered",
  "nothing happens",
  "effect after 100 ms",
];

async function run(kind: DesktopKind, toolkit: Toolkit): Promise<Cell[]> {
  // What is sent to a window in the background tells it that it has the focus, which shows by itself.
  const names = kind === "live" ? slice.filter((name) => name !== "nothing happens") : slice;
  const cells = await runColumn(kind, toolkit, rows.filter(({ name }) => names.includes(name)));
  assert.equal(cells.length, names.length);
  assert.deepEqual(cells.filter(({ verdict }) => verdict === "wrong"), []);
  return cells;
}

const refusals = (cells: Cell[]): string[] =>
  cells.filter(({ verdict }) => verdict === "refused").map(({ row }) => row);

for (const [kind, toolkit] of [["private", "gtk3"], ["private", "tk"], ["own", "qt6"]] as const) {
  Deno.test(`actions on ${toolkit} land and are reported as they land (desktop: ${kind})`, async () => {
    assert.deepEqual(refusals(await run(kind, toolkit)), []);
  });
}

Deno.test("actions on gtk3 on a live desktop land, or are refused where a popup would take the pointer", async () => {
  assert.deepEqual(refusals(await run("live", "gtk3")), ["nested menu item", "combo choice"]);
});

Deno.test("every reason why a row does not apply names a row or a group of rows", async () => {
  const { default: reasons } = await import("../../matrix/not_applicable.json", { with: { type: "json" } });
  const known = new Set(rows.flatMap(({ name, group }) => [name, ...(group ? [group] : [])]));
  for (const [toolkit, byRow] of Object.entries(reasons)) {
    for (const name of Object.keys(byRow)) assert.ok(known.has(name.replace(/^\w+: /, "")), `${toolkit}: ${name}`);
  }
  const idle = rows.find(({ name }) => name === "nothing happens")!;
  assert.equal(reasonAgainst(idle, "gtk3", "private"), undefined, "the controls are tried");
});
