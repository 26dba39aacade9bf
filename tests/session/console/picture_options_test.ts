import assert from "node:assert/strict";
import { toPicture } from "../../../src/session/console/picture_options.ts";

const region = { x: 1, y: 2, width: 30, height: 40 };

Deno.test("toPicture() gives options the contract's names and defaults, and leaves other fields alone", () => {
  assert.deepEqual(toPicture({ emit: false }), { marks: false, zoom: 1, max_width: 1280 });
  const picture = toPicture({ query: "x", marks: true, region, zoom: 4, maxWidth: 640 });
  assert.deepEqual(picture, { marks: true, region, zoom: 4, max_width: 640 });
});

Deno.test("toPicture() keeps pictures to what clients take, and refuses what means nothing", () => {
  assert.equal(toPicture({ maxWidth: 5000 }).max_width, 2000);
  for (const options of [{ zoom: 1.5 }, { region: [1, 2, 3, 4] }, { marks: "yes" }, { maxWidth: 9000 }]) {
    assert.throws(() => toPicture(options), /A picture takes \{marks, region/);
  }
});
