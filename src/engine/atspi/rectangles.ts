/**
 * Rectangles in the pixels of a screen.
 * @module
 */
import type { Rect } from "../../contract/values.ts";

/** What two rectangles have in common; undefined for nothing. */
export function intersection(a: Rect, b: Rect): Rect | undefined {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

/** Whether nothing of a rectangle stands outside of another. */
export function encloses(outer: Rect, inner: Rect): boolean {
  const shared = intersection(outer, inner);
  return shared !== undefined && shared.width === inner.width && shared.height === inner.height;
}

/** The smallest rectangle around some others; undefined for none. */
export function union(rectangles: readonly Rect[]): Rect | undefined {
  const [first, ...rest] = rectangles;
  return first && rest.reduce(around, first);
}

function around(a: Rect, b: Rect): Rect {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  const width = Math.max(a.x + a.width, b.x + b.width) - x;
  return { x, y, width, height: Math.max(a.y + a.height, b.y + b.height) - y };
}
