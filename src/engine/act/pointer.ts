/**
 * Where the pointer is and what lies under it.
 * @module
 */
import { queryPointer } from "../../ffi/x11_windows.ts";
import { inline } from "../escape.ts";
import { toplevelAt } from "../world/windows.ts";
import { screenSize } from "../x11/screen.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import type { DisplayPoint } from "./activate.ts";
import type { Scene } from "./scene.ts";
import type { Verification } from "./step.ts";

/**
 * Moves the pointer to a point by way of the pixel beside it: whoever is there gets motion, also when the pointer was
 * there already or jumps in from outside.
 */
export function moveOver({ x, y }: DisplayPoint, { device }: Scene): void {
  device.move(x > 0 ? x - 1 : x + 1, y);
  device.move(x, y);
}

/** Where the pointer is that input goes out through. */
export function pointerPosition({ connection }: Scene): DisplayPoint {
  return connection.own?.position() ?? queryPointer(connection.display);
}

/** Whoever's window is topmost at a point; null for none. */
export function windowUnder(point: DisplayPoint, { connection, world }: Scene): Toplevel | null {
  return toplevelAt(connection, world, point);
}

/** The point of the display that is nearest. */
export function insideDisplay({ x, y }: DisplayPoint, { connection }: Scene): DisplayPoint {
  const { width, height } = screenSize(connection.display);
  return { x: Math.min(width - 1, Math.max(0, x)), y: Math.min(height - 1, Math.max(0, y)) };
}

/** Whether the pointer is where it was moved to; of one that applications alone see nothing can be said. */
export function pointerAt(point: DisplayPoint, window: Toplevel, scene: Scene): Verification {
  if (scene.device.route === "send_event") return {};
  const { x, y } = pointerPosition(scene);
  if (x !== point.x || y !== point.y) return { warning: `the pointer is at ${x},${y}, not at ${point.x},${point.y}` };
  return { confirmed: `the pointer is at ${x},${y} of the display, over ${inline(window.title)}` };
}
