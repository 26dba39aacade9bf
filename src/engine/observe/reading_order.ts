/**
 * Puts elements into the order in which a person reads them.
 * @module
 */
import type { Rect } from "../../contract/values.ts";

/** Something with a place. */
interface Placed {
  readonly bounds?: Rect | undefined;
}

/** Something whose place is known. */
interface Standing {
  readonly bounds: Rect;
}

/** Fewest items of a grid: fewer share an edge by chance. */
const MIN_GRID = 6;
/** How many places of a grid an item may fill, on the average: some keys of a calculator are twice as wide or high. */
const MAX_SPAN = 1.25;
/** Most items that are compared with one another. */
const MAX_COMPARED = 300;
/** By how much neighbours may overlap, X pixels: frames and shadows do. */
const SLACK = 2;

/**
 * Keeps the toolkit's order unless it is plainly not that of the screen: most of it runs backwards, as GTK 3 grids give
 * their children from last to first; something comes after what it stands above, as Qt's menu bars do; or the items
 * stand in rows and columns. Where the place of an item is not known, the order stays.
 */
export function inReadingOrder<T extends Placed>(items: readonly T[]): T[] {
  const standing = items.filter((item): item is T & Standing => item.bounds !== undefined);
  if (standing.length < items.length) return [...items];
  if (isGrid(standing)) return byLines(standing);
  return runsBackwards(standing) || isUpsideDown(standing) ? byCuts(standing) : [...items];
}

/** Whether the items share so few left and upper edges that these make a grid. */
function isGrid(items: readonly Standing[]): boolean {
  if (items.length < MIN_GRID) return false;
  const columns = new Set(items.map(({ bounds }) => bounds.x)).size;
  const rows = new Set(items.map(({ bounds }) => bounds.y)).size;
  return columns > 1 && rows > 1 && columns * rows <= items.length * MAX_SPAN;
}

/** From top to bottom, in a line from left to right. */
function byLines<T extends Standing>(items: readonly T[]): T[] {
  const lines: T[][] = [];
  // The lowest first: what is higher than its line must not draw the next one into it.
  for (const item of [...items].sort((a, b) => a.bounds.y - b.bounds.y || a.bounds.height - b.bounds.height)) {
    const line = lines.at(-1);
    if (line && sharesLine(line[0]!.bounds, item.bounds)) line.push(item);
    else lines.push([item]);
  }
  return lines.flatMap((line) => line.sort((a, b) => a.bounds.x - b.bounds.x));
}

/** Band by band from top to bottom, a band column by column from left to right, a column again band by band … */
function byCuts<T extends Standing>(items: readonly T[]): T[] {
  const bands = cut(items, ({ y, height }) => [y, y + height]);
  const parts = bands.length > 1 ? bands : cut(items, ({ x, width }) => [x, x + width]);
  if (parts.length > 1) return parts.flatMap(byCuts);
  return runsBackwards(items) ? byLines(items) : [...items];
}

/** The items between the gaps along one axis. */
function cut<T extends Standing>(items: readonly T[], extent: (place: Rect) => readonly [number, number]): T[][] {
  const parts: { items: Set<T>; end: number }[] = [];
  const sorted = [...items].sort((a, b) => extent(a.bounds)[0] - extent(b.bounds)[0]);
  for (const item of sorted) {
    const [start, end] = extent(item.bounds);
    const part = parts.at(-1);
    if (!part || start >= part.end - SLACK) parts.push({ items: new Set([item]), end });
    else Object.assign(part, { items: part.items.add(item), end: Math.max(part.end, end) });
  }
  // In a part the order stays.
  return parts.map((part) => items.filter((item) => part.items.has(item)));
}

function runsBackwards(items: readonly Standing[]): boolean {
  const pairs = items.slice(1).map((item, i) => [items[i]!.bounds, item.bounds] as const);
  const backwards = pairs.filter(([first, next]) => standsBefore(next, first)).length;
  return backwards * 2 > pairs.length;
}

/** Whether an item comes after one that it stands right above. */
function isUpsideDown(items: readonly Standing[]): boolean {
  if (items.length > MAX_COMPARED) return false;
  return items.some(({ bounds: later }, i) => items.slice(0, i).some(({ bounds }) => standsOver(later, bounds)));
}

function standsOver(a: Rect, b: Rect): boolean {
  const isAbove = a.y < b.y && a.y + a.height <= b.y + SLACK;
  return isAbove && Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > SLACK;
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
