/**
 * Events as plain values. Offsets are `offsetof` of Xlib.h's structures on LP64.
 * @module
 */
import { type Atom, type Damage, type Drawable, NONE, type Window, xid } from "./xid.ts";

/** Size of XEvent in bytes. */
export const EVENT_BYTES = 192;

/** What the program listens to. */
export type XEvent =
  | { readonly type: "create"; readonly window: Window; readonly overrideRedirect: boolean }
  | { readonly type: "map"; readonly window: Window; readonly overrideRedirect: boolean }
  | { readonly type: "unmap" | "destroy" | "configure" | "reparent"; readonly window: Window }
  | PropertyEvent
  | SelectionRequest
  | { readonly type: "selection_clear"; readonly window: Window; readonly selection: Atom; readonly time: number }
  | { readonly type: "selection_notify"; readonly requestor: Window; readonly property: Atom | null }
  | { readonly type: "focus"; readonly window: Window; readonly gained: boolean }
  | { readonly type: "damage"; readonly drawable: Drawable; readonly damage: Damage }
  | {
    readonly type: "raw";
    /** What the device did. */
    readonly input: RawInput;
    /** The master device. */
    readonly device: number;
    /** The slave device that it came from. */
    readonly source: number;
    /** Keycode or button. */
    readonly detail: number;
  }
  | ClientMessage
  | { readonly type: "other"; readonly code: number };

/** Input as a device sent it, before anybody's grab. */
export type RawInput = "key_press" | "key_release" | "button_press" | "button_release" | "motion" | "touch";

/** A client sent a message. */
export interface ClientMessage {
  /** Tells it from other events. */
  readonly type: "message";
  /** The window that it is about. */
  readonly window: Window;
  /** Its type. */
  readonly message: Atom;
  /** The five numbers of a message of format 32. */
  readonly words: readonly number[];
}

/** A property changed. */
export interface PropertyEvent {
  /** Tells it from other events. */
  readonly type: "property";
  /** Whose property. */
  readonly window: Window;
  /** Its name. */
  readonly atom: Atom;
  /** Server time, ms. */
  readonly time: number;
  /** Whether it was deleted. */
  readonly deleted: boolean;
}

/** Another client asks for a selection that this one owns (ICCCM 2.2). */
export interface SelectionRequest {
  /** Tells it from other events. */
  readonly type: "selection_request";
  /** The window that owned it when the question was asked. */
  readonly owner: Window;
  /** Who asks. */
  readonly requestor: Window;
  /** Which selection. */
  readonly selection: Atom;
  /** In which form. */
  readonly target: Atom;
  /** Where the answer goes; null from clients of before ICCCM. */
  readonly property: Atom | null;
  /** Server time of what the user did, ms; 0 for now. */
  readonly time: number;
}

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
  24: "configure", // GravityNotify: moved with its parent.
  26: "configure", // CirculateNotify: put on top or at the bottom.
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
  if (code === 28) {
    return { type: "property", window: id(32), atom: xid<Atom>(id(40)), time: id(48), deleted: flag(56) };
  }
  if (code === 33) {
    const words = [56, 64, 72, 80, 88].map((offset) => Number(view.getBigInt64(offset, true)));
    return { type: "message", window: id(32), message: xid<Atom>(id(40)), words };
  }
  return selectionEvent(code, id) ?? { type: "other", code };
}

/** XSelectionClearEvent, XSelectionRequestEvent and XSelectionEvent. */
function selectionEvent(code: number, id: (offset: number) => Window): XEvent | null {
  const atom = (offset: number) => xid<Atom>(id(offset));
  const atomOrNull = (offset: number) => id(offset) === NONE ? null : atom(offset);
  if (code === 29) return { type: "selection_clear", window: id(32), selection: atom(40), time: id(48) };
  if (code === 31) return { type: "selection_notify", requestor: id(32), property: atomOrNull(56) };
  if (code !== 30) return null;
  return {
    type: "selection_request",
    owner: id(32),
    requestor: id(40),
    selection: atom(48),
    target: atom(56),
    property: atomOrNull(64),
    time: id(72),
  };
}
