import assert from "node:assert/strict";
import { ensureRedirected } from "../../../src/engine/capture/redirect.ts";
import { readPixels } from "../../../src/engine/capture/picture.ts";
import { Connection } from "../../../src/engine/connection.ts";
import { readSettings } from "../../../src/engine/settings.ts";
import { findToplevel, type Toplevel } from "../../../src/engine/x11/toplevels.ts";
import { Display } from "../../../src/ffi/display.ts";
import { libX11 } from "../../../src/ffi/libx11.ts";
import { windowAttributes } from "../../../src/ffi/x11_windows.ts";
import { nameWindowPixmap } from "../../../src/ffi/xcomposite.ts";
import { type Window, xid } from "../../../src/ffi/xid.ts";
import { engineEnvironment } from "../../../src/desktop/desktop.ts";
import { Fixture } from "../../support/fixture.ts";
import { pixelsOf } from "../../support/pixels.ts";
import { setStage, type Stage } from "../../support/stage.ts";

/** CWBackPixel | CWOverrideRedirect of X.h. */
const WINDOW_VALUES = (1n << 1n) | (1n << 9n);
const RED = 0xff0000;

/** A red window that nobody approved, over a part of the display. It goes when it is disposed. */
class Cover implements Disposable {
  readonly #display: Display;
  readonly #window: bigint;

  constructor(stage: Stage, { x = 0, y = 0, width = 1280, height = 800 } = {}) {
    const { DISPLAY, XAUTHORITY } = stage.desktop.state.environment;
    Deno.env.set("XAUTHORITY", XAUTHORITY!); // libX11 looks for the cookie there.
    this.#display = Display.open(DISPLAY!);
    const values = new Uint8Array(112); // XSetWindowAttributes
    const view = new DataView(values.buffer);
    view.setBigUint64(8, BigInt(RED), true); // background_pixel
    view.setInt32(88, 1, true); // override_redirect
    const root = BigInt(this.#display.root);
    this.#window = this.#display.check(
      "XCreateWindow",
      (pointer) => libX11().XCreateWindow(pointer, root, x, y, width, height, 0, 0, 1, null, WINDOW_VALUES, values),
    );
    this.#display.check("XMapRaised", (pointer) => libX11().XMapRaised(pointer, this.#window));
  }

  [Symbol.dispose](): void {
    this.#display[Symbol.dispose]();
  }
}

const GREY = 0x606060;

Deno.test("the first picture of a covered window shows its own content", async () => {
  await using stage = await setStage("gtk3");
  using _cover = new Cover(stage);
  const first = await stage.engine.call("capture", { app: stage.app });
  assert.equal(first.warnings, undefined);
  const pixels = pixelsOf(first);
  assert.equal(pixels.count(RED), 0);
  const { screenshot } = await stage.engine.call("observe", { app: stage.app, screenshot: true });
  const again = pixelsOf(screenshot!);
  assert.ok(Math.abs(again.count(GREY) - pixels.count(GREY)) < 200, "the password field was not masked alike");
  assert.equal(again.count(RED), 0);
});

Deno.test("ensureRedirected() waits until what was covered is drawn, once", async () => {
  await using stage = await setStage("gtk3");
  using _cover = new Cover(stage);
  const settings = readSettings({ environment: engineEnvironment(stage.desktop.state) });
  await using connection = await Connection.open(settings, AbortSignal.timeout(10_000), () => {});
  const toplevel = findToplevel(connection.display, xid<Window>(stage.fixture.window))!;
  assert.equal(await ensureRedirected(connection, toplevel), true);
  const first = ownPixels(connection.display, toplevel);
  await stage.text(); // The application answers after it has drawn.
  const later = ownPixels(connection.display, toplevel);
  const different = first.filter((value, at) => value !== later[at]).length;
  assert.ok(different < first.length / 100, `${different} of ${first.length} values were not drawn`);
  Deno.kill(stage.fixture.pid, "SIGSTOP"); // Another redirection would wait for it in vain.
  assert.equal(await ensureRedirected(connection, toplevel), true);
});

function ownPixels(display: Display, { window }: Toplevel): Uint8Array {
  const { width, height, visual, depth } = windowAttributes(display, window);
  using named = nameWindowPixmap(display, window);
  return readPixels(display, { drawable: named.pixmap, visual, depth, x: 0, y: 0, width, height }).data;
}

