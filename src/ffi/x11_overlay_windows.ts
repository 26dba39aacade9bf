/**
 * Windows of one colour and any shape that lie above all others and let all input through.
 * @module
 */
import type { Rect } from "../contract/values.ts";
import type { Display } from "./display.ts";
import { libX11 } from "./libx11.ts";
import { libXext } from "./libxext.ts";
import { type Window, xid } from "./xid.ts";

/** InputOutput and CopyFromParent of X.h. */
const INPUT_OUTPUT = 1;
const COPY_FROM_PARENT = 0;
/** CWBackPixel and CWOverrideRedirect of X.h. */
const BACK_PIXEL = 1n << 1n;
const OVERRIDE_REDIRECT = 1n << 9n;
/** Size and offsets of XSetWindowAttributes (Xlib.h, LP64). */
const ATTRIBUTES = { bytes: 112, backgroundPixel: 8, overrideRedirect: 88 };
/** Kinds of shapes, shapeconst.h. */
const kinds = { bounding: 0, input: 2 } as const;
/** XRectangle: short x, y; unsigned short width, height. */
const RECTANGLE_BYTES = 8;

/** A window of one colour that window managers leave alone; not shown yet. @param pixel As the visual has it. */
export function createPlainWindow(display: Display, parent: Window, place: Rect, pixel: number): Window {
  const attributes = new Uint8Array(ATTRIBUTES.bytes);
  const view = new DataView(attributes.buffer);
  view.setBigUint64(ATTRIBUTES.backgroundPixel, BigInt(pixel), true);
  view.setInt32(ATTRIBUTES.overrideRedirect, 1, true);
  const { x, y, width, height } = place;
  const window = display.check("XCreateWindow", (pointer) =>
    libX11().XCreateWindow(
      pointer,
      BigInt(parent),
      ...[x, y, width, height, 0, COPY_FROM_PARENT, INPUT_OUTPUT] as const,
      null,
      BACK_PIXEL | OVERRIDE_REDIRECT,
      attributes,
    ));
  return xid(Number(window));
}

/** What of a window is shown, or takes input: nothing for no rectangles. */
export function setShape(display: Display, window: Window, kind: keyof typeof kinds, parts: readonly Rect[]): void {
  const bytes = new Uint8Array(Math.max(1, parts.length) * RECTANGLE_BYTES);
  const view = new DataView(bytes.buffer);
  parts.forEach(({ x, y, width, height }, index) => {
    [x, y, width, height].forEach((side, at) => view.setInt16(index * RECTANGLE_BYTES + at * 2, side, true));
  });
  const [SET, UNSORTED] = [0, 0];
  display.check("XShapeCombineRectangles", (pointer) =>
    libXext().XShapeCombineRectangles(
      ...[pointer, BigInt(window), kinds[kind], 0, 0, bytes, parts.length, SET, UNSORTED] as const,
    ));
}

/** Shows a window above all others, at a place inside its parent. */
export function showAt(display: Display, window: Window, x: number, y: number): void {
  display.check("XMoveWindow", (pointer) => {
    libX11().XMoveWindow(pointer, BigInt(window), x, y);
    libX11().XMapRaised(pointer, BigInt(window));
  });
}

/** Takes a window off the screen. */
export function unmapWindow(display: Display, window: Window): void {
  display.check("XUnmapWindow", (pointer) => libX11().XUnmapWindow(pointer, BigInt(window)));
}
