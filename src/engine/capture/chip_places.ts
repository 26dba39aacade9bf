/**
 * Where the label of a box goes: outside it or in a free corner, where it hides least. Pure.
 * @module
 */
import type { Rect } from "../../contract/values.ts";
import { intersection } from "../atspi/rectangles.ts";
import { clip, grow } from "./pixels.ts";
import type { RgbImage } from "./png.ts";

/** What there is to know of a picture when a label is placed. */
export interface Surroundings {
  /** The picture without boxes: what is drawn there is not to be hidden. */
  readonly image: RgbImage;
  /** All boxes. */
  readonly boxes: readonly Rect[];
  /** Labels that have been placed. */
  readonly chips: readonly Rect[];
}

/** What a pixel counts that another label takes too … */
const CHIP_COST = 20;
/** … and one that shows something. */
const DRAWN_COST = 3;
/** What a pixel counts in another box: a label there may be taken for that one's. */
const FOREIGN_COST = 0.3;
/** What each place costs more than the one before it, so that labels keep to the same corner where they can. */
const ORDER_COST = 0.5;
/** How far two neighbouring pixels are apart where something is drawn, as a sum of channels. */
const EDGE = 60;

/**
 * The best place for a label of that size.
 *
 * @param box One of the boxes.
 * @param line How wide the line around it is.
 */
export function placeChip(
  box: Rect,
  size: Pick<Rect, "width" | "height">,
  line: number,
  surroundings: Surroundings,
): Rect {
  const { image } = surroundings;
  const inner = grow(box, -2 * line); // Off a border that the element may have.
  const places = [...around(grow(box, line), size), ...inside(inner, size), ...inside(box, size)].filter((place) =>
    isWithin(place, image)
  );
  const [best] = places.map((place, order) => ({ place, cost: costOf(place, box, surroundings) + order * ORDER_COST }))
    .sort((a, b) => a.cost - b.cost);
  return best?.place ?? pushedInto(image, { ...box, ...size });
}

/** Above, below and beside a box, at its corners and middles. */
function around({ x, y, width, height }: Rect, chip: Pick<Rect, "width" | "height">): Rect[] {
  const [right, bottom] = [x + width, y + height];
  const middle = Math.round(y + (height - chip.height) / 2);
  return [
    { x, y: y - chip.height },
    { x: right - chip.width, y: y - chip.height },
    { x: right, y: middle },
    { x: x - chip.width, y: middle },
    { x, y: bottom },
    { x: right - chip.width, y: bottom },
    { x: right, y },
    { x: x - chip.width, y },
    { x: Math.round(x + (width - chip.width) / 2), y: y - chip.height },
    { x: Math.round(x + (width - chip.width) / 2), y: bottom },
  ].map((corner) => ({ ...chip, ...corner }));
}

function inside({ x, y, width, height }: Rect, chip: Pick<Rect, "width" | "height">): Rect[] {
  const [right, bottom] = [x + width - chip.width, y + height - chip.height];
  const middle = Math.round((y + bottom) / 2);
  return [
    { x: right, y },
    { x, y },
    { x: right, y: bottom },
    { x, y: bottom },
    { x: right, y: middle },
    { x, y: middle },
  ].map((corner) => ({ ...chip, ...corner }));
}

function costOf(place: Rect, own: Rect, { image, boxes, chips }: Surroundings): number {
  const shared = (others: readonly Rect[]) =>
    others.reduce((sum, other) => sum + areaOf(intersection(place, other)), 0);
  const foreign = boxes.filter((box) => box !== own && !contains(box, own));
  return drawnIn(image, place) * DRAWN_COST + shared(chips) * CHIP_COST + shared(foreign) * FOREIGN_COST;
}

/** How many pixels differ from the one before them: nothing is hidden where all are alike. */
function drawnIn(image: RgbImage, place: Rect): number {
  const { data, width } = image;
  const part = clip(place, image);
  let edges = 0;
  if (!part) return edges;
  for (let y = part.y; y < part.y + part.height; y++) {
    for (let x = Math.max(1, part.x); x < part.x + part.width; x++) {
      const at = (y * width + x) * 3;
      const change = Math.abs(data[at]! - data[at - 3]!) + Math.abs(data[at + 1]! - data[at - 2]!) +
        Math.abs(data[at + 2]! - data[at - 1]!);
      if (change > EDGE) edges++;
    }
  }
  return edges;
}

function areaOf(rect: Rect | undefined): number {
  return rect ? rect.width * rect.height : 0;
}

function contains(outer: Rect, { x, y, width, height }: Rect): boolean {
  return outer.x <= x && outer.y <= y && outer.x + outer.width >= x + width && outer.y + outer.height >= y + height;
}

function isWithin(rect: Rect, { width, height }: Pick<Rect, "width" | "height">): boolean {
  return contains({ x: 0, y: 0, width, height }, rect);
}

function pushedInto(image: RgbImage, rect: Rect): Rect {
  const into = (at: number, side: number, whole: number) => Math.max(0, Math.min(at, whole - side));
  return { ...rect, x: into(rect.x, rect.width, image.width), y: into(rect.y, rect.height, image.height) };
}
