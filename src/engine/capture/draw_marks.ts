/**
 * Draws numbered boxes on a picture (Set-of-Mark). Pure.
 * @module
 * @see {@link https://arxiv.org/abs/2310.11441}
 */
import type { Rect } from "../../contract/values.ts";
import { placeChip } from "./chip_places.ts";
import { DIGIT_HEIGHT, DIGIT_WIDTH, digits } from "./digits.ts";
import { type Colour, grow, paint } from "./pixels.ts";
import type { RgbImage } from "./png.ts";

/** One thing to mark. */
export interface Mark {
  /** Its number: an element id. */
  readonly id: number;
  /** Its place. */
  readonly rect: Rect;
}

/** Dark enough for white digits, and taken in turn: neighbours differ. */
const palette: readonly Colour[] = [
  [196, 0, 0],
  [0, 72, 200],
  [0, 112, 40],
  [136, 0, 184],
  [168, 72, 0],
  [0, 112, 128],
  [192, 0, 112],
];
const WHITE: Colour = [255, 255, 255];
/** From a label's edge to its digits: a white line and one of its colour. */
const PADDING = 2;
/** Between two digits. */
const GAP = 1;

/**
 * Draws the boxes of marks and their numbers.
 *
 * @param marks In pixels of the picture.
 * @param scale The picture's pixels per X pixel: enlarged pictures get larger numbers. On smaller ones they are
 * drawn in full size after the scaling, so they stay readable.
 */
export function drawMarks(image: RgbImage, marks: readonly Mark[], scale: number): void {
  if (marks.length === 0) return;
  const plain: RgbImage = { ...image, data: image.data.slice() };
  const size = Math.max(1, Math.round(scale * 0.75));
  const boxes = marks.map(({ rect }) => rect);
  const chips: Rect[] = [];
  // A line of colour between white ones stands out on any ground; all white comes first, so that it covers no colour.
  for (const box of boxes) for (const line of [0, 2]) outline(image, grow(box, line * size), WHITE, size);
  for (const [index, box] of boxes.entries()) outline(image, grow(box, size), colourOf(index), size);
  for (const [index, { id }] of marks.entries()) {
    const chip = placeChip(boxes[index]!, chipSize(id, size), size, { image: plain, boxes, chips });
    chips.push(chip);
    drawChip(image, chip, id, colourOf(index), size);
  }
}

function colourOf(index: number): Colour {
  return palette[index % palette.length]!;
}

/** A line along the inner edge of a rectangle. */
function outline(image: RgbImage, { x, y, width, height }: Rect, colour: Colour, line: number): void {
  paint(image, { x, y, width, height: line }, colour);
  paint(image, { x, y: y + height - line, width, height: line }, colour);
  paint(image, { x, y, width: line, height }, colour);
  paint(image, { x: x + width - line, y, width: line, height }, colour);
}

function chipSize(id: number, size: number): Pick<Rect, "width" | "height"> {
  const count = String(id).length;
  const width = count * DIGIT_WIDTH + (count - 1) * GAP + 2 * PADDING;
  return { width: width * size, height: (DIGIT_HEIGHT + 2 * PADDING) * size };
}

function drawChip(image: RgbImage, chip: Rect, id: number, colour: Colour, size: number): void {
  paint(image, chip, WHITE);
  paint(image, grow(chip, -size), colour);
  for (const [index, digit] of [...String(id)].entries()) {
    const left = chip.x + (PADDING + index * (DIGIT_WIDTH + GAP)) * size;
    for (const { x, y } of digits[Number(digit)]!) {
      const dot = { x: left + x * size, y: chip.y + (PADDING + y) * size, width: size, height: size };
      paint(image, dot, WHITE);
    }
  }
}