Deno.test("a picture says that a window has not been drawn, and that its fields could not be read", async () => {
  await using stage = await setStage("gtk3");
  await stage.engine.call("list_windows", {});
  Deno.kill(stage.fixture.pid, "SIGSTOP");
  try {
    using _cover = new Cover(stage);
    const { warnings = [] } = await stage.engine.call("capture", { app: stage.app });
    assert.match(warnings.join("\n"), /has not drawn/);
    assert.match(warnings.join("\n"), /fields could not be read, so passwords may show/);
  } finally {
    Deno.kill(stage.fixture.pid, "SIGCONT");
  }
  await stage.report({ type: "click", locator: { role: "button", name: "Press me" } });
  const later = await stage.engine.call("capture", { app: stage.app });
  assert.equal(later.warnings, undefined);
  assert.equal(pixelsOf(later).count(RED), 0);
});

Deno.test("a picture of an application without accessibility warns of nothing", async () => {
  await using stage = await setStage("gtk3");
  await using plain = await Fixture.start("qt5", {
    ...stage.desktop.state.environment,
    NO_AT_BRIDGE: "1",
    QT_LINUX_ACCESSIBILITY_ALWAYS_ON: "0",
    QT_ACCESSIBILITY: "0",
    DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere",
    AT_SPI_BUS_ADDRESS: "unix:path=/nowhere",
  });
  await stage.engine.call("approve_app", { ...await subjectOf(stage, plain.window), scope: "session" });
  const image = await stage.engine.call("capture", { window_id: plain.window });
  assert.equal(image.warnings, undefined);
});

async function subjectOf(stage: Stage, window: number): Promise<{ app_id: string; executable: string }> {
  const { apps } = await stage.engine.call("list_apps", { running_only: true });
  const { app_id, executable } = apps.find(({ windows }) => windows.some(({ window_id }) => window_id === window))!;
  return { app_id, executable: executable! };
}

Deno.test("a picture of the display reads nothing of an unapproved window and hides its frame", async () => {
  await using stage = await setStage("gtk3", [], {});
  const { windows: [window] } = await stage.engine.call("list_windows", {});
  const image = await stage.engine.call("capture", { display: true });
  assert.equal(image.frame.id, 1); // Elements that were read would have taken ids before.
  const pixels = pixelsOf(image);
  const { x, y, width, height } = window!.bounds;
  for (const [dx, dy] of [[1, 1], [width - 2, height - 2], [width / 2, -6], [10, -6], [-1, 20]] as const) {
    assert.equal(pixels.at(Math.round(x + dx), Math.round(y + dy)), GREY, `${dx}, ${dy} is not grey`);
  }
  assert.match(image.warnings!.join("\n"), /"fixture-gtk3" are grey/);
});

Deno.test("a picture of the display shows allowed windows and hides unknown ones on them", async () => {
  await using stage = await setStage("gtk3");
  const { windows: [window] } = await stage.engine.call("list_windows", {});
  const { x, y } = window!.bounds;
  using _cover = new Cover(stage, { x: x + 20, y: y + 20, width: 100, height: 100 });
  const image = await stage.engine.call("capture", { display: true });
  const pixels = pixelsOf(image);
  assert.equal(pixels.count(RED), 0);
  assert.equal(pixels.at(x + 70, y + 70), GREY);
  assert.notEqual(pixels.at(x + 5, y + 5), GREY);
  assert.notEqual(pixels.at(x + 10, y - 6), GREY); // Its frame.
  assert.match(image.warnings!.join("\n"), /unknown applications are grey/);
});

Deno.test("a picture of the display hides a window that opened while others were read", async () => {
  await using stage = await setStage("gtk3");
  await stage.text();
  Deno.kill(stage.fixture.pid, "SIGSTOP"); // Reading it takes until its deadline.
  try {
    const capturing = stage.engine.call("capture", { display: true });
    await stage.engine.call("list_windows", {}); // The capture was sent before, so it has listed the windows.
    using _cover = new Cover(stage);
    const image = await capturing;
    assert.equal(pixelsOf(image).count(GREY), 1280 * 800);
    assert.match(image.warnings!.join("\n"), /"fixture-gtk3": fields could not be read/);
  } finally {
    Deno.kill(stage.fixture.pid, "SIGCONT");
  }
});
