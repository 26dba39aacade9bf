/**
 * From the server's pixels to layers, and layers put on top of each other. Pure.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { Rect } from "../../contract/values.ts";
import type { RawImage } from "../../ffi/ximage.ts";
import { clip, paste, solid } from "./pixels.ts";
import type { RgbImage } from "./png.ts";

/** A window's pixels. Colours are premultiplied, as X clients draw them. */
export interface Layer extends RgbImage {
  /** A byte a pixel, 255 for opaque; null when all of it is. */
  readonly alpha: Uint8Array<ArrayBuffer> | null;
}

/** The ground under what is transparent. */
const WHITE = 255;

/**
 * Converts the server's pixels. 32 bits a pixel with 8-bit channels take the fast way.
 *
 * @throws {OperationError} `unsupported` for a Visual with a palette.
 */
export function toLayer(image: RawImage): Layer {
  const { width, height, masks, bitsPerPixel } = image;
  if (masks.some((mask) => mask === 0)) {
    throw new OperationError("unsupported", `A window of depth ${image.depth} with a palette can't be captured`);
  }
  const plain = bitsPerPixel === 32 && masks[0] === 0xff0000 && masks[1] === 0xff00 && masks[2] === 0xff;
  return { width, height, data: plain ? fromBgrx(image) : fromMasks(image), alpha: plain ? alphaOf(image) : null };
}

/** B, G, R, unused: the layout of nearly every X server on a little-endian machine. Four pixels make three words. */
function fromBgrx({ width, height, stride, data }: RawImage): Uint8Array<ArrayBuffer> {
  const from = new Uint32Array(data.buffer, data.byteOffset, data.byteLength >> 2);
  if (stride !== width * 4) return fromRows(from, width, height, stride >> 2);
  const count = width * height;
  const rgb = new Uint8Array(count * 3);
  const to = new Uint32Array(rgb.buffer, 0, (count >> 2) * 3);
  for (let at = 0, word = 0; word < to.length; at += 4, word += 3) {
    const [one, two, three, four] = [from[at]!, from[at + 1]!, from[at + 2]!, from[at + 3]!];
    to[word] = (one >>> 16) & 0xff | one & 0xff00 | (one & 0xff) << 16 | (two & 0xff0000) << 8;
    to[word + 1] = (two >>> 8) & 0xff | (two & 0xff) << 8 | three & 0xff0000 | (three & 0xff00) << 16;
    to[word + 2] = three & 0xff | (four & 0xff0000) >>> 8 | (four & 0xff00) << 8 | (four & 0xff) << 24;
  }
  for (let at = count & ~3; at < count; at++) putPixel(rgb, at * 3, from[at]!);
  return rgb;
}

function fromRows(from: Uint32Array, width: number, height: number, rowWords: number): Uint8Array<ArrayBuffer> {
  const rgb = new Uint8Array(width * height * 3);
  for (let y = 0, to = 0; y < height; y++) {
    for (let at = y * rowWords, end = at + width; at < end; at++, to += 3) putPixel(rgb, to, from[at]!);
  }
  return rgb;
}

function putPixel(rgb: Uint8Array, to: number, pixel: number): void {
  rgb[to] = pixel >>> 16;
  rgb[to + 1] = pixel >>> 8;
  rgb[to + 2] = pixel;
}

/** Any TrueColor layout: depth 16 (565), depth 30 (10-10-10), swapped channels. */
function fromMasks({ width, height, stride, data, bitsPerPixel, masks }: RawImage): Uint8Array<ArrayBuffer> {
  const rgb = new Uint8Array(width * height * 3);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const bytes = bitsPerPixel >> 3;
  const pixelAt = (at: number) => bytes === 4 ? view.getUint32(at, true) : view.getUint16(at, true);
  const channels = masks.map(channelOf);
  let to = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = pixelAt(y * stride + x * bytes);
      for (const { shift, table } of channels) rgb[to++] = table[(pixel >>> shift) & (table.length - 1)]!;
    }
  }
  return rgb;
}

/** What each value of a channel is in 8 bits. */
function channelOf(mask: number): { readonly shift: number; readonly table: Uint8Array } {
  const shift = 31 - Math.clz32(mask & -mask);
  const top = mask >>> shift;
  return { shift, table: Uint8Array.from({ length: top + 1 }, (_, value) => Math.round(value * 255 / top)) };
}

/**
 * Depth 32 carries alpha. Null when everything is opaque, and when nothing is: a client that draws with core requests
 * leaves alpha at 0 everywhere, and means what it drew.
 */
function alphaOf({ width, height, stride, data, depth }: RawImage): Uint8Array<ArrayBuffer> | null {
  if (depth !== 32) return null;
  const alpha = new Uint8Array(width * height);
  let [least, most] = [255, 0];
  for (let y = 0, to = 0; y < height; y++) {
    for (let at = y * stride + 3, end = at + width * 4; at < end; at += 4) {
      const value = data[at]!;
      alpha[to++] = value;
      if (value < least) least = value;
      if (value > most) most = value;
    }
  }
  return least === 255 || most === 0 ? null : alpha;
}

/** A layer of which only some rectangles are shown: the pixmap is black outside of a window's shape. */
export function shaped(layer: Layer, shape: readonly Rect[]): Layer {
  const { width, height } = layer;
  const alpha = new Uint8Array(width * height);
  for (const part of shape.flatMap((rect) => clip(rect, layer) ?? [])) {
    for (let y = part.y; y < part.y + part.height; y++) {
      const [start, end] = [y * width + part.x, y * width + part.x + part.width];
      if (layer.alpha) alpha.set(layer.alpha.subarray(start, end), start);
      else alpha.fill(255, start, end);
    }
  }
  return { ...layer, alpha };
}

/**
 * A layer as a picture. What is transparent is white, not transparent in the PNG: viewers and models lay such a picture
 * on a ground of their own, which often is black.
 */
export function flatten(layer: Layer): RgbImage {
  if (!layer.alpha) return layer;
  const image = solid(layer, WHITE);
  compose(image, layer, 0, 0);
  return image;
}

/** Lays a layer on a picture; what lies outside is left out. */
export function compose(target: RgbImage, layer: Layer, x: number, y: number): void {
  if (!layer.alpha) return paste(target, layer, x, y);
  const part = clip({ x, y, width: layer.width, height: layer.height }, target);
  if (!part) return;
  for (let row = part.y; row < part.y + part.height; row++) {
    for (let column = part.x; column < part.x + part.width; column++) {
      blend(target.data, (row * target.width + column) * 3, layer, (row - y) * layer.width + column - x);
    }
  }
}

/** "Over" of Porter and Duff with premultiplied colours. */
function blend(target: Uint8Array, to: number, { data, alpha }: Layer, pixel: number): void {
  const opacity = alpha![pixel]!;
  if (opacity === 0) return;
  for (let channel = 0; channel < 3; channel++) {
    const under = Math.round(target[to + channel]! * (255 - opacity) / 255);
    target[to + channel] = Math.min(255, data[pixel * 3 + channel]! + under);
  }
}
