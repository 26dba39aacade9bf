/**
 * XFIXES: regions that the server keeps.
 * @module
 */
import type { Rect } from "../contract/values.ts";
import type { Display } from "./display.ts";
import { libX11 } from "./libx11.ts";
import { libXfixes } from "./libxfixes.ts";
import { copyBytes, Out } from "./memory.ts";
import { type Region, xid } from "./xid.ts";

/** Size of XRectangle: two shorts and two unsigned shorts. */
const RECTANGLE_BYTES = 8;

/** Makes an empty region. It lasts until the connection ends. */
export function createRegion(display: Display): Region {
  return xid(Number(display.run("XFixesCreateRegion", (pointer) => libXfixes().XFixesCreateRegion(pointer, null, 0))));
}

/** The rectangles of a region; they don't overlap. */
export function fetchRegion(display: Display, region: Region): Rect[] {
  const count = new Out();
  const rectangles = display.run(
    "XFixesFetchRegion",
    (pointer) => libXfixes().XFixesFetchRegion(pointer, BigInt(region), count.buffer),
  );
  if (!rectangles) return [];
  const view = new DataView(copyBytes(rectangles, count.int * RECTANGLE_BYTES).buffer);
  libX11().XFree(rectangles);
  return Array.from({ length: count.int }, (_, i) => ({
    x: view.getInt16(i * RECTANGLE_BYTES, true),
    y: view.getInt16(i * RECTANGLE_BYTES + 2, true),
    width: view.getUint16(i * RECTANGLE_BYTES + 4, true),
    height: view.getUint16(i * RECTANGLE_BYTES + 6, true),
  }));
}
