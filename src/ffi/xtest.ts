/**
 * XTEST: input as if a device had sent it.
 * @module
 */
import type { Display } from "./display.ts";
import { libXtst } from "./libxtst.ts";

/** CurrentTime: no delay. */
const NOW = 0n;

/** Moves the core pointer to a point of the screen. */
export function fakeMotion(display: Display, x: number, y: number): void {
  display.check(
    "XTestFakeMotionEvent",
    (pointer) => libXtst().XTestFakeMotionEvent(pointer, display.screen, x, y, NOW),
  );
}

/** Presses or releases a button of the core pointer (1 left, 2 middle, 3 right, 4–7 wheel, 8 back, 9 forward). */
export function fakeButton(display: Display, button: number, press: boolean): void {
  display.check(
    "XTestFakeButtonEvent",
    (pointer) => libXtst().XTestFakeButtonEvent(pointer, button, press ? 1 : 0, NOW),
  );
}

/** Presses or releases a key of the core keyboard. */
export function fakeKey(display: Display, keycode: number, press: boolean): void {
  display.check("XTestFakeKeyEvent", (pointer) => libXtst().XTestFakeKeyEvent(pointer, keycode, press ? 1 : 0, NOW));
}
