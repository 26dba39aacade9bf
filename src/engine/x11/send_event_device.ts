/**
 * Input by XSendEvent: to a window in the background, while the person's pointer, focus and stacking order stay as they
 * are. Toolkits take it when what a device would have caused comes along: the window hears that it has the focus and
 * that the pointer entered, and afterwards that both left.
 * @module
 */
import type { Display } from "../../ffi/display.ts";
import { keyboardState, modifierKeycodes } from "../../ffi/x11_keyboard.ts";
import {
  type EventContext,
  sendButton,
  sendCrossing,
  sendFocus,
  sendKey,
  sendMotion,
} from "../../ffi/x11_send_event.ts";
import { queryPointer, translate } from "../../ffi/x11_windows.ts";
import { XRequestError } from "../../ffi/x_errors.ts";
import type { Window } from "../../ffi/xid.ts";
import { serverTime } from "../../ffi/xsync.ts";
import { hasFocus } from "./focus.ts";
import type { InputDevice } from "./input_device.ts";

/** X.h's mask of a pressed button: Button1Mask is 1 << 8; there is none above button 5. */
const buttonMask = (button: number): number => button <= 5 ? 1 << (7 + button) : 0;
/** Where an event's state holds the layout group (XKB). */
const GROUP_SHIFT = 13;

/** A pointer and a keyboard that exist in one window's eyes only. */
export class SendEventDevice implements InputDevice, Disposable {
  readonly route = "send_event";
  readonly #display: Display;
  #target: Window | null = null;
  #isFocused = false;
  /** The window that the pointer seems to be in, and where in it. */
  #under: { readonly window: Window; readonly x: number; readonly y: number } | null = null;
  #rootX = 0;
  #rootY = 0;
  #buttons = 0;
  #modifiers = 0;
  readonly #modifierOf = new Map<number, number>();
  readonly #group: number;

  /** Reads which keys are modifiers. */
  constructor(display: Display) {
    this.#display = display;
    this.#group = keyboardState(display).group << GROUP_SHIFT;
    modifierKeycodes(display).forEach((keycodes, row) =>
      keycodes.forEach((keycode) => this.#modifierOf.set(keycode, 1 << row))
    );
  }

  /** Names the top-level window or popup that what follows is for. The one before hears that it was left. */
  aimAt(window: Window): void {
    if (window === this.#target) return;
    this.leave();
    this.#target = window;
  }

  /** Moves to a point of the display: with a button held inside the window that it was pressed in, as a grab would. */
  move(x: number, y: number): void {
    [this.#rootX, this.#rootY] = [x, y];
    const before = this.#under;
    const now = this.#buttons !== 0 && before ? this.#inside(before.window) : this.#deepest();
    if (before?.window !== now.window) {
      this.#cross(false);
      this.#under = now;
      this.#cross(true);
    }
    this.#under = now;
    sendMotion(this.#display, this.#context());
  }

  /** Presses or releases a button where the pointer seems to be. */
  button(button: number, press: boolean): void {
    if (press) this.focus();
    const send = () => sendButton(this.#display, this.#context(), button, press);
    press ? send() : ifThere(send);
    this.#buttons = press ? this.#buttons | buttonMask(button) : this.#buttons & ~buttonMask(button);
  }

  /** Presses or releases a key. */
  key(keycode: number, press: boolean): void {
    if (press) this.focus();
    const send = () => sendKey(this.#display, { ...this.#context(), ...this.#inside(this.#aim) }, keycode, press);
    press ? send() : ifThere(send);
    const modifier = this.#modifierOf.get(keycode) ?? 0;
    this.#modifiers = press ? this.#modifiers | modifier : this.#modifiers & ~modifier;
  }

  /** Tells the window that pointer and focus left it, unless the person's are there. A pointer that only hovers stays. */
  [Symbol.dispose](): void {
    if (this.#isFocused && !this.#display.dead) this.leave();
  }

  /** Tells the window that pointer and focus left it, unless the person's are there. */
  leave(): void {
    const target = this.#target;
    if (target === null) return;
    ifThere(() => {
      if (this.#under && !this.#holdsPointer(target)) this.#cross(false);
      if (this.#isFocused && !hasFocus(this.#display, target)) sendFocus(this.#display, target, false);
    });
    this.#under = this.#target = null;
    this.#isFocused = false;
  }

  get #aim(): Window {
    if (this.#target === null) throw new Error("No window was named to send events to");
    return this.#target;
  }

  /** Tells the window that it has the keyboard focus, once. */
  focus(): void {
    if (this.#isFocused) return;
    this.#isFocused = true;
    if (!hasFocus(this.#display, this.#aim)) sendFocus(this.#display, this.#aim, true);
  }

  #cross(entered: boolean): void {
    if (this.#under) sendCrossing(this.#display, this.#context(), entered);
  }

  #context(): EventContext {
    const place = this.#under ?? this.#inside(this.#aim);
    const state = this.#buttons | this.#modifiers | this.#group;
    return { ...place, rootX: this.#rootX, rootY: this.#rootY, state, time: serverTime(this.#display) };
  }

  #inside(window: Window): { window: Window; x: number; y: number } {
    const { x, y } = translate(this.#display, this.#display.root, window, this.#rootX, this.#rootY);
    return { window, x, y };
  }

  /** The innermost window at the point. */
  #deepest(): { window: Window; x: number; y: number } {
    let window = this.#aim;
    for (;;) {
      const { x, y, child } = translate(this.#display, this.#display.root, window, this.#rootX, this.#rootY);
      if (child === null) return { window, x, y };
      window = child;
    }
  }

  #holdsPointer(window: Window): boolean {
    const { x, y } = queryPointer(this.#display);
    const topmost = translate(this.#display, this.#display.root, this.#display.root, x, y).child;
    return topmost === window;
  }
}

/** What was pressed may have closed the window: then there is nothing left to release or to leave. */
function ifThere(send: () => void): void {
  try {
    send();
  } catch (error) {
    if (!(error instanceof XRequestError && error.isGone)) throw error;
  }
}
