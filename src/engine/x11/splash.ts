/**
 * Splash screens: what an application shows while it starts, and nothing to work with.
 * @module
 */
import type { Display } from "../../ffi/display.ts";
import { ask, property } from "../../ffi/xcb.ts";
import type { Window } from "../../ffi/xid.ts";
import { numbersOf } from "./window_details.ts";

/** Most types that a window lists, bytes. */
const TYPES_BYTES = 512;

/** Those of the windows whose _NET_WM_WINDOW_TYPE says splash screen. */
export function splashScreens(display: Display, windows: readonly Window[]): Set<Window> {
  const splash = display.atom("_NET_WM_WINDOW_TYPE_SPLASH");
  const types = ask(display, windows.map((window) => property(display, window, "_NET_WM_WINDOW_TYPE", TYPES_BYTES)));
  return new Set(windows.filter((_, index) => numbersOf(types[index]!).includes(splash)));
}
