/**
 * `org.a11y.atspi.Component`: where an object is.
 * @module
 */
import type { Rect } from "../../../contract/values.ts";
import type { AccessibleRef } from "../accessible_ref.ts";
import { type Caller, readRef } from "../caller.ts";
import type { CallOptions } from "../connection.ts";
import type { Reader } from "../wire/reader.ts";

const INTERFACE = "org.a11y.atspi.Component";
/** What coordinates count from (`ATSPI_COORD_TYPE_SCREEN`, `ATSPI_COORD_TYPE_WINDOW`). */
export type CoordType = "screen" | "window";
const coordTypes: Readonly<Record<CoordType, number>> = { screen: 0, window: 1 };
/** Scroll so that it shows, wherever (`ATSPI_SCROLL_ANYWHERE`). */
const ANYWHERE = 6;

/** The object's place as the toolkit reports it; undefined for junk (no place, closed menus). */
export function getExtents(
  caller: Caller,
  ref: AccessibleRef,
  options?: CallOptions,
  coordType: CoordType = "screen",
): Promise<Rect | undefined> {
  return caller.call(ref, {
    interface: INTERFACE,
    member: "GetExtents",
    signature: "u",
    write: (writer) => writer.uint32(coordTypes[coordType]),
    replySignature: "(iiii)",
    read: readExtents,
  }, options);
}

/** The object's child at a point, by the toolkit's own hit test; a null reference for none. */
export function getAccessibleAtPoint(
  caller: Caller,
  ref: AccessibleRef,
  x: number,
  y: number,
  options?: CallOptions,
  coordType: CoordType = "screen",
): Promise<AccessibleRef> {
  return caller.call(ref, {
    interface: INTERFACE,
    member: "GetAccessibleAtPoint",
    signature: "iiu",
    write: (writer) => {
      writer.int32(x);
      writer.int32(y);
      writer.uint32(coordTypes[coordType]);
    },
    replySignature: "(so)",
    read: readRef,
  }, options);
}

/** Whether an object shows at a point; false for objects that are not on the screen. */
export function contains(
  caller: Caller,
  ref: AccessibleRef,
  { x, y }: { readonly x: number; readonly y: number },
  options?: CallOptions,
  coordType: CoordType = "screen",
): Promise<boolean> {
  return caller.call(ref, {
    interface: INTERFACE,
    member: "Contains",
    signature: "iiu",
    write: (writer) => {
      writer.int32(x);
      writer.int32(y);
      writer.uint32(coordTypes[coordType]);
    },
    replySignature: "b",
    read: (reader) => reader.boolean(),
  }, options);
}

/** Gives the object the keyboard focus. The answer says whether the toolkit tried. */
export function grabFocus(caller: Caller, ref: AccessibleRef, options?: CallOptions): Promise<boolean> {
  return caller.call(ref, {
    interface: INTERFACE,
    member: "GrabFocus",
    replySignature: "b",
    read: (reader) => reader.boolean(),
  }, options);
}

/** Scrolls the object into view, where the toolkit can. */
export function scrollIntoView(caller: Caller, ref: AccessibleRef, options?: CallOptions): Promise<boolean> {
  return caller.call(ref, {
    interface: INTERFACE,
    member: "ScrollTo",
    signature: "u",
    write: (writer) => writer.uint32(ANYWHERE),
    replySignature: "b",
    read: (reader) => reader.boolean(),
  }, options);
}

function readExtents(reader: Reader): Rect | undefined {
  reader.align(8);
  const [x, y, width, height] = [reader.int32(), reader.int32(), reader.int32(), reader.int32()];
  return isJunk(x, y, width, height) ? undefined : { x, y, width, height };
}

/** Largest coordinate of the X11 protocol. */
const MAX_COORDINATE = 32767;

/** What toolkits report for no place: (-1, -1, -1, -1), sizes of 0, INT_MIN with 1×1. */
function isJunk(x: number, y: number, width: number, height: number): boolean {
  if (width <= 0 || height <= 0) return true;
  // Content of long scrolled areas lies far outside of the screen, but not outside of 24 bits.
  return Math.max(Math.abs(x), Math.abs(y), width, height) > MAX_COORDINATE * 512;
}
