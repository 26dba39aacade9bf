/**
 * Windows: the tree, attributes, coordinates, focus, stacking.
 * @module
 */
import type { Display } from "./display.ts";
import { libX11 } from "./libx11.ts";
import { outs, readUlongs } from "./memory.ts";
import { type Window, xid } from "./xid.ts";

/** What the server knows of a window; X pixels. */
export interface WindowAttributes {
  /** Position inside the parent. */
  readonly x: number;
  /** Position inside the parent. */
  readonly y: number;
  /** Width without border. */
  readonly width: number;
  /** Height without border. */
  readonly height: number;
  /** Width of its border, which a named pixmap holds too. */
  readonly border: number;
  /** Bits a pixel that mean something. */
  readonly depth: number;
  /** The Visual, for images. */
  readonly visual: Deno.PointerObject;
  /** Whether it is mapped and all its ancestors are. */
  readonly viewable: boolean;
  /** Whether the window manager leaves it alone. */
  readonly overrideRedirect: boolean;
  /** Whether it can only take input (it has no pixels). */
  readonly inputOnly: boolean;
}

/** Size of XWindowAttributes (Xlib.h, LP64). */
const ATTRIBUTES_BYTES = 136;
/** IsViewable of X.h. */
const IS_VIEWABLE = 2;
/** InputOnly of X.h. */
const INPUT_ONLY = 2;
/** RevertToParent of X.h. */
const REVERT_TO_PARENT = 2;

/** Attributes of a window. */
export function windowAttributes(display: Display, window: Window): WindowAttributes {
  const bytes = new Uint8Array(ATTRIBUTES_BYTES);
  display.run("XGetWindowAttributes", (pointer) => libX11().XGetWindowAttributes(pointer, BigInt(window), bytes));
  const view = new DataView(bytes.buffer);
  const int = (offset: number) => view.getInt32(offset, true);
  return {
    x: int(0),
    y: int(4),
    width: int(8),
    height: int(12),
    border: int(16),
    depth: int(20),
    visual: Deno.UnsafePointer.create(view.getBigUint64(24, true))!,
    inputOnly: int(40) === INPUT_ONLY,
    viewable: int(92) === IS_VIEWABLE,
    overrideRedirect: int(120) !== 0,
  };
}

/** The parent and the children of a window, children from bottom to top. */
export function queryTree(display: Display, window: Window): { parent: Window; children: Window[] } {
  const [root, parent, list, count] = outs(4);
  display.run(
    "XQueryTree",
    (pointer) => libX11().XQueryTree(pointer, BigInt(window), root.buffer, parent.buffer, list.buffer, count.buffer),
  );
  const children = list.pointer;
  if (!children) return { parent: xid(parent.ulong), children: [] };
  try {
    return { parent: xid(parent.ulong), children: readUlongs(children, count.uint).map((id) => xid<Window>(id)) };
  } finally {
    libX11().XFree(children);
  }
}

/** A point of one window in another's coordinates, and the other's child that contains it. */
export function translate(
  display: Display,
  from: Window,
  to: Window,
  x: number,
  y: number,
): { x: number; y: number; child: Window | null } {
  const [outX, outY, child] = outs(3);
  display.run(
    "XTranslateCoordinates",
    (pointer) =>
      libX11().XTranslateCoordinates(pointer, BigInt(from), BigInt(to), x, y, outX.buffer, outY.buffer, child.buffer),
  );
  return { x: outX.int, y: outY.int, child: child.ulong ? xid<Window>(child.ulong) : null };
}

/** The window with the keyboard focus; null for None and PointerRoot. */
export function inputFocus(display: Display): Window | null {
  const [focus, revert] = outs(2);
  display.run("XGetInputFocus", (pointer) => libX11().XGetInputFocus(pointer, focus.buffer, revert.buffer));
  return focus.ulong > 1 ? xid<Window>(focus.ulong) : null;
}

