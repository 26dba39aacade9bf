import assert from "node:assert/strict";
import { crop, fill, isBlack, paste } from "../../../src/engine/capture/pixels.ts";
import type { RgbImage } from "../../../src/engine/capture/png.ts";

function solid(width: number, height: number, grey: number): RgbImage {
  return { width, height, data: new Uint8Array(width * height * 3).fill(grey) };
}
const greys = (image: RgbImage) =>
  Array.from({ length: image.width * image.height }, (_, pixel) => image.data[pixel * 3]);

Deno.test("paste() and fill() keep to the picture", () => {
  const target = solid(3, 3, 0);
  paste(target, solid(2, 2, 7), 2, -1);
  assert.deepEqual(greys(target), [0, 0, 7, 0, 0, 0, 0, 0, 0]);
  fill(target, { x: -5, y: 2, width: 7, height: 99 }, 4);
  assert.deepEqual(greys(target), [0, 0, 7, 0, 0, 0, 4, 4, 0]);
});

Deno.test("crop() takes a part", () => {
  const source = solid(2, 2, 0);
  source.data.set([1, 1, 1], 9);
  assert.deepEqual(greys(crop(source, { x: 1, y: 0, width: 1, height: 2 })), [0, 1]);
});

Deno.test("isBlack() knows a black picture", () => {
  const image = solid(3, 3, 0);
  assert.ok(isBlack(image));
  image.data[26] = 1;
  assert.ok(!isBlack(image));
});
