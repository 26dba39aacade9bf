/**
 * Makes X windows for tests.
 * @module
 */
import type { Display } from "../../src/ffi/display.ts";
import { libX11 } from "../../src/ffi/libx11.ts";
import { type Window, xid } from "../../src/ffi/xid.ts";

/** InputOutput of X.h. */
const INPUT_OUTPUT = 1;

/** An unmapped child of the root window, 10×10 pixels. */
export function createTestWindow(display: Display): Window {
  const window = display.check(
    "XCreateWindow",
    (pointer) =>
      libX11().XCreateWindow(
        pointer,
        BigInt(display.root),
        0,
        0,
        10,
        10,
        0,
        0,
        INPUT_OUTPUT,
        null,
        0n,
        new Uint8Array(112),
      ),
  );
  return xid(Number(window));
}