/** Gives a window the keyboard focus. */
export function setInputFocus(display: Display, window: Window, time = 0): void {
  display.check(
    "XSetInputFocus",
    (pointer) => libX11().XSetInputFocus(pointer, BigInt(window), REVERT_TO_PARENT, BigInt(time)),
  );
}

/** Puts a window on top of its siblings. */
export function raiseWindow(display: Display, window: Window): void {
  display.check("XRaiseWindow", (pointer) => libX11().XRaiseWindow(pointer, BigInt(window)));
}

/** Where the pointer is on the root window, and which buttons and modifiers are down (X.h's mask). */
export function queryPointer(display: Display): { x: number; y: number; mask: number } {
  const [root, child, x, y, windowX, windowY, mask] = outs(7);
  display.run("XQueryPointer", (pointer) =>
    libX11().XQueryPointer(
      pointer,
      BigInt(display.root),
      root.buffer,
      child.buffer,
      x.buffer,
      y.buffer,
      windowX.buffer,
      windowY.buffer,
      mask.buffer,
    ));
  return { x: x.int, y: y.int, mask: mask.uint };
}

/**
 * Asks for events of a window; the mask replaces this connection's earlier one for it.
 *
 * @throws {XRequestError} When the window is gone.
 */
export function selectInput(display: Display, window: Window, mask: bigint): void {
  display.check("XSelectInput", (pointer) => libX11().XSelectInput(pointer, BigInt(window), mask));
}

/** Sends a client message of five 32-bit words to the root window, as EWMH asks for. */
export function sendToRoot(display: Display, window: Window, message: string, words: readonly number[]): void {
  const mask = (1n << 19n) | (1n << 20n); // SubstructureNotify | SubstructureRedirect
  sendMessage(display, { to: display.root, mask }, window, message, words);
}

/** Sends a client message of five 32-bit words to the client that made a window, as ICCCM asks for. */
export function sendToClient(display: Display, window: Window, message: string, words: readonly number[]): void {
  sendMessage(display, { to: window, mask: 0n }, window, message, words);
}

function sendMessage(
  display: Display,
  { to, mask }: { to: Window; mask: bigint },
  window: Window,
  message: string,
  words: readonly number[],
): void {
  const event = new Uint8Array(192);
  const view = new DataView(event.buffer);
  view.setInt32(0, 33, true); // ClientMessage
  view.setBigUint64(32, BigInt(window), true);
  view.setBigUint64(40, BigInt(display.atom(message)), true);
  view.setInt32(48, 32, true); // format
  words.forEach((word, index) => view.setBigInt64(56 + index * 8, BigInt(word), true));
  display.check(message, (pointer) => libX11().XSendEvent(pointer, BigInt(to), 0, mask, event));
}

/** Does something that no other client may come in between of. */
export function withServerGrabbed<T>(display: Display, body: () => T): T {
  display.check("XGrabServer", (pointer) => libX11().XGrabServer(pointer));
  try {
    return body();
  } finally {
    if (!display.dead) display.check("XUngrabServer", (pointer) => libX11().XUngrabServer(pointer));
  }
}

/** Makes a window of one pixel in the upper left corner that lies over all others and that no window manager touches. */
export function createCornerWindow(display: Display): Window {
  const OVERRIDE_REDIRECT = 1n << 9n; // CWOverrideRedirect (X.h)
  const attributes = new Uint8Array(112); // XSetWindowAttributes: override_redirect 88
  new DataView(attributes.buffer).setInt32(88, 1, true);
  const root = BigInt(display.root);
  return display.check("XCreateWindow", (pointer) => {
    const INPUT_ONLY = 2;
    const window = libX11().XCreateWindow(
      pointer,
      root,
      0,
      0,
      1,
      1,
      0,
      0,
      INPUT_ONLY,
      null,
      OVERRIDE_REDIRECT,
      attributes,
    );
    libX11().XMapRaised(pointer, window);
    return xid<Window>(Number(window));
  });
}
