import assert from "node:assert/strict";
import { OperationError } from "../../../src/contract/errors.ts";
import type { Rect } from "../../../src/contract/values.ts";
import type { ParamsInput } from "../../../src/contract/operations.ts";
import { digits } from "../../../src/engine/capture/digits.ts";
import { DrawingClient } from "../../support/drawn_window.ts";
import type { FixtureEvent } from "../../support/fixture.ts";
import { type Pixels, pixelsOf } from "../../support/pixels.ts";
import { setStage, type Stage } from "../../support/stage.ts";

const WHITE = 0xffffff;

/** The middle of the fixture's button in the window's pixels, as its own log has it after a click on its element. */
async function middleOf(stage: Stage, id: number): Promise<{ x: number; y: number }> {
  const { x, y } = await press(stage, [{ type: "click", element: id }]);
  const { windows: [window] } = await stage.engine.call("list_windows", { app: stage.app });
  return { x: x! - window!.bounds.x, y: y! - window!.bounds.y };
}

/** Presses the fixture's button; what it logged. */
async function press(stage: Stage, actions: ParamsInput<"act">["actions"], frame?: number): Promise<FixtureEvent> {
  const before = stage.fixture.events().length;
  await stage.act(actions, { observe: false, ...(frame === undefined ? {} : { frame }) });
  return await stage.fixture.waitFor(({ event, widget }) => event === "button" && widget === "press", before);
}

async function buttonOf(stage: Stage): Promise<number> {
  return Number(/(\d+) button "Press me"/.exec(await stage.text())![1]);
}

/** Whether a number is written somewhere within reach of a place. */
function isLabelled(pixels: Pixels, { x, y, width, height }: Rect, id: number): boolean {
  const dots = [...String(id)].flatMap((digit, index) =>
    digits[Number(digit)]!.map((dot) => ({ x: dot.x + index * 7, y: dot.y }))
  );
  const ink = new Set(dots.map((dot) => `${dot.x},${dot.y}`));
  const box = Array.from({ length: (String(id).length * 7 - 1) * 9 }, (_, index) => {
    const wide = String(id).length * 7 - 1;
    return { x: index % wide, y: Math.floor(index / wide) };
  });
  for (let top = y - 20; top < y + height + 20; top++) {
    for (let left = x - 40; left < x + width + 40; left++) {
      const matches = box.every((dot) =>
        (pixels.at(left + dot.x, top + dot.y) === WHITE) === ink.has(`${dot.x},${dot.y}`)
      );
      if (matches) return true;
    }
  }
  return false;
}

Deno.test("marks are numbers that can be acted on, and hide nothing of what they mark", async () => {
  await using stage = await setStage("gtk3");
  const { app } = stage;
  const id = await buttonOf(stage);
  const { x, y } = await middleOf(stage, id);
  const place = { x: x - 190, y: y - 20, width: 380, height: 40 };
  const plain = pixelsOf(await stage.engine.call("capture", { app }));
  const marked = pixelsOf(await stage.engine.call("capture", { app, marks: true }));
  assert.ok(isLabelled(marked, place, id), `${id} is not written at ${JSON.stringify(place)}`);
  assert.ok(!isLabelled(plain, place, id));
  for (let row = y - 10; row < y + 10; row++) {
    for (let column = x - 60; column < x + 60; column++) {
      assert.equal(marked.at(column, row), plain.at(column, row), `${column}, ${row} is covered`);
    }
  }
  const { screenshot } = await stage.engine.call("observe", { app, screenshot: true, marks: true });
  assert.ok(isLabelled(pixelsOf(screenshot!), place, id));
  const { screenshot: after } = await stage.act([{ type: "click", element: id }], { screenshot: true, marks: true });
  assert.ok(isLabelled(pixelsOf(after!), place, id));
});

Deno.test("a point of an enlarged part reaches what is shown there", async () => {
  await using stage = await setStage("gtk3");
  const middle = await middleOf(stage, await buttonOf(stage));
  const region = { x: middle.x - 100, y: middle.y - 50, width: 160, height: 80 };
  const { frame } = await stage.engine.call("capture", { app: stage.app, region, zoom: 8 });
  assert.equal(frame.scale, 8);
  // In a picture that is read as the whole window this is far away from the button.
  const point: [number, number] = [93 * 8 + 7, 53 * 8];
  const { x, y } = await press(stage, [{ type: "click", point }], frame.id);
  const { windows: [window] } = await stage.engine.call("list_windows", { app: stage.app });
  assert.deepEqual([x! - window!.bounds.x, y! - window!.bounds.y], [region.x + 93, region.y + 53]);
  const outside = stage.act([{ type: "click", point: [160 * 8, 0] }], { frame: frame.id });
  await assert.rejects(outside, /lies outside the frame, which is 1280×640/);
});

Deno.test("marks need a window", async () => {
  await using stage = await setStage("gtk3");
  await assert.rejects(stage.engine.call("capture", { display: true, marks: true }), /name a window/);
});

Deno.test("an iconified window has no picture, until something is done in it", async () => {
  await using stage = await setStage("gtk3", [], { CUA_ALLOW_APPS: "drawn" });
  await using client = new DrawingClient(stage.desktop.state.environment);
  const window_id = await client.window({ width: 300, height: 200, ground: 0x00ff00 });
  await stage.engine.call("capture", { window_id });
  await client.tell({ do: "iconify", window: window_id });
  await waitUntilIconified(stage, window_id);
  await assert.rejects(stage.engine.call("capture", { window_id }), (error) => {
    assert.ok(error instanceof OperationError && error.code === "window_not_found");
    assert.match(error.message, /is iconified and has no pixels; a press_key in it raises it/);
    return true;
  });
  await stage.engine.call("act", { target: { window_id }, actions: [{ type: "press_key", key: "shift" }] });
  assert.equal(pixelsOf(await stage.engine.call("capture", { window_id })).count(0x00ff00), 300 * 200);
});

async function waitUntilIconified(stage: Stage, window: number): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (performance.now() < deadline) {
    const { windows } = await stage.engine.call("list_windows", {});
    if (windows.some(({ window_id, iconified }) => window_id === window && iconified)) return;
  }
  throw new Error("The window manager did not iconify the window");
}
