import assert from "node:assert/strict";
import { compose, flatten, type Layer, shaped, toLayer } from "../../../src/engine/capture/layer.ts";
import { solid } from "../../../src/engine/capture/pixels.ts";

Deno.test("toLayer() reads B, G, R rows with padding between them", () => {
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
  assert.deepEqual([...toLayer(raw).data], [1, 2, 3, 4, 5, 6]);
});

Deno.test("toLayer() reads depth 16 and depth 30", () => {
  const white565 = {
    width: 2,
    height: 1,
    depth: 16,
    bitsPerPixel: 16,
    stride: 4,
    data: new Uint8Array([0xff, 0xff, 0x00, 0xf8]),
  };
  assert.deepEqual([...toLayer({ ...white565, masks: [0xf800, 0x7e0, 0x1f] }).data], [255, 255, 255, 255, 0, 0]);
  const data = new Uint8Array(new Uint32Array([0x3ff00000 >>> 0]).buffer);
  const deep = { width: 1, height: 1, depth: 30, bitsPerPixel: 32, stride: 4, data };
  assert.deepEqual([...toLayer({ ...deep, masks: [0x3ff00000, 0xffc00, 0x3ff] }).data], [255, 0, 0]);
});

/** Pixels of depth 32, `0xAARRGGBB`. */
function argb(...pixels: number[]): Layer {
  const data = new Uint8Array(new Uint32Array(pixels).buffer);
  const masks = [0xff0000, 0xff00, 0xff] as const;
  return toLayer({
    width: pixels.length,
    height: 1,
    depth: 32,
    bitsPerPixel: 32,
    stride: pixels.length * 4,
    data,
    masks,
  });
}

Deno.test("flatten() lays premultiplied colours on white", () => {
  const layer = argb(0x00000000, 0x80400000, 0xff102030);
  assert.deepEqual([...flatten(layer).data], [255, 255, 255, 191, 127, 127, 16, 32, 48]);
});

Deno.test("toLayer() takes alpha that is 0 everywhere, or 255 everywhere, for none", () => {
  for (const layer of [argb(0x00102030), argb(0xff102030)]) {
    assert.equal(layer.alpha, null);
    assert.deepEqual([...flatten(layer).data], [16, 32, 48]);
  }
});

Deno.test("compose() keeps to the picture, and colours that were not premultiplied within 255", () => {
  const target = solid({ width: 2, height: 1 }, 200);
  compose(target, argb(0xff000000, 0x40ffffff, 0x00000000), -1, 0);
  assert.deepEqual([...target.data], [255, 255, 255, 200, 200, 200]);
});

Deno.test("shaped() shows a layer inside its shape only", () => {
  const layer: Layer = { ...solid({ width: 3, height: 1 }, 9), alpha: null };
  const shown = shaped(layer, [{ x: 1, y: -4, width: 1, height: 9 }]);
  assert.deepEqual([...flatten(shown).data], [255, 255, 255, 9, 9, 9, 255, 255, 255]);
  assert.deepEqual([...flatten(shaped(layer, [])).data], new Array(9).fill(255));
});
