/**
 * Scaling. Pure.
 * @module
 */
import { scaledSide } from "../observe/frame_store.ts";
import type { RgbImage } from "./png.ts";

/** Scales a picture down, each new pixel being the mean of the area that it covers, or up by a whole number. */
export function scaleImage(source: RgbImage, scale: number): RgbImage {
  if (scale === 1) return source;
  return scale > 1 ? enlarge(source, Math.round(scale)) : shrink(source, scale);
}

/** Each pixel becomes a square: nothing is smoothed, edges stay where they are. */
function enlarge(source: RgbImage, times: number): RgbImage {
  const [width, height] = [source.width * times, source.height * times];
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < source.height; y++) {
    const start = y * times * width * 3;
    for (let x = 0, to = start, from = y * source.width * 3; x < source.width; x++, from += 3) {
      for (let count = 0; count < times; count++, to += 3) {
        data[to] = source.data[from]!;
        data[to + 1] = source.data[from + 1]!;
        data[to + 2] = source.data[from + 2]!;
      }
    }
    for (let count = 1; count < times; count++) {
      data.copyWithin(start + count * width * 3, start, start + width * 3);
    }
  }
  return { width, height, data };
}

function shrink(source: RgbImage, scale: number): RgbImage {
  const [width, height] = [scaledSide(source.width, scale), scaledSide(source.height, scale)];
  const data = new Uint8Array(width * height * 3);
  const columns = spans(width, source.width);
  let to = 0;
  for (const rows of spans(height, source.height)) {
    const band = meanRow(source, rows);
    for (const column of columns) to = addMean(band, column, data, to);
  }
  return { width, height, data };
}

/** One new pixel, from a band of pixels; where the next one goes. */
function addMean(band: Float32Array, { first, weights }: Span, data: Uint8Array, to: number): number {
  for (let channel = 0; channel < 3; channel++) {
    let sum = 0.5; // Rounds.
    for (let index = 0, at = first * 3 + channel; index < weights.length; index++, at += 3) {
      sum += band[at]! * weights[index]!;
    }
    data[to + channel] = Math.min(255, sum);
  }
  return to + 3;
}

/** Several rows as one. */
function meanRow({ width, data }: RgbImage, { first, weights }: Span): Float32Array {
  const row = new Float32Array(width * 3);
  for (const [index, weight] of weights.entries()) {
    for (let to = 0, from = (first + index) * row.length; to < row.length; to++, from++) {
      row[to] = row[to]! + data[from]! * weight;
    }
  }
  return row;
}

/** Source pixels that a new one covers, and how much of its area each takes. */
interface Span {
  readonly first: number;
  readonly weights: readonly number[];
}

function spans(size: number, sourceSize: number): Span[] {
  const step = sourceSize / size;
  return Array.from({ length: size }, (_, index) => {
    const [start, end] = [index * step, Math.min(sourceSize, (index + 1) * step)];
    const first = Math.floor(start);
    const count = Math.max(1, Math.ceil(end - 1e-9) - first);
    const covered = (at: number) => Math.min(end, at + 1) - Math.max(start, at);
    return { first, weights: Array.from({ length: count }, (_, at) => covered(first + at) / (end - start)) };
  });
}
