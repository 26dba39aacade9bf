/**
 * What of an element the pointer can get to, where the element is now.
 * @module
 */
import type { Rect } from "../../contract/values.ts";
import { intersection } from "../atspi/rectangles.ts";
import type { Snapshot } from "../observe/element.ts";
import type { SeenElement } from "../observe/element_registry.ts";
import { look } from "../observe/look.ts";
import type { Scene } from "./scene.ts";

/**
 * What can be seen of an element: of where it is now, what its surroundings leave of it. Those are where they were in
 * their window, which may have moved.
 *
 * @param now Its place on the display; undefined for none.
 * @param window Where its window's client area is now.
 */
export function visibleNow(seen: SeenElement, now: Rect | undefined, window: Rect): Rect | undefined {
  const { element: { bounds, visible, clip }, origin } = seen;
  if (!now || !hasMoved(seen, now)) return visible;
  const place = bounds ? smaller(now, bounds) : now;
  return clip
    ? intersection(place, { ...clip, x: clip.x + window.x - origin.x, y: clip.y + window.y - origin.y })
    : place;
}

/** Whether an element is elsewhere than it was seen. */
export function hasMoved({ element: { bounds } }: SeenElement, now: Rect | undefined): boolean {
  return now !== undefined && (now.x !== bounds?.x || now.y !== bounds.y);
}

/** What is told of an element can be less than what its toolkit reports: an item of a tree without those below it. */
function smaller(now: Rect, told: Rect): Rect {
  return { ...now, width: Math.min(now.width, told.width), height: Math.min(now.height, told.height) };
}

/** Looks once more at the window of an element, which takes note of where the element is and what cuts it off there. */
export async function lookAgain({ window }: SeenElement, scene: Scene): Promise<Snapshot | null> {
  const { context, connection, world, signal, windows, active } = scene;
  const toplevel = windows.find((other) => other.window === window) ?? active;
  return (await look(context, connection, toplevel, world, signal)).snapshot;
}
