import assert from "node:assert/strict";
import { frameOf } from "../../../src/engine/capture/framing.ts";

const area = { x: 0, y: 0, width: 1600, height: 900 };
const usual = { zoom: 1, max_width: 1280, region: undefined };

Deno.test("frameOf() keeps both sides within 1280", () => {
  assert.deepEqual(frameOf(area, usual), { region: area, scale: 0.8, warnings: [] });
  const high = { ...area, width: 900, height: 2560 };
  assert.equal(frameOf(high, usual).scale, 0.5);
  assert.equal(frameOf(high, { ...usual, max_width: 64 }).scale, 64 / 900);
  assert.equal(frameOf(area, { ...usual, max_width: 8192 }).scale, 1);
});

Deno.test("frameOf() enlarges by whole numbers only, and says when it enlarges less than was asked for", () => {
  const region = { x: 10, y: 10, width: 300, height: 100 };
  assert.deepEqual(frameOf(area, { ...usual, region, zoom: 4 }), { region, scale: 4, warnings: [] });
  const less = frameOf(area, { ...usual, region, zoom: 8 });
  assert.equal(less.scale, 4);
  assert.match(less.warnings.join(), /scaled by 4: zoom 8 is too large/);
});
