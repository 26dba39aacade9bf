/**
 * From the server's pixels to RGB, and what is done to RGB: pasting, filling, scaling. Pure.
 * @module
 */
import type { Rect } from "../../contract/values.ts";
import type { RawImage } from "../../ffi/ximage.ts";
import type { RgbImage } from "./png.ts";

/** Converts the server's pixels. 32 bits a pixel with 8-bit channels take the fast way. */
export function toRgb(image: RawImage): RgbImage {
  const { width, height, masks, bitsPerPixel } = image;
  const plain = bitsPerPixel === 32 && masks[0] === 0xff0000 && masks[1] === 0xff00 && masks[2] === 0xff;
  return { width, height, data: plain ? fromBgrx(image) : fromMasks(image) };
}

/** B, G, R, unused: the layout of nearly every X server on a little-endian machine. */
function fromBgrx({ width, height, stride, data }: RawImage): Uint8Array<ArrayBuffer> {
  const rgb = new Uint8Array(width * height * 3);
  const words = new Uint32Array(data.buffer, data.byteOffset, data.byteLength >> 2);
  const rowWords = stride >> 2;
  for (let y = 0, to = 0; y < height; y++) {
    for (let from = y * rowWords, end = from + width; from < end; from++) {
      const pixel = words[from]!;
      rgb[to++] = pixel >>> 16;
      rgb[to++] = pixel >>> 8;
      rgb[to++] = pixel;
    }
  }
  return rgb;
}

/** Any TrueColor layout: depth 16 (565), depth 30 (10-10-10), swapped channels. */
function fromMasks({ width, height, stride, data, bitsPerPixel, masks }: RawImage): Uint8Array<ArrayBuffer> {
  const rgb = new Uint8Array(width * height * 3);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const channels = masks.map((mask) => ({
    mask,
    shift: Math.log2(mask & -mask),
    top: (mask >>> Math.log2(mask & -mask)) || 1,
  }));
  const bytes = bitsPerPixel >> 3;
  let to = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * stride + x * bytes;
      const pixel = bytes === 4 ? view.getUint32(at, true) : bytes === 2 ? view.getUint16(at, true) : view.getUint8(at);
      for (const { mask, shift, top } of channels) rgb[to++] = Math.round(((pixel & mask) >>> shift) * 255 / top);
    }
  }
  return rgb;
}

/** The part of a rectangle that lies inside a picture; null when there is none. */
export function clip(rect: Rect, image: { width: number; height: number }): Rect | null {
  const [x, y] = [Math.max(0, rect.x), Math.max(0, rect.y)];
  const width = Math.min(image.width, rect.x + rect.width) - x;
  const height = Math.min(image.height, rect.y + rect.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** Copies a picture into another at a place; what lies outside is left out. */
export function paste(target: RgbImage, source: RgbImage, x: number, y: number): void {
  const part = clip({ x, y, width: source.width, height: source.height }, target);
  if (!part) return;
  for (let row = part.y; row < part.y + part.height; row++) {
    const from = ((row - y) * source.width + (part.x - x)) * 3;
    target.data.set(source.data.subarray(from, from + part.width * 3), (row * target.width + part.x) * 3);
  }
}

/** Fills a rectangle with a grey. */
export function fill(target: RgbImage, rect: Rect, grey: number): void {
  const part = clip(rect, target);
  if (!part) return;
  for (let row = part.y; row < part.y + part.height; row++) {
    const start = (row * target.width + part.x) * 3;
    target.data.fill(grey, start, start + part.width * 3);
  }
}

/** A part of a picture. */
export function crop(source: RgbImage, rect: Rect): RgbImage {
  const part = { width: rect.width, height: rect.height, data: new Uint8Array(rect.width * rect.height * 3) };
  paste(part, source, -rect.x, -rect.y);
  return part;
}

/** Scales a picture down: each new pixel is the mean of those that it covers. */
export function scaleDown(source: RgbImage, scale: number): RgbImage {
  const width = Math.max(1, Math.round(source.width * scale));
  const height = Math.max(1, Math.round(source.height * scale));
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = span(y, height, source.height);
    for (let x = 0; x < width; x++) {
      mean(source, span(x, width, source.width), [top, bottom], data, (y * width + x) * 3);
    }
  }
  return { width, height, data };
}

/** The source pixels that a new one covers, at least one. */
function span(index: number, size: number, sourceSize: number): [number, number] {
  const start = Math.floor(index * sourceSize / size);
  return [start, Math.max(start + 1, Math.floor((index + 1) * sourceSize / size))];
}

function mean(
  source: RgbImage,
  [left, right]: readonly [number, number],
  [top, bottom]: readonly [number, number],
  data: Uint8Array,
  to: number,
): void {
  let [red, green, blue] = [0, 0, 0];
  for (let y = top; y < bottom; y++) {
    for (let at = (y * source.width + left) * 3, end = (y * source.width + right) * 3; at < end; at += 3) {
      red += source.data[at]!;
      green += source.data[at + 1]!;
      blue += source.data[at + 2]!;
    }
  }
  const count = (right - left) * (bottom - top);
  data[to] = red / count;
  data[to + 1] = green / count;
  data[to + 2] = blue / count;
}
