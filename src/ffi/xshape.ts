/**
 * SHAPE: windows that are no rectangles.
 * @module
 * @see {@link https://www.x.org/releases/current/doc/xextproto/shape.html}
 */
import type { Rect } from "../contract/values.ts";
import type { Display } from "./display.ts";
import { libX11 } from "./libx11.ts";
import { libXext } from "./libxext.ts";
import { copyBytes, outs } from "./memory.ts";
import type { Window } from "./xid.ts";

/** ShapeBounding of shapeconst.h: what is shown of a window. */
const BOUNDING = 0;
/** XRectangle: short x, y; unsigned short width, height. */
const RECTANGLE_BYTES = 8;

/**
 * The rectangles that a window is shown in, inside its border, X pixels. Null for a whole rectangle, as nearly all
 * windows are, and on a server without SHAPE. Rectangles may reach beyond the window.
 */
export function boundingShape(display: Display, window: Window): Rect[] | null {
  return isShaped(display, window) ? rectangles(display, window) : null;
}

function isShaped(display: Display, window: Window): boolean {
  const [bounding, ...others] = outs(10);
  const [x, y, width, height, clip, clipX, clipY, clipWidth, clipHeight] = others.map(({ buffer }) => buffer);
  const known = display.run("XShapeQueryExtents", (pointer) =>
    libXext().XShapeQueryExtents(
      pointer,
      BigInt(window),
      bounding.buffer,
      x!,
      y!,
      width!,
      height!,
      clip!,
      clipX!,
      clipY!,
      clipWidth!,
      clipHeight!,
    ));
  return known !== 0 && bounding.int !== 0;
}

function rectangles(display: Display, window: Window): Rect[] {
  const [count, ordering] = outs(2);
  const list = display.run(
    "XShapeGetRectangles",
    (pointer) => libXext().XShapeGetRectangles(pointer, BigInt(window), BOUNDING, count.buffer, ordering.buffer),
  );
  if (!list) return [];
  try {
    const view = new DataView(copyBytes(list, count.int * RECTANGLE_BYTES).buffer);
    return Array.from({ length: count.int }, (_, index) => rectangleAt(view, index * RECTANGLE_BYTES));
  } finally {
    libX11().XFree(list);
  }
}

function rectangleAt(view: DataView, at: number): Rect {
  const [x, y] = [view.getInt16(at, true), view.getInt16(at + 2, true)];
  return { x, y, width: view.getUint16(at + 4, true), height: view.getUint16(at + 6, true) };
}
