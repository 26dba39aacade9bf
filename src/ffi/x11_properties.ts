/**
 * Window properties. Clients may write anything into them, so every read is bounded.
 * @module
 */
import type { Display } from "./display.ts";
import { libX11 } from "./libx11.ts";
import { copyBytes, Out, outs, readUlongs } from "./memory.ts";
import { type Atom, NONE, type Window, xid } from "./xid.ts";
import { XRequestError } from "./x_errors.ts";

/** Longest property that is read, in bytes. */
export const MAX_PROPERTY_BYTES = 65_536;

/** A property that was read. */
export interface ReadValue {
  /** What it is. */
  readonly type: Atom;
  /** Bits an item: 8, 16 or 32. */
  readonly format: number;
  /** The items as Xlib has them; those of format 32 are longs of 8 bytes. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether there was more than the limit: then it was not deleted. */
  readonly cut: boolean;
}

/** Reads a property; null when there is none. @param take Whether to delete it. @param limit Bytes at most. */
export function readProperty(
  display: Display,
  window: Window,
  property: Atom,
  { take, limit }: { take: boolean; limit: number },
): ReadValue | null {
  const [type, format, items, after, value] = outs(5);
  display.check("XGetWindowProperty", (pointer) =>
    libX11().XGetWindowProperty(
      pointer,
      BigInt(window),
      BigInt(property),
      0n,
      BigInt(Math.ceil(limit / 4)),
      take ? 1 : 0,
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
    if (type.ulong === NONE) return null;
    const bytes = copyBytes(pointer, items.ulong * itemBytes(format.int));
    return { type: xid<Atom>(type.ulong), format: format.int, bytes, cut: after.ulong > 0 };
  } finally {
    libX11().XFree(pointer);
  }
}

/** A property, or null when the window has none of that name. */
export function getProperty(display: Display, window: Window, name: string): ReadValue | null {
  return readProperty(display, window, display.atom(name), { take: false, limit: MAX_PROPERTY_BYTES });
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

/** The names of a window's properties. */
export function listProperties(display: Display, window: Window): Atom[] {
  const count = new Out();
  const list = display.run(
    "XListProperties",
    (pointer) => libX11().XListProperties(pointer, BigInt(window), count.buffer),
  );
  if (!list) return [];
  try {
    return readUlongs(list, count.int).map((atom) => xid<Atom>(atom));
  } finally {
    libX11().XFree(list);
  }
}

/** Removes a property, if the window has it. */
export function deleteProperty(display: Display, window: Window, name: string): void {
  const atom = BigInt(display.atom(name));
  display.check("XDeleteProperty", (pointer) => libX11().XDeleteProperty(pointer, BigInt(window), atom));
}

/** BadAtom of X.h. */
const BAD_ATOM = 5;

/** The name of an atom, which any client may have made up; cut to `limit` characters, empty for a number that is none. */
export function atomName(display: Display, atom: Atom, limit: number): string {
  const name = nameOf(display, atom);
  if (!name) return "";
  try {
    return new Deno.UnsafePointerView(name).getCString().slice(0, limit).toWellFormed();
  } finally {
    libX11().XFree(name);
  }
}

function nameOf(display: Display, atom: Atom): Deno.PointerObject | null {
  try {
    return display.run("XGetAtomName", (pointer) => libX11().XGetAtomName(pointer, BigInt(atom)));
  } catch (error) {
    if (error instanceof XRequestError && error.error.code === BAD_ATOM) return null;
    throw error;
  }
}
