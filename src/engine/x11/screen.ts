/**
 * The screen that is driven, and its monitors.
 * @module
 */
import type { MonitorInfo } from "../../contract/values.ts";
import type { Display } from "../../ffi/display.ts";
import { windowAttributes } from "../../ffi/x11_windows.ts";
import { activeMonitors } from "../../ffi/xrandr.ts";

/** The screen's size as it is now, X pixels: RandR may have changed it since the connection was opened. */
export function screenSize(display: Display): { width: number; height: number } {
  const { width, height } = windowAttributes(display, display.root);
  return { width, height };
}

/** The monitors. A screen that names none is one monitor, and the primary one. */
export function listMonitors(display: Display): MonitorInfo[] {
  const monitors = activeMonitors(display) ?? [];
  if (monitors.length === 0) return [{ name: "screen", bounds: { x: 0, y: 0, ...screenSize(display) }, primary: true }];
  return monitors.map(({ name, primary, x, y, width, height }) => ({ name, bounds: { x, y, width, height }, primary }));
}
