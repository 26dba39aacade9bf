/**
 * Events as plain values. Offsets are `offsetof` of Xlib.h's structures on LP64.
 * @module
 */
import { type Atom, type Damage, type Drawable, type Window, xid } from "./xid.ts";

/** Size of XEvent in bytes. */
export const EVENT_BYTES = 192;

/** What the program listens to. */
export type XEvent =
  | { readonly type: "create"; readonly window: Window; readonly overrideRedirect: boolean }
  | { readonly type: "map"; readonly window: Window; readonly overrideRedirect: boolean }
  | { readonly type: "unmap" | "destroy" | "configure" | "reparent"; readonly window: Window }
  | { readonly type: "property"; readonly window: Window; readonly atom: Atom; readonly time: number }
  | { readonly type: "focus"; readonly window: Window; readonly gained: boolean }
  | { readonly type: "damage"; readonly drawable: Drawable; readonly damage: Damage }
  | { readonly type: "other"; readonly code: number };

/** Event masks of X.h, for {@linkcode selectInput}. */
export const eventMask = {
  structureNotify: 1n << 17n,
  substructureNotify: 1n << 19n,
  focusChange: 1n << 21n,
  propertyChange: 1n << 22n,
} as const;

const FOCUS_IN = 9;
const FOCUS_OUT = 10;
const structureTypes: Readonly<Record<number, "unmap" | "destroy" | "configure" | "reparent">> = {
  17: "destroy",
  18: "unmap",
  21: "reparent",
  22: "configure",
};

/**
 * Reads an event.
 *
 * @param bytes An XEvent.
 * @param damageEvent The DAMAGE extension's first event number, -1 without the extension.
 */
export function decodeEvent(bytes: Uint8Array<ArrayBuffer>, damageEvent: number): XEvent {
  const view = new DataView(bytes.buffer);
  const code = view.getInt32(0, true);
  const id = (offset: number) => xid<Window>(Number(view.getBigUint64(offset, true)));
  const flag = (offset: number) => view.getInt32(offset, true) !== 0;
  const structure = structureTypes[code];
  if (structure) return { type: structure, window: id(40) };
  if (code === damageEvent) return { type: "damage", drawable: id(32), damage: xid<Damage>(id(40)) };
  if (code === FOCUS_IN || code === FOCUS_OUT) return { type: "focus", window: id(32), gained: code === FOCUS_IN };
  if (code === 16) return { type: "create", window: id(40), overrideRedirect: flag(68) };
  if (code === 19) return { type: "map", window: id(40), overrideRedirect: flag(48) };
  if (code === 28) return { type: "property", window: id(32), atom: xid<Atom>(id(40)), time: Number(id(48)) };
  return { type: "other", code };
}
