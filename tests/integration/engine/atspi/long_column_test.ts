import assert from "node:assert/strict";
import { xInput } from "../../../support/x_input.ts";
import { type FixtureWindow, nodesOf, until, withFixture } from "./window.ts";

/** The numbers of the rows of the scrolled area that were read; all 200 are accounted for. */
async function rowsInView(window: FixtureWindow): Promise<number[]> {
  const nodes = nodesOf((await window.read()).root);
  const { children, unread } = nodes.find(({ children }) => children.some(({ name }) => /^Row \d+$/.test(name)))!;
  assert.equal(children.length + unread, 200);
  return children.map(({ name }) => Number(name.slice(4)));
}

/** Turns the wheel over the rows, down (button 5) or up (4). */
async function turn({ environment }: FixtureWindow, button: number, notches: number): Promise<void> {
  await xInput(environment, ...Array(notches).fill(["button", button, 500, 350]).flat());
}

for (const toolkit of ["qt5", "qt6"] as const) {
  Deno.test(`readTree() reads the rows in view of a long column of ${toolkit}, wherever it is scrolled to`, async () => {
    await withFixture(toolkit, [], async (window) => {
      const top = await rowsInView(window);
      assert.deepEqual(top.slice(0, 5), [1, 2, 3, 4, 5]);
      await turn(window, 5, 30);
      const middle = await until(() => rowsInView(window), (rows) => rows[0]! > 50 ? rows : undefined);
      assert.deepEqual(middle, middle.map((_row, i) => middle[0]! + i));
      assert.ok(middle.length >= 5, `${middle}`);
      await turn(window, 5, 100);
      const end = await until(() => rowsInView(window), (rows) => rows.at(-1) === 200 ? rows : undefined);
      assert.deepEqual(end.slice(-5), [196, 197, 198, 199, 200]);
    });
  });
}
