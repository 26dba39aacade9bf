/**
 * Puts elements into the order in which a person reads them.
 * @module
 */
import type { Rect } from "../../contract/values.ts";

/** Something with a place. */
interface Placed {
  readonly bounds?: Rect | undefined;
}

/**
 * Keeps the toolkit's order unless most of it runs backwards: GTK 3 grids give their children from last to first. Then
 * the items are ordered by lines, from top to bottom, in a line from left to right. Where the place of an item is not
 * known, the order stays.
 */
export function inReadingOrder<T extends Placed>(items: readonly T[]): T[] {
  if (items.some((item) => item.bounds === undefined) || !runsBackwards(items)) return [...items];
  const lines: T[][] = [];
  for (const item of [...items].sort((a, b) => a.bounds!.y - b.bounds!.y)) {
    const line = lines.at(-1);
    if (line && sharesLine(line[0]!.bounds!, item.bounds!)) line.push(item);
    else lines.push([item]);
  }
  return lines.flatMap((line) => line.sort((a, b) => a.bounds!.x - b.bounds!.x));
}

function runsBackwards(items: readonly Placed[]): boolean {
  const pairs = items.slice(1).map((item, i) => [items[i]!.bounds!, item.bounds!] as const);
  const backwards = pairs.filter(([first, next]) => standsBefore(next, first)).length;
  return backwards * 2 > pairs.length;
}

/** Whether `a` is above `b`, or on the same line and left of it. */
function standsBefore(a: Rect, b: Rect): boolean {
  return sharesLine(a, b) ? a.x + a.width <= b.x : a.y < b.y;
}

/** Whether the middle of one is within the height of the other. */
function sharesLine(a: Rect, b: Rect): boolean {
  return holdsMiddle(a, b) || holdsMiddle(b, a);
}

function holdsMiddle(a: Rect, b: Rect): boolean {
  const middle = b.y + b.height / 2;
  return middle >= a.y && middle < a.y + a.height;
}
