import assert from "node:assert/strict";
import type { Connection } from "../../../src/engine/connection.ts";
import { Views } from "../../../src/engine/observe/view.ts";
import { readStack } from "../../../src/engine/x11/toplevels.ts";
import { Display } from "../../../src/ffi/display.ts";
import { XClient } from "../../support/x_client.ts";
import { startXServer } from "../../support/x_server.ts";

Deno.test("A window that got the id of one that is gone is watched for itself", async () => {
  await using server = await startXServer();
  using display = Display.open(server.display);
  const connection = { display } as Connection;
  const views = new Views();
  /** Looks at the only window at a time of the mirror's clock. */
  const look = (now: number) => {
    const world = readStack(display);
    const view = views.of(connection, world.toplevels[0]!, world);
    view.repainted(world.toplevels[0]!, world, now);
    return view;
  };
  const seen = [];
  for (const title of ["first", "second"]) {
    await using client = new XClient({ DISPLAY: server.display });
    const window = await client.window({ title });
    look(1).confirm(1);
    const still = look(2).isStillSince(1);
    for (const verb of ["unmap", "map"] as const) await client.do(verb, window);
    seen.push({ window, still, stillWhenDrawn: look(3).isStillSince(2) });
  }
  assert.equal(seen[0]!.window, seen[1]!.window);
  assert.deepEqual(seen.map(({ still, stillWhenDrawn }) => [still, stillWhenDrawn]), [[true, false], [true, false]]);
});
