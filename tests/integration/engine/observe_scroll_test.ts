import assert from "node:assert/strict";
import form from "../../../fixtures/form.json" with { type: "json" };
import type { Rect } from "../../../src/contract/values.ts";
import type { Toolkit } from "../../support/fixture.ts";
import { setStage, type Stage } from "../../support/stage.ts";
import { xInput } from "../../support/x_input.ts";

/** How long a window may take to be drawn on a busy machine, ms. */
const SEEN_MS = 10_000;
/** Turns of the wheel, downwards; in GTK 3 nine of them go further than the list is high. */
const turns = [1, 12, 12, -3, 60, -25, 9, -200];
const { name, text, count } = form.columns.flat().find(({ kind }) => kind === "rows") as {
  name: string;
  text: string;
  count: number;
};

/** The rows that are listed, and where. */
async function rowsOf({ engine, app }: Stage): Promise<{ name: string; bounds: Rect }[]> {
  const { matches } = await engine.call("find", { app, locator: { name: { regex: `^${text} \\d+$` } } });
  return matches.map(({ name, bounds }) => ({ name, bounds: bounds! }));
}

/** Names of the rows that a list shows of which so much is scrolled out of view. */
function namesAt(value: number, height: number, page: number): string[] {
  const indexes = Array.from({ length: count }, (_, i) => i);
  return indexes.filter((i) => (i + 1) * height > value && i * height < value + page).map((i) => `${text} ${i + 1}`);
}

/** The place of the first row, the distance between rows and the height of the list, once it is seen. */
async function measure(stage: Stage): Promise<{ first: Rect; height: number; page: Range }> {
  const end = performance.now() + SEEN_MS;
  for (;;) {
    const [first, second, ...others] = (await rowsOf(stage)).map(({ bounds }) => bounds);
    const last = others.at(-1);
    assert.ok(last || performance.now() < end, "the list is not seen");
    if (!first || !second || !last) continue;
    const height = second.y - first.y;
    return { first, height, page: { least: last.y - first.y + 1, most: last.y - first.y + height } };
  }
}

/** Turns the wheel at a place until the fixture has it all, and says where its list is scrolled to then. */
async function turn({ desktop, fixture }: Stage, notches: number, { x, y }: Rect): Promise<number> {
  const turned = () => fixture.events().filter(({ widget, event }) => widget === name && event === "scroll").length;
  const before = turned();
  const wheel = ["button", notches > 0 ? 5 : 4, x + 1, y + 1];
  await xInput(desktop.state.environment, ...Array(Math.abs(notches)).fill(wheel).flat());
  await fixture.waitFor(() => turned() >= before + Math.abs(notches));
  return Number(fixture.events().findLast(({ widget, event }) => widget === name && event === "scrolled")!.value);
}

/** Waits until the rows that show are told, and no others. */
async function assertSeen(stage: Stage, value: number, height: number, page: Range): Promise<void> {
  const end = performance.now() + SEEN_MS;
  const [fewest, most] = [namesAt(value, height, page.least), namesAt(value, height, page.most)];
  for (;;) {
    const seen = (await rowsOf(stage)).map((row) => row.name);
    if (fewest.every((row) => seen.includes(row)) && seen.every((row) => most.includes(row))) return;
    if (performance.now() > end) assert.deepEqual(seen, most, `scrolled to ${value}`);
  }
}

/** How high a list is: its last row may be cut off. */
interface Range {
  readonly least: number;
  readonly most: number;
}

for (const toolkit of ["gtk3", "qt5"] satisfies Toolkit[]) {
  Deno.test(`the rows of a list of ${toolkit} are told however far it is scrolled`, async () => {
    await using stage = await setStage(toolkit);
    const { first, height, page } = await measure(stage);
    for (const notches of turns) await assertSeen(stage, await turn(stage, notches, first), height, page);
  });
}
