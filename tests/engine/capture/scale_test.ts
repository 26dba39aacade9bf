import assert from "node:assert/strict";
import type { RgbImage } from "../../../src/engine/capture/png.ts";
import { scaleImage } from "../../../src/engine/capture/scale.ts";

function grey(width: number, ...values: number[]): RgbImage {
  const data = new Uint8Array(values.flatMap((value) => [value, value, value]));
  return { width, height: values.length / width, data };
}
const greys = ({ data }: RgbImage) => [...data].filter((_, index) => index % 3 === 0);

Deno.test("scaleImage() takes the mean of the area that a pixel covers", () => {
  assert.deepEqual(greys(scaleImage(grey(4, 100, 100, 0, 0, 100, 100, 0, 0), 0.5)), [100, 0]);
  assert.deepEqual(greys(scaleImage(grey(3, 90, 0, 30), 2 / 3)), [60, 20]); // Each covers one pixel and a half.
});

Deno.test("scaleImage() enlarges each pixel to a square", () => {
  const image = scaleImage(grey(2, 1, 2, 3, 4), 2);
  assert.deepEqual([image.width, image.height], [4, 4]);
  assert.deepEqual(greys(image), [1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 4, 4, 3, 3, 4, 4]);
});
