import assert from "node:assert/strict";
import { OperationError } from "../../../src/contract/errors.ts";
import { Display } from "../../../src/ffi/display.ts";
import { EventPump } from "../../../src/ffi/event_pump.ts";
import { eventMask, type XEvent } from "../../../src/ffi/events.ts";
import { lazyLibrary } from "../../../src/ffi/library.ts";
import { inputFocus, queryTree, raiseWindow, selectInput, windowAttributes } from "../../../src/ffi/x11_windows.ts";
import { ConnectionLostError, XRequestError } from "../../../src/ffi/x_errors.ts";
import { type Window, xid } from "../../../src/ffi/xid.ts";
import { startXServer } from "../../support/x_server.ts";
import { createTestWindow } from "../../support/x_window.ts";

Deno.test("Display.run() maps an error to the call that met it, and the connection lives on", async () => {
  await using server = await startXServer();
  using display = Display.open(server.display);
  const nobody = xid<Window>(0x1ffff);
  assert.throws(() => windowAttributes(display, nobody), (error) => {
    assert.ok(error instanceof XRequestError);
    assert.match(error.message, /BadWindow in XGetWindowAttributes/);
    assert.equal(error.error.resource, 0x1ffff);
    assert.ok(error.isGone);
    return true;
  });
  assert.deepEqual(queryTree(display, display.root).children, []);
});

Deno.test("Display.check() sees the error of a request that has no reply", async () => {
  await using server = await startXServer();
  using display = Display.open(server.display);
  assert.throws(() => raiseWindow(display, xid<Window>(0x1ffff)), /BadWindow in XRaiseWindow/);
});

Deno.test("Display survives the end of its server and says that it is lost, from then on", async () => {
  await using server = await startXServer();
  using display = Display.open(server.display);
  await using _pump = new EventPump(display);
  Deno.kill(server.pid, "SIGKILL");
  const end = performance.now() + 5_000;
  while (!display.dead && performance.now() < end) {
    try {
      inputFocus(display);
    } catch (error) {
      assert.ok(error instanceof ConnectionLostError);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.ok(display.dead);
  assert.throws(() => display.sync(), ConnectionLostError);
  assert.throws(() => queryTree(display, display.root), ConnectionLostError);
});

Deno.test("Display.open() says that no server answers", () => {
  assert.throws(() => Display.open(":399"), ConnectionLostError);
});

Deno.test("EventPump hands on every event, also those that a round trip moved into Xlib's queue", async () => {
  await using server = await startXServer();
  using display = Display.open(server.display);
  await using pump = new EventPump(display);
  using other = Display.open(server.display);
  selectInput(display, display.root, eventMask.substructureNotify);
  display.sync();
  let arrived: (() => void) | undefined;
  let seen = 0;
  using _listener = pump.listen((event: XEvent) => {
    if (event.type !== "create") return;
    seen++;
    arrived?.();
  });
  for (let round = 1; round <= 300; round++) {
    const event = new Promise<void>((resolve) => arrived = resolve);
    createTestWindow(other);
    // Round trips on the listening connection, so that the event lands in its queue while poll waits on the socket.
    display.sync();
    display.sync();
    const timeout = Promise.withResolvers<never>();
    const timer = setTimeout(() => timeout.reject(new Error(`event ${round} was lost`)), 2_000);
    await Promise.race([event, timeout.promise]);
    clearTimeout(timer);
  }
  assert.equal(seen, 300);
});

Deno.test("lazyLibrary() names the library and its package when it is missing, and only when it is used", () => {
  const packages = { debian: "libnowhere6", fedora: "libNowhere", arch: "nowhere" };
  const library = lazyLibrary({ soname: "libnowhere.so.6", packages }, { f: { parameters: [], result: "void" } });
  assert.throws(() => library(), (error) => {
    assert.ok(error instanceof OperationError);
    assert.equal(error.code, "desktop_unavailable");
    assert.match(error.message, /libnowhere\.so\.6/);
    assert.match(error.message, /libnowhere6 \(Debian, Ubuntu\)/);
    return true;
  });
});
