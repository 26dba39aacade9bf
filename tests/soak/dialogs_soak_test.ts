/**
 * Dialogs are opened and closed again and again, idle and with both cores busy: the next action reaches the dialog, or
 * the window behind it, every time. Prints the median wait of settling beside that of the patient figures alone.
 *
 * CUA_SOAK_DIALOGS is how many on GTK 3 and Qt (500 for a claim), a fifth of it on each other toolkit.
 */
import assert from "node:assert/strict";
import { print } from "../../src/terminal.ts";
import type { EngineClient } from "../../src/client/engine_client.ts";
import { withLoad } from "../support/load.ts";
import { type Action, click, SettleStage, type SettleToolkit } from "../support/settle.ts";

const COUNT = Number(Deno.env.get("CUA_SOAK_DIALOGS") ?? 20);
/** How often the patient figures take a turn, to be compared with. */
const EVERY = 5;

const inside = click("Inside", "button");
const label = click("Label", "button");
const press = (key: string): Action => ({ type: "press_key", key });

/** Ways to open and to close a dialog. */
const openings: readonly Action[] = [click("Dialog", "button"), press("ctrl+d"), click("Again", "button")];
const byReturn = press("Return");
const closings: readonly Action[] = [press("Escape"), click("Done", "button"), byReturn];

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

/** Opens a dialog, acts in it, closes it and acts behind it. @returns What went wrong, and the waits for both changes. */
async function round(stage: SettleStage, engine: EngineClient, index: number) {
  const [opening, closing] = [openings[index % 3]!, closings[(index / 3 | 0) % 3]!];
  const wrong: string[] = [];
  const waits: number[] = [];
  await stage.events();
  try {
    waits.push((await stage.act([opening], engine)).reports[0]!.timing.settle_ms);
    // Inside takes the focus, and with it Return: then Return itself is the next action.
    if (closing !== byReturn) {
      await stage.act([inside], engine);
      if (!(await stage.events()).some(({ event }) => event === "inside")) wrong.push("the dialog was not reached");
    }
    waits.push((await stage.act([closing], engine)).reports[0]!.timing.settle_ms);
    if (!(await stage.events()).some(({ event }) => event === "closed")) wrong.push("the dialog was not closed");
    await stage.act([label], engine);
    const seen = (await stage.events()).map(({ event }) => event);
    if (!seen.includes("handled")) wrong.push("the window behind was not reached");
  } catch (error) {
    wrong.push(String(error));
  }
  if (wrong.length > 0) await stage.reset();
  return { wrong: wrong.map((what) => `${index}: ${what}`), waits };
}

const all = ["gtk3", "qt5", "qt6", "gtk4"] as const satisfies readonly SettleToolkit[];
for (const toolkit of all) {
  for (const load of [0, 2]) {
    const count = Math.ceil(toolkit === "gtk3" || toolkit === "qt5" ? COUNT : COUNT / 5);
    Deno.test(`the action after ${count} dialogs of ${toolkit} lands, with ${load} busy cores`, async () => {
      await using stage = await SettleStage.set(toolkit);
      await using _load = withLoad(load);
      const patient = stage.anotherEngine({ CUA_SETTLE: "patient" });
      const [ours, theirs, wrong]: [number[], number[], string[]] = [[], [], []];
      for (let index = 0; index < count; index++) {
        const result = await round(stage, stage.engine, index);
        wrong.push(...result.wrong);
        if (index % EVERY !== 0) continue;
        // The same ways of opening and closing are compared.
        ours.push(...result.waits);
        theirs.push(...(await round(stage, patient, index)).waits);
      }
      const figures = `median wait ${middle(ours)} ms, by the patient figures ${middle(theirs)} ms`;
      print(`${toolkit}, ${load} busy cores: ${count} dialogs, ${wrong.length} missed, ${figures}\n`);
      assert.deepEqual(wrong, []);
    });
  }
}
