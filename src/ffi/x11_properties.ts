/**
 * Window properties. Clients may write anything into them, so every read is bounded.
 * @module
 */
import type { Display } from "./display.ts";
import { libX11 } from "./libx11.ts";
import { copyBytes, outs } from "./memory.ts";
import type { Window } from "./xid.ts";

/** Longest property that is read, in bytes. */
export const MAX_PROPERTY_BYTES = 65_536;

/** A property's value. */
export interface Property {
  /** Bits an item: 8, 16 or 32. */
  readonly format: number;
  /** The items: bytes for format 8, else numbers (format 32: unsigned). */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether there was more than was read. */
  readonly cut: boolean;
}

/** A property, or null when the window has none of that name. */
export function getProperty(display: Display, window: Window, name: string): Property | null {
  const [type, format, items, after, value] = outs(5);
  const atom = BigInt(display.atom(name));
  display.run(`XGetWindowProperty ${name}`, (pointer) =>
    libX11().XGetWindowProperty(
      pointer,
      BigInt(window),
      atom,
      0n,
      BigInt(MAX_PROPERTY_BYTES / 4),
      0,
      0n,
      type.buffer,
      format.buffer,
      items.buffer,
      after.buffer,
      value.buffer,
    ));
  const pointer = value.pointer;
  if (!pointer) return null;
  try {
    if (type.ulong === 0) return null;
    const bytes = copyBytes(pointer, items.ulong * itemBytes(format.int));
    return { format: format.int, bytes, cut: after.ulong > 0 };
  } finally {
    libX11().XFree(pointer);
  }
}

/** Xlib hands out items of format 32 as longs: 8 bytes each on LP64. */
function itemBytes(format: number): number {
  return format === 32 ? 8 : format / 8;
}

/** A property of format 32 as numbers; empty when it is missing or of another format. */
export function getNumbers(display: Display, window: Window, name: string): number[] {
  const property = getProperty(display, window, name);
  if (property?.format !== 32) return [];
  const view = new DataView(property.bytes.buffer);
  return Array.from({ length: property.bytes.length / 8 }, (_, index) => view.getUint32(index * 8, true));
}

/** A property of format 8 as text; UTF-8, else Latin-1 (ICCCM's STRING). Null when missing. */
export function getText(display: Display, window: Window, name: string): string | null {
  const property = getProperty(display, window, name);
  if (property?.format !== 8) return null;
  try {
    return new TextDecoder("utf-8", { fatal: !property.cut }).decode(property.bytes);
  } catch {
    return new TextDecoder("latin1").decode(property.bytes);
  }
}
