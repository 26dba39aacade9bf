/**
 * PNG encoding: RGB, 8 bits, no filter (filters do not pay on screens).
 * @module
 * @see {@link https://www.w3.org/TR/png-3/}
 */
import { crc32, deflateSync } from "node:zlib";

/** Compression level: 4.6 ms and 130 KB for a 1024×768 screen; level 6 takes 10.9 ms for 123 KB. */
const LEVEL = 3;
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Pixels, three bytes each, rows without gaps. */
export interface RgbImage {
  /** Width in pixels. */
  readonly width: number;
  /** Height in pixels. */
  readonly height: number;
  /** `width * height * 3` bytes. */
  readonly data: Uint8Array<ArrayBuffer>;
}

/** Encodes a picture. */
export function encodePng(image: RgbImage): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, image.width);
  view.setUint32(4, image.height);
  header.set([8, 2, 0, 0, 0], 8); // 8 bits, RGB, deflate, adaptive filtering, no interlace
  const chunks = [chunk("IHDR", header), chunk("IDAT", deflateSync(withFilterBytes(image), { level: LEVEL }))];
  return concat([new Uint8Array(SIGNATURE), ...chunks, chunk("IEND", new Uint8Array(0))]);
}

/** Each row begins with its filter: 0, none. */
function withFilterBytes({ width, height, data }: RgbImage): Uint8Array {
  const stride = width * 3;
  const rows = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y++) rows.set(data.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  return rows;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set([...type].map((letter) => letter.charCodeAt(0)), 4);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
