import assert from "node:assert/strict";
import { EngineClient } from "../../../src/client/engine_client.ts";
import { OperationError } from "../../../src/contract/errors.ts";
import type { ParamsInput, Result } from "../../../src/contract/operations.ts";
import { DrawingClient, type Fill } from "../../support/drawn_window.ts";
import { type Pixels, pixelsOf } from "../../support/pixels.ts";
import { startXServer, type XServer } from "../../support/x_server.ts";

const [RED, GREEN, BLUE, WHITE, BLACK] = [0xff0000, 0x00ff00, 0x0000ff, 0xffffff, 0x000000];

/** A bare X server with a client that draws, and an engine that may read it. */
class Easel implements AsyncDisposable {
  readonly client: DrawingClient;
  readonly #server: XServer;
  readonly #engine: EngineClient;

  private constructor(server: XServer) {
    this.#server = server;
    this.client = this.another();
    this.#engine = new EngineClient({ environment: { CUA_DISPLAY: server.display, CUA_ALLOW_APPS: "Drawn" } });
  }

  static async set(geometry = "640x480", options: readonly string[] = []): Promise<Easel> {
    return new Easel(await startXServer(geometry, options));
  }

  another(): DrawingClient {
    return new DrawingClient({ DISPLAY: this.#server.display });
  }

  async capture(params: ParamsInput<"capture">): Promise<{ image: Result<"capture">; pixels: Pixels }> {
    const image = await this.#engine.call("capture", params);
    const pixels = pixelsOf(image);
    assert.deepEqual([pixels.width, pixels.height], [image.frame.width, image.frame.height]);
    return { image, pixels };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#engine.close();
    await this.client[Symbol.asyncDispose]();
    await this.#server[Symbol.asyncDispose]();
  }
}

/** Four corners of a window of 80×60 in the colours of a server. */
function corners([red, green, blue, white]: readonly [number, number, number, number]): Fill[] {
  return [[0, 0, 40, 30, red], [40, 0, 40, 30, green], [0, 30, 40, 30, blue], [40, 30, 40, 30, white]];
}
const rgbCorners = corners([RED, GREEN, BLUE, WHITE]);

function assertCorners(pixels: Pixels, left = 0, top = 0): void {
  const seen = [[0, 0], [79, 0], [0, 59], [79, 59]].map(([x, y]) => pixels.at(left + x!, top + y!));
  assert.deepEqual(seen, [RED, GREEN, BLUE, WHITE]);
}

for (
  const { name, geometry, options, colours } of [
    { name: "depth 16", geometry: "640x480x16", options: [], colours: [0xf800, 0x07e0, 0x001f, 0xffff] },
    { name: "depth 30", geometry: "640x480x30", options: [], colours: [0x3ff << 20, 0x3ff << 10, 0x3ff, 0x3fffffff] },
    {
      name: "a server without MIT-SHM",
      geometry: "640x480",
      options: ["-extension", "MIT-SHM"],
      colours: [RED, GREEN, BLUE, WHITE],
    },
  ] as const
) {
  Deno.test(`a picture has the window's colours: ${name}`, async () => {
    await using easel = await Easel.set(geometry, options);
    const fills = corners(colours);
    const window_id = await easel.client.window({ x: 20, y: 10, width: 80, height: 60, border: 3, fills });
    const { image, pixels } = await easel.capture({ window_id });
    assert.deepEqual([pixels.width, pixels.height], [80, 60]);
    assertCorners(pixels);
    assert.equal(image.warnings, undefined);
    assertCorners((await easel.capture({ display: true })).pixels, 23, 13);
  });
}

Deno.test("what is transparent in a window is white", async () => {
  await using easel = await Easel.set();
  const fills: Fill[] = [[10, 0, 10, 10, 0x80800000 | 0], [20, 0, 10, 10, 0xff00ff00 | 0]];
  const window_id = await easel.client.window({ width: 30, height: 10, depth: 32, fills });
  const { pixels } = await easel.capture({ window_id });
  assert.deepEqual([5, 15, 25].map((x) => pixels.at(x, 5)), [WHITE, 0xff7f7f, GREEN]);
});

Deno.test("a window that uses no alpha is shown as it was drawn", async () => {
  await using easel = await Easel.set();
  const window_id = await easel.client.window({ width: 80, height: 60, depth: 32, fills: rgbCorners });
  assertCorners((await easel.capture({ window_id })).pixels);
});

Deno.test("what lies outside of a window's shape is white, and a popup's shows the window", async () => {
  await using easel = await Easel.set();
  const { client } = easel;
  const window_id = await client.window({ width: 80, height: 60, ground: RED });
  await client.tell({ do: "shape", window: window_id, rectangles: [[10, 0, 50, 60], [60, 0, 20, 30]] });
  const popup = await client.window({ x: 20, y: 20, width: 20, height: 20, override: true, ground: BLUE });
  await client.tell({ do: "shape", window: popup, rectangles: [[10, 10, 100, 100]] });
  const { pixels } = await easel.capture({ window_id });
  assert.deepEqual([pixels.at(5, 5), pixels.at(70, 45), pixels.at(70, 10)], [WHITE, WHITE, RED]);
  assert.deepEqual([pixels.at(25, 25), pixels.at(35, 35)], [RED, BLUE]);
});

Deno.test("a window comes out whole: covered, partly outside of the display, resized", async () => {
  await using easel = await Easel.set();
  const { client } = easel;
  const fills: Fill[] = [...rgbCorners, [80, 60, 40, 30, 0xffff00]];
  const window_id = await client.window({ x: 600, y: 450, width: 80, height: 60, fills });
  await using other = easel.another();
  await other.window({ x: 590, y: 440, width: 50, height: 40, override: true, ground: 0xff00ff });
  assertCorners((await easel.capture({ window_id })).pixels);
  await client.tell({ do: "resize", window: window_id, width: 120, height: 90 });
  const { pixels } = await easel.capture({ window_id });
  assert.deepEqual([pixels.width, pixels.height], [120, 90]);
  assertCorners(pixels);
  assert.equal(pixels.at(119, 89), 0xffff00);
  await client.tell({ do: "resize", window: window_id, width: 80, height: 60 });
  assertCorners((await easel.capture({ window_id })).pixels);
});

Deno.test("a picture grows by popups that stand out of their window, and says where it begins", async () => {
  await using easel = await Easel.set();
  const { client } = easel;
  const window_id = await client.window({ x: 100, y: 100, width: 80, height: 60, fills: rgbCorners });
  await client.window({ x: 90, y: 140, width: 60, height: 80, override: true, ground: 0x00ffff });
  await client.window({ x: 400, y: 300, width: 60, height: 80, override: true, ground: 0xff00ff }); // Elsewhere.
  const { image, pixels } = await easel.capture({ window_id });
  assert.deepEqual(image.frame.region, { x: -10, y: 0, width: 90, height: 120 });
  assert.deepEqual([pixels.at(10, 0), pixels.at(0, 119), pixels.at(89, 119)], [RED, 0x00ffff, WHITE]);
  assert.equal(pixels.count(0xff00ff), 0);
});

Deno.test("a part of a window is enlarged pixel by pixel", async () => {
  await using easel = await Easel.set();
  const window_id = await easel.client.window({ width: 80, height: 60, fills: rgbCorners });
  const region = { x: 38, y: 28, width: 4, height: 3 };
  const { image, pixels } = await easel.capture({ window_id, region, zoom: 8 });
  assert.deepEqual([image.frame.region, image.frame.scale], [region, 8]);
  assert.deepEqual([pixels.width, pixels.height], [32, 24]);
  assert.deepEqual([pixels.at(15, 15), pixels.at(16, 15), pixels.at(15, 16), pixels.at(16, 16)], [
    RED,
    GREEN,
    BLUE,
    WHITE,
  ]);
  for (const colour of [RED, GREEN]) assert.equal(pixels.count(colour), 16 * 16);
});

Deno.test("a picture stays within max_width, and no side is above 1280 without it", async () => {
  await using easel = await Easel.set("2000x1000");
  const window_id = await easel.client.window({ width: 1920, height: 960, ground: RED });
  const usual = await easel.capture({ window_id });
  assert.deepEqual([usual.pixels.width, usual.pixels.height], [1280, 640]);
  const small = await easel.capture({ window_id, max_width: 640 });
  assert.deepEqual([small.pixels.width, small.pixels.height, small.image.frame.scale], [640, 320, 1 / 3]);
  const large = await easel.capture({ window_id, max_width: 4000, zoom: 8 });
  assert.deepEqual([large.pixels.width, large.image.frame.scale], [3840, 2]);
  assert.match(large.image.warnings!.join(), /zoom 8 is too large/);
});

Deno.test("a region outside of the window is refused, and one that reaches out of it is cut", async () => {
  await using easel = await Easel.set();
  const window_id = await easel.client.window({ width: 80, height: 60, fills: rgbCorners });
  const { image } = await easel.capture({ window_id, region: { x: 70, y: -5, width: 50, height: 20 } });
  assert.deepEqual(image.frame.region, { x: 70, y: 0, width: 10, height: 15 });
  const outside = easel.capture({ window_id, region: { x: 80, y: 0, width: 5, height: 5 } });
  await assert.rejects(outside, (error) => {
    assert.ok(error instanceof OperationError && error.code === "invalid_request");
    assert.match(error.message, /nothing of it is in the picture, which is 80×60/);
    return true;
  });
});

Deno.test("a black picture says that it is black", async () => {
  await using easel = await Easel.set();
  const window_id = await easel.client.window({ width: 80, height: 60, draws: false });
  const { image, pixels } = await easel.capture({ window_id });
  assert.equal(pixels.count(BLACK), 80 * 60);
  assert.match(image.warnings!.join(), /black all over: nothing has been drawn there yet/);
});

Deno.test("a window that is not shown has no picture", async () => {
  await using easel = await Easel.set();
  const window_id = await easel.client.window({ width: 80, height: 60, fills: rgbCorners });
  await easel.client.tell({ do: "unmap", window: window_id });
  await assert.rejects(easel.capture({ window_id }), (error) => {
    assert.ok(error instanceof OperationError && error.code === "window_not_found");
    return true;
  });
});
