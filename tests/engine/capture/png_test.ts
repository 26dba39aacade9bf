import assert from "node:assert/strict";
import UPNG from "upng-js";
import { encodePng } from "../../../src/engine/capture/png.ts";

/** A picture with every channel in use, not a multiple of anything. */
function picture(width: number, height: number) {
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < data.length; i++) data[i] = (i * 31 + (i >> 3)) & 255;
  return { width, height, data };
}

Deno.test("encodePng() writes what another decoder reads, pixel by pixel", () => {
  for (const [width, height] of [[1, 1], [7, 5], [640, 3], [33, 400]] as const) {
    const image = picture(width, height);
    const bytes = encodePng(image);
    const decoded = UPNG.decode(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
    const rgba = new Uint8Array(UPNG.toRGBA8(decoded)[0]!);
    assert.deepEqual([decoded.width, decoded.height], [width, height]);
    for (let pixel = 0; pixel < width * height; pixel++) {
      const seen = [...rgba.subarray(pixel * 4, pixel * 4 + 4)];
      assert.deepEqual(seen, [...image.data.subarray(pixel * 3, pixel * 3 + 3), 255]);
    }
  }
});
