/**
 * Selections: who owns one, asking for it, handing it over.
 * @module
 * @see {@link https://www.x.org/releases/current/doc/xorg-docs/icccm/icccm.html#Peer_to_Peer_Communication_by_Means_of_Selections}
 */
import type { Display } from "./display.ts";
import { EVENT_BYTES, type SelectionRequest } from "./events.ts";
import { libX11 } from "./libx11.ts";
import { type Atom, NONE, type Window, xid } from "./xid.ts";

/** A property's value with its type, as selections are handed over in. */
export interface TypedValue {
  /** What it is. */
  readonly type: Atom;
  /** Bits an item. */
  readonly format: 8 | 32;
  /** The items; those of format 32 as Xlib has them: longs of 8 bytes. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const PROP_MODE_REPLACE = 0;
const PROP_MODE_APPEND = 2;
/** InputOnly of X.h: a window that is never shown needs no pixels. */
const INPUT_ONLY = 2;
const SELECTION_NOTIFY = 31;

/** Makes a window that is never shown, to own a selection or to ask for one. */
export function createHiddenWindow(display: Display): Window {
  const window = display.check(
    "XCreateWindow",
    (pointer) => libX11().XCreateWindow(pointer, BigInt(display.root), -1, -1, 1, 1, 0, 0, INPUT_ONLY, null, 0n, null),
  );
  return xid(Number(window));
}

/** Destroys a window of this connection. */
export function destroyWindow(display: Display, window: Window): void {
  display.check("XDestroyWindow", (pointer) => libX11().XDestroyWindow(pointer, BigInt(window)));
}

/** The window that owns a selection; null for none. */
export function selectionOwner(display: Display, selection: Atom): Window | null {
  const owner = display.run(
    "XGetSelectionOwner",
    (pointer) => libX11().XGetSelectionOwner(pointer, BigInt(selection)),
  );
  return owner === 0n ? null : xid<Window>(Number(owner));
}

/** Takes a selection, or gives it up with `null`. The server ignores it when somebody took it after `time`. */
export function setSelectionOwner(display: Display, selection: Atom, owner: Window | null, time: number): void {
  display.check(
    "XSetSelectionOwner",
    (pointer) => libX11().XSetSelectionOwner(pointer, BigInt(selection), BigInt(owner ?? NONE), BigInt(time)),
  );
}

/** Asks a selection's owner to write it into a property of `requestor`. */
export function convertSelection(
  display: Display,
  { selection, target, property, requestor }: Record<"selection" | "target" | "property", Atom> & { requestor: Window },
  time: number,
): void {
  display.check("XConvertSelection", (pointer) =>
    libX11().XConvertSelection(
      pointer,
      BigInt(selection),
      BigInt(target),
      BigInt(property),
      BigInt(requestor),
      BigInt(time),
    ));
}

/** Tells a requestor that its answer stands in `property`, or with `null` that there is none. */
export function sendSelectionNotify(display: Display, request: SelectionRequest, property: Atom | null): void {
  const event = new Uint8Array(EVENT_BYTES);
  const view = new DataView(event.buffer);
  view.setInt32(0, SELECTION_NOTIFY, true);
  const words = [request.requestor, request.selection, request.target, property ?? NONE, request.time];
  words.forEach((word, index) => view.setBigUint64(32 + index * 8, BigInt(word), true));
  display.check(
    "XSendEvent SelectionNotify",
    (pointer) => libX11().XSendEvent(pointer, BigInt(request.requestor), 0, 0n, event),
  );
}

/** Sets a property of any window. @throws {XRequestError} When the window is gone. */
export function setProperty(display: Display, window: Window, property: Atom, value: TypedValue): void {
  changeProperty(display, window, property, value, PROP_MODE_REPLACE);
}

/** Appends nothing to a property: all that happens is an event that tells the server's time (ICCCM 2.1). */
export function touchProperty(display: Display, window: Window, property: Atom): void {
  const nothing: TypedValue = { type: property, format: 8, bytes: new Uint8Array() };
  changeProperty(display, window, property, nothing, PROP_MODE_APPEND);
}

function changeProperty(display: Display, window: Window, property: Atom, value: TypedValue, mode: number): void {
  const { type, format, bytes } = value;
  const items = format === 32 ? bytes.length / 8 : bytes.length;
  display.check("XChangeProperty", (pointer) =>
    libX11().XChangeProperty(
      pointer,
      BigInt(window),
      BigInt(property),
      BigInt(type),
      format,
      mode,
      bytes,
      items,
    ));
}

/** Atoms or other ids as Xlib has them: longs of 8 bytes. */
export function longs(values: readonly number[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(BigUint64Array.from(values, BigInt).buffer);
}

/** The other way round. */
export function fromLongs(bytes: Uint8Array<ArrayBuffer>): number[] {
  const view = new DataView(bytes.buffer);
  return Array.from({ length: Math.floor(bytes.length / 8) }, (_, index) => view.getUint32(index * 8, true));
}
