/**
 * Pictures read by a decoder that is not the program's own.
 * @module
 */
import { Buffer } from "node:buffer";
import UPNG from "upng-js";
import type { Image } from "../../src/contract/values.ts";

/** The pixels of a picture, as 0xRRGGBB. */
export interface Pixels {
  /** Width in pixels. */
  readonly width: number;
  /** Height in pixels. */
  readonly height: number;
  /** The colour at a place. */
  at(x: number, y: number): number;
  /** How many pixels have a colour. */
  count(colour: number): number;
}

/** Decodes a picture. */
export function pixelsOf(image: Pick<Image, "data">): Pixels {
  const png = Buffer.from(image.data, "base64");
  const decoded = UPNG.decode(png.buffer.slice(png.byteOffset, png.byteOffset + png.length));
  const bytes = new Uint8Array(UPNG.toRGBA8(decoded)[0]!);
  const colour = (at: number) => (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!;
  const all = Array.from({ length: bytes.length / 4 }, (_, index) => colour(index * 4));
  const { width, height } = decoded;
  return {
    width,
    height,
    at: (x, y) => all[y * width + x]!,
    count: (wanted) => all.filter((pixel) => pixel === wanted).length,
  };
}
