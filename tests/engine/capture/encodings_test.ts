import assert from "node:assert/strict";
import { Encodings } from "../../../src/engine/capture/encodings.ts";
import { type Window, xid } from "../../../src/ffi/xid.ts";
import { pixelsOf } from "../../support/pixels.ts";

const window = xid<Window>(5);
const image = (grey: number) => ({ width: 2, height: 1, data: new Uint8Array(6).fill(grey) });

Deno.test("Encodings.encode() gives each picture as it is, and the same text for the same picture", () => {
  const encodings = new Encodings();
  const first = encodings.encode(window, image(1));
  assert.equal(encodings.encode(window, image(1)), first);
  assert.equal(pixelsOf({ data: first }).at(1, 0), 0x010101);
  assert.equal(pixelsOf({ data: encodings.encode(window, image(2)) }).at(1, 0), 0x020202);
  assert.equal(pixelsOf({ data: encodings.encode(null, image(3)) }).at(1, 0), 0x030303);
  assert.deepEqual([pixelsOf({ data: encodings.encode(window, { ...image(2), width: 1, height: 2 }) }).height], [2]);
});
