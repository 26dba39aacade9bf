/**
 * Which window has the keyboard, and how one is given it.
 * @module
 */
import type { Display } from "../../ffi/display.ts";
import { getNumbers } from "../../ffi/x11_properties.ts";
import { inputFocus, queryTree, raiseWindow, sendToRoot, setInputFocus, translate } from "../../ffi/x11_windows.ts";
import type { Window } from "../../ffi/xid.ts";
import { XRequestError } from "../../ffi/x_errors.ts";
import { clientPid } from "../../ffi/xres.ts";

/** Whether a window manager that speaks EWMH runs. */
export function hasWindowManager(display: Display): boolean {
  return getNumbers(display, display.root, "_NET_SUPPORTING_WM_CHECK").length > 0;
}

/** Whether the keyboard focus is on a window or inside it. */
export function hasFocus(display: Display, window: Window): boolean {
  const focus = inputFocus(display);
  return focus !== null && isInside(display, focus, window);
}

/** Whether `window` is `ancestor` or below it. */
export function isInside(display: Display, window: Window, ancestor: Window): boolean {
  try {
    for (let at = window; at; at = queryTree(display, at).parent) {
      if (at === ancestor) return true;
      if (at === display.root) return false;
    }
  } catch (error) {
    if (!(error instanceof XRequestError && error.isGone)) throw error;
  }
  return false;
}

/** The child of the root window at a point of the screen; null where the root shows. */
export function topmostAt(display: Display, x: number, y: number): Window | null {
  return translate(display, display.root, display.root, x, y).child;
}

/**
 * The window of another process that lies inside a window at a point of the screen; null for none.
 *
 * @param pid The process that made `window`.
 */
export function guestAt(display: Display, window: Window, pid: number | null, x: number, y: number): Window | null {
  try {
    for (let at: Window | null = window; at !== null; at = translate(display, display.root, at, x, y).child) {
      if (clientPid(display, at) !== pid) return at;
    }
  } catch (error) {
    if (!(error instanceof XRequestError && error.isGone)) throw error;
  }
  return null;
}

/** Asks the window manager to activate a window: `_NET_ACTIVE_WINDOW` with the source of a pager (EWMH). */
export function requestActivation(display: Display, window: Window): void {
  const PAGER = 2;
  sendToRoot(display, window, "_NET_ACTIVE_WINDOW", [PAGER, 0, 0, 0, 0]);
}

/** Asks the window manager to put a window on top and to leave the focus alone: `_NET_RESTACK_WINDOW` (EWMH). */
export function requestRaise(display: Display, window: Window): void {
  const PAGER = 2;
  const ABOVE = 0;
  sendToRoot(display, window, "_NET_RESTACK_WINDOW", [PAGER, 0, ABOVE, 0, 0]);
}

/** BadMatch of X.h: what XSetInputFocus says of a window that is not shown. */
const BAD_MATCH = 8;

/**
 * Raises and focuses a window without a window manager's help.
 *
 * @returns False when it can't be done now: the window is not shown, as for a moment after its window manager died.
 */
export function forceActivation(display: Display, window: Window, frame: Window): boolean {
  return forced(() => {
    raiseWindow(display, frame);
    setInputFocus(display, window);
  });
}

/** Raises a window without a window manager's help. @returns False when it is gone. */
export function forceRaise(display: Display, frame: Window): boolean {
  return forced(() => raiseWindow(display, frame));
}

function forced(change: () => void): boolean {
  try {
    change();
    return true;
  } catch (error) {
    if (error instanceof XRequestError && (error.error.code === BAD_MATCH || error.isGone)) return false;
    throw error;
  }
}
