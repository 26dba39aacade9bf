import assert from "node:assert/strict";
import { FrameStore, pixelAt } from "../../../src/engine/observe/frame_store.ts";
import { type Window, xid } from "../../../src/ffi/xid.ts";
import { IdCounter } from "../../../src/engine/ids.ts";

const size = { width: 800, height: 600 };

Deno.test("FrameStore.add() tells the part that a frame shows, if that is not the window", () => {
  const frames = new FrameStore(new IdCounter());
  assert.equal(frames.add(xid<Window>(7), size).region, undefined);
  const region = { x: 10, y: 20, width: 100, height: 50 };
  const frame = frames.add(xid<Window>(7), size, region, 4);
  assert.deepEqual(frame, { id: 2, window_id: 7, region, scale: 4, width: 400, height: 200 });
});

Deno.test("pixelAt() finds what a frame's pixel shows: cut, enlarged, scaled down", () => {
  const origin = { window: xid<Window>(7), ...size };
  const part = { ...origin, region: { x: 10, y: 20, width: 100, height: 50 } };
  assert.deepEqual(pixelAt({ ...part, scale: 1 }, [0, 49]), { x: 10, y: 69 });
  assert.deepEqual(pixelAt({ ...part, scale: 4 }, [3, 4]), { x: 10, y: 21 });
  assert.deepEqual(pixelAt({ ...part, scale: 4 }, [399, 199]), { x: 109, y: 69 });
  assert.deepEqual(pixelAt({ ...part, scale: 1 / 3 }, [1, 0]), { x: 14, y: 21 });
  for (const point of [[-1, 0], [0, -1], [400, 0], [0, 200]] as const) {
    assert.equal(pixelAt({ ...part, scale: 4 }, [...point]), null);
  }
  const grown = { ...origin, region: { x: -30, y: 0, width: 830, height: 600 }, scale: 1 };
  assert.deepEqual(pixelAt(grown, [0, 0]), { x: -30, y: 0 });
});
