import assert from "node:assert/strict";
import { crop, fill, paste, scaleDown, toRgb } from "../../../src/engine/capture/pixels.ts";
import type { RgbImage } from "../../../src/engine/capture/png.ts";

function solid(width: number, height: number, grey: number): RgbImage {
  return { width, height, data: new Uint8Array(width * height * 3).fill(grey) };
}
const greys = (image: RgbImage) =>
  Array.from({ length: image.width * image.height }, (_, pixel) => image.data[pixel * 3]);

Deno.test("toRgb() reads B, G, R rows with padding between them", () => {
  const data = new Uint8Array([3, 2, 1, 0, 9, 9, 9, 9, 6, 5, 4, 0, 9, 9, 9, 9]);
  const raw = {
    width: 1,
    height: 2,
    depth: 24,
    bitsPerPixel: 32,
    stride: 8,
    data,
    masks: [0xff0000, 0xff00, 0xff] as const,
  };
  assert.deepEqual([...toRgb(raw).data], [1, 2, 3, 4, 5, 6]);
});

Deno.test("toRgb() reads depth 16 and depth 30", () => {
  const white565 = {
    width: 2,
    height: 1,
    depth: 16,
    bitsPerPixel: 16,
    stride: 4,
    data: new Uint8Array([0xff, 0xff, 0x00, 0xf8]),
  };
  assert.deepEqual([...toRgb({ ...white565, masks: [0xf800, 0x7e0, 0x1f] }).data], [255, 255, 255, 255, 0, 0]);
  const data = new Uint8Array(new Uint32Array([0x3ff00000 >>> 0]).buffer);
  const deep = { width: 1, height: 1, depth: 30, bitsPerPixel: 32, stride: 4, data };
  assert.deepEqual([...toRgb({ ...deep, masks: [0x3ff00000, 0xffc00, 0x3ff] }).data], [255, 0, 0]);
});

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

Deno.test("scaleDown() takes the mean of what a pixel covers", () => {
  const source = solid(4, 2, 0);
  for (const pixel of [0, 1, 4, 5]) source.data.fill(100, pixel * 3, pixel * 3 + 3);
  assert.deepEqual(greys(scaleDown(source, 0.5)), [100, 0]);
});
