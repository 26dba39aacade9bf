/**
 * What is done to RGB pixels: pasting, filling, cutting. Pure.
 * @module
 */
import type { Rect } from "../../contract/values.ts";
import type { RgbImage } from "./png.ts";

/** A picture of one grey. */
export function solid({ width, height }: Pick<Rect, "width" | "height">, grey: number): RgbImage {
  return { width, height, data: new Uint8Array(width * height * 3).fill(grey) };
}

/** The part of a rectangle that lies inside a picture; null when there is none. */
export function clip(rect: Rect, image: { width: number; height: number }): Rect | null {
  const [x, y] = [Math.max(0, rect.x), Math.max(0, rect.y)];
  const width = Math.min(image.width, rect.x + rect.width) - x;
  const height = Math.min(image.height, rect.y + rect.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** A rectangle that is larger by some pixels on each side. */
export function grow({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
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

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Fills a rectangle with a colour. */
export function paint(target: RgbImage, rect: Rect, colour: Colour): void {
  const part = clip(rect, target);
  if (!part) return;
  for (let row = part.y; row < part.y + part.height; row++) {
    const start = (row * target.width + part.x) * 3;
    for (let at = start; at < start + part.width * 3; at += 3) target.data.set(colour, at);
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

/** Whether a picture is black all over. */
export function isBlack({ data }: RgbImage): boolean {
  return data.every((value) => value === 0);
}

/** A part of a picture: the picture itself when that is all of it. */
export function crop(source: RgbImage, rect: Rect): RgbImage {
  if (rect.x === 0 && rect.y === 0 && rect.width === source.width && rect.height === source.height) return source;
  const part = { width: rect.width, height: rect.height, data: new Uint8Array(rect.width * rect.height * 3) };
  paste(part, source, -rect.x, -rect.y);
  return part;
}
