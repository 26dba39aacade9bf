/**
 * 500 actions on a live desktop, in a window that is covered, while a person has focus, pointer and clipboard: none of
 * them changes, whatever is sampled in between. Prints the largest gap between two samples, and what does not promise it.
 */
import assert from "node:assert/strict";
import type { ParamsInput } from "../../src/contract/operations.ts";
import { print } from "../../src/terminal.ts";
import type { Toolkit } from "../support/fixture.ts";
import { setLiveStage } from "../support/live_stage.ts";

const COUNT = 500;
/** Actions of one call. */
const BATCH = 25;

type Actions = ParamsInput<"act">["actions"];

/** One round of each route: pointer, keys and accessibility. */
function round(index: number): Actions {
  return [
    { type: "click", locator: { role: "button", name: "Press me" } },
    { type: "hover", locator: { role: "button", name: "Open dialog" } },
    { type: "click", locator: { role: "textbox", name: "Name" } },
    { type: "press_key", key: String(index % 10) },
    { type: "set_value", locator: { role: "textbox", name: "Find" }, value: `word ${index}` },
  ];
}

for (const toolkit of ["gtk3", "qt5", "qt6"] as const satisfies readonly Toolkit[]) {
  Deno.test(`${COUNT} actions in the background of ${toolkit} disturb nobody`, async () => {
    await using stage = await setLiveStage(toolkit);
    const { engine, app, sentinel, fixture } = stage;
    await sentinel.begin();
    const routes = new Map<string, number>();
    for (let done = 0; done < COUNT; done += BATCH) {
      const actions = Array.from({ length: BATCH / 5 }, (_, index) => round(done / 5 + index)).flat();
      const { reports } = await engine.call("act", { target: { app }, actions, observe: false });
      for (const { route } of reports) routes.set(route, (routes.get(route) ?? 0) + 1);
    }
    const { changes, grabbed, samples, largest_gap_ms } = await sentinel.report();
    const clicks = fixture.events().filter(({ widget, event }) => widget === "press" && event === "clicked").length;
    const sent = [...routes].map(([route, count]) => `${count} by ${route}`).join(", ");
    print(`${toolkit}: ${sent}; ${samples} samples, largest gap ${largest_gap_ms} ms\n`);
    assert.deepEqual(changes, []);
    assert.equal(grabbed, false);
    assert.equal(clicks, COUNT / 5);
  });
}

Deno.test("what does not promise that is listed: a dialog that Qt opens", async () => {
  await using stage = await setLiveStage("qt6");
  await stage.sentinel.begin();
  await stage.report({ type: "click", locator: { role: "button", name: "Open dialog" } });
  const { changes } = await stage.sentinel.report();
  print(`Qt opens a dialog: ${[...new Set(changes.map(({ what }) => what))].join(", ") || "nothing changed"}\n`);
});
