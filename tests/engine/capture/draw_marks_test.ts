import assert from "node:assert/strict";
import type { Rect } from "../../../src/contract/values.ts";
import { intersection } from "../../../src/engine/atspi/rectangles.ts";
import { placeChip } from "../../../src/engine/capture/chip_places.ts";
import { digits } from "../../../src/engine/capture/digits.ts";
import { drawMarks, type Mark } from "../../../src/engine/capture/draw_marks.ts";
import { clip, fill, solid } from "../../../src/engine/capture/pixels.ts";
import type { RgbImage } from "../../../src/engine/capture/png.ts";

const GREY = 230;
const isSame = (image: RgbImage, x: number, y: number, colour: readonly number[]) =>
  colour.every((value, channel) => image.data[(y * image.width + x) * 3 + channel] === value);

/** Where digits stand, white on something else, enlarged by `size`: the label is read back pixel by pixel. */
function labels(image: RgbImage, id: number, size = 1): number {
  const dots = [...String(id)].flatMap((digit, index) =>
    digits[Number(digit)]!.map(({ x, y }) => ({ x: (x + index * 7) * size, y: y * size }))
  );
  const set = new Set(dots.map(({ x, y }) => `${x},${y}`));
  const [width, height] = [(String(id).length * 7 - 1) * size, 9 * size];
  let found = 0;
  for (let top = 0; top + height <= image.height; top++) {
    for (let left = 0; left + width <= image.width; left++) if (standsAt(left, top)) found++;
  }
  return found;

  function standsAt(left: number, top: number): boolean {
    for (let y = 0; y < height; y += size) {
      for (let x = 0; x < width; x += size) {
        if (isSame(image, left + x, top + y, [255, 255, 255]) !== set.has(`${x},${y}`)) return false;
      }
    }
    return true;
  }
}

Deno.test("drawMarks() writes each number once and leaves what it marks as it was", () => {
  const image = solid({ width: 300, height: 200 }, GREY);
  const marks: Mark[] = [10, 234, 5678, 90].map((id, index) => ({
    id,
    rect: { x: 60, y: 20 + index * 40, width: 120, height: 24 },
  }));
  drawMarks(image, marks, 1);
  for (const { id, rect } of marks) {
    assert.equal(labels(image, id), 1, `${id}`);
    for (let x = rect.x + 1; x < rect.x + rect.width - 1; x++) {
      assert.ok(isSame(image, x, rect.y + 12, [GREY, GREY, GREY]), `${x} is covered`);
      assert.ok(!isSame(image, x, rect.y - 1, [GREY, GREY, GREY]), `there is no line above ${x}`);
    }
  }
});

Deno.test("drawMarks() writes larger numbers on an enlarged picture, and whole ones at its edges", () => {
  const image = solid({ width: 400, height: 200 }, GREY);
  drawMarks(image, [{ id: 37, rect: { x: 0, y: 0, width: 400, height: 200 } }], 4);
  assert.equal(labels(image, 37, 3), 3 * 3); // Every third pixel is looked at.
});

Deno.test("placeChip() hides no text, no other label and keeps to the picture where it can", () => {
  const image = solid({ width: 200, height: 60 }, GREY);
  const box = { x: 40, y: 15, width: 100, height: 30 };
  for (let x = 0; x < 160; x += 2) fill(image, { x, y: 0, width: 1, height: 60 }, 0); // "Text" up to 160.
  const size = { width: 17, height: 13 };
  const chips: Rect[] = [];
  const rightmost = { ...box, width: 125 };
  chips.push(placeChip(rightmost, size, 1, { image, boxes: [rightmost], chips }));
  assert.ok(chips[0]!.x >= 160, JSON.stringify(chips[0]));
  chips.push(placeChip(rightmost, size, 1, { image, boxes: [rightmost], chips }));
  assert.equal(intersection(chips[0]!, chips[1]!), undefined);
  for (const chip of chips) assert.deepEqual(clip(chip, image), chip);
});
