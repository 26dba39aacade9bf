import assert from "node:assert/strict";
import { listDesktops, openDesktop, runInDesktop } from "../../src/desktop/desktop.ts";
import { print } from "../../src/terminal.ts";
import { leftovers, ownRuntimeDirectory, segments } from "../integration/desktop/leftovers.ts";

const COUNT = 50;

ownRuntimeDirectory();

Deno.test(`openDesktop() opens and closes ${COUNT} desktops in a row and leaves nothing`, async () => {
  const before = segments();
  const times: number[] = [];
  for (let round = 0; round < COUNT; round++) {
    const start = performance.now();
    const desktop = await openDesktop();
    times.push(performance.now() - start);
    await runInDesktop(desktop.state, ["mousepad"]);
    await desktop.close();
    assert.deepEqual(leftovers(desktop.state), [], `round ${round}`);
  }
  assert.deepEqual(await listDesktops(), []);
  assert.deepEqual([...segments()].filter((id) => !before.has(id)), []);
  times.sort((a, b) => a - b);
  print(`${COUNT} desktops, open median ${times[COUNT / 2]!.toFixed(0)} ms, worst ${times.at(-1)!.toFixed(0)} ms\n`);
});
