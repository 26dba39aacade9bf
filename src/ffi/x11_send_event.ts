/**
 * Events that one client sends to another (XSendEvent): no device moves, no window is activated.
 * Layouts are `offsetof` of Xlib.h's structures on LP64.
 * @module
 */
import type { Display } from "./display.ts";
import { EVENT_BYTES } from "./events.ts";
import { libX11 } from "./libx11.ts";
import type { Window } from "./xid.ts";

/** Event types of X.h. */
const code = {
  key: { press: 2, release: 3 },
  button: { press: 4, release: 5 },
  motion: 6,
  enter: 7,
  leave: 8,
  focusIn: 9,
  focusOut: 10,
} as const;
/** NotifyNonlinear of X.h: the focus comes from, or goes to, a window that is no relative. */
const NONLINEAR = 3;

/** What pointer and key events say besides themselves. */
export interface EventContext {
  /** The window that the event is sent to. */
  readonly window: Window;
  /** Place inside that window, X pixels. */
  readonly x: number;
  /** Place inside that window, X pixels. */
  readonly y: number;
  /** Place on the root window, X pixels. */
  readonly rootX: number;
  /** Place on the root window, X pixels. */
  readonly rootY: number;
  /** Buttons and modifiers that are down before the event (X.h's mask). */
  readonly state: number;
  /** The server's time, ms. */
  readonly time: number;
}

/** Sends a KeyPress or KeyRelease. */
export function sendKey(display: Display, context: EventContext, keycode: number, press: boolean): void {
  const view = event(display, press ? code.key.press : code.key.release, context);
  view.setUint32(84, keycode, true);
  view.setInt32(88, 1, true); // same_screen
  send(display, "KeyPress", context.window, view);
}

/** Sends a ButtonPress or ButtonRelease. */
export function sendButton(display: Display, context: EventContext, button: number, press: boolean): void {
  const view = event(display, press ? code.button.press : code.button.release, context);
  view.setUint32(84, button, true);
  view.setInt32(88, 1, true);
  send(display, "ButtonPress", context.window, view);
}

/** Sends a MotionNotify. */
export function sendMotion(display: Display, context: EventContext): void {
  const view = event(display, code.motion, context);
  view.setInt32(88, 1, true);
  send(display, "MotionNotify", context.window, view);
}

/** Sends an EnterNotify or LeaveNotify. Its mode and detail are NotifyNormal and NotifyAncestor, both 0. */
export function sendCrossing(display: Display, context: EventContext, entered: boolean): void {
  const view = event(display, entered ? code.enter : code.leave, context);
  view.setInt32(88, 1, true);
  view.setUint32(80, 0, true);
  view.setUint32(96, context.state, true);
  send(display, "EnterNotify", context.window, view);
}

/** Sends a FocusIn or FocusOut. The server's focus stays where it is. */
export function sendFocus(display: Display, window: Window, gained: boolean): void {
  const view = header(display, gained ? code.focusIn : code.focusOut, window);
  view.setInt32(44, NONLINEAR, true);
  send(display, "FocusIn", window, view);
}

/** What all of these structures begin with. */
function header(display: Display, type: number, window: Window): DataView<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(EVENT_BYTES));
  view.setInt32(0, type, true);
  view.setInt32(16, 1, true); // send_event
  view.setBigUint64(32, BigInt(window), true);
  view.setBigUint64(40, BigInt(display.root), true);
  return view;
}

/** XKeyEvent, XButtonEvent, XMotionEvent and XCrossingEvent are the same up to the place. */
function event(display: Display, type: number, context: EventContext): DataView<ArrayBuffer> {
  const view = header(display, type, context.window);
  view.setBigUint64(56, BigInt(context.time), true);
  [context.x, context.y, context.rootX, context.rootY].forEach((value, index) =>
    view.setInt32(64 + index * 4, value, true)
  );
  view.setUint32(80, context.state, true);
  return view;
}

/** The mask is 0: the event goes to the client that made the window, whatever it selected. */
function send(display: Display, name: string, window: Window, view: DataView<ArrayBuffer>): void {
  const bytes = new Uint8Array(view.buffer);
  display.check(`XSendEvent ${name}`, (pointer) => libX11().XSendEvent(pointer, BigInt(window), 0, 0n, bytes));
}
