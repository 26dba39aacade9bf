import assert from "node:assert/strict";
import { pixelsOf } from "../../../support/pixels.ts";
import type { Toolkit } from "../../../support/fixture.ts";
import { variants, withScene } from "../../../support/toolkit_scene.ts";

for (const toolkit of ["tk", "xaw"] satisfies Toolkit[]) {
  Deno.test(`a window of ${toolkit} is said to have no tree, is listed, and is pictured`, async () => {
    await withScene(toolkit, variants[0]!, async ({ engine, app, fixture }) => {
      const seen = await engine.call("observe", { app, screenshot: true });
      assert.match(seen.text, /\(no accessibility tree\)/);
      assert.match(seen.incomplete[0]!.cause, /not on the accessibility bus/);
      assert.match(seen.incomplete[0]!.remedy, /screenshot/);
      assert.equal(seen.elements, 0);
      const { windows } = await engine.call("list_windows", { app });
      assert.ok(windows.some(({ window_id, pid }) => window_id === fixture.window && pid === fixture.pid));
      const { width, height, at, count } = pixelsOf(seen.screenshot!);
      const ground = at(Math.floor(width / 2), 2);
      assert.ok(count(ground) < width * height, "nothing is drawn");
      assert.ok(count(0) < width * height / 2, "it is mostly black");
    });
  });
}
