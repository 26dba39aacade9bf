import assert from "node:assert/strict";
import { stepsAlong } from "../../../src/engine/act/drag.ts";
import { distanceOf } from "../../../src/engine/act/scroll.ts";
import { pixelsPerNotch } from "../../../src/engine/act/wheel.ts";

Deno.test("stepsAlong() goes in twenty steps a leg and passes each corner", () => {
  const path = [{ x: 0, y: 0 }, { x: 100, y: 0 }, { x: 100, y: -7 }];
  const steps = stepsAlong(path);
  assert.equal(steps.length, 40);
  assert.deepEqual(steps[0], { x: 5, y: 0 });
  assert.deepEqual(steps[19], path[1]);
  assert.deepEqual(steps.at(-1), path[2]);
});

Deno.test("distanceOf() takes one page by default, and never two distances", () => {
  const scroll = { type: "scroll", direction: "down" } as const;
  assert.deepEqual(distanceOf(scroll), { pixels: 500 });
  assert.deepEqual(distanceOf({ ...scroll, pages: 0.5 }), { pixels: 250 });
  assert.deepEqual(distanceOf({ ...scroll, pixels: 70 }), { pixels: 70 });
  assert.deepEqual(distanceOf({ ...scroll, notches: 3 }), { notches: 3 });
  assert.throws(() => distanceOf({ ...scroll, notches: 3, pixels: 70 }), { code: "invalid_request" });
});

Deno.test("pixelsPerNotch() knows GTK's rule, and guesses for toolkits that it does not know", () => {
  assert.equal(Math.round(pixelsPerNotch("gtk 3.24.38", 110)), 23);
  assert.equal(pixelsPerNotch("Qt 6.4.2", 110), 60);
  assert.ok(pixelsPerNotch(undefined) > 0);
  assert.ok(pixelsPerNotch("gtk 4.8.3", 0) >= 1);
});
