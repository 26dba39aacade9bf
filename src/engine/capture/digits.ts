/**
 * Ten digits as bitmaps, for labels on pictures.
 * @module
 */

/** Width of a digit in pixels. */
export const DIGIT_WIDTH = 6;
/** Height of a digit in pixels. */
export const DIGIT_HEIGHT = 9;

const drawings = `
.####. ..##.. .####. .####. ....## ###### ..###. ###### .####. .####.
##..## .###.. ##..## ##..## ...### ##.... .##... ....## ##..## ##..##
##..## ####.. ....## ....## ..#### ##.... ##.... ....## ##..## ##..##
##..## ..##.. ....## ....## .##.## #####. #####. ...##. ##..## ##..##
##..## ..##.. ...##. ..###. ##..## ....## ##..## ...##. .####. .#####
##..## ..##.. ..##.. ....## ###### ....## ##..## ..##.. ##..## ....##
##..## ..##.. .##... ....## ....## ....## ##..## ..##.. ##..## ....##
##..## ..##.. ##.... ##..## ....## ##..## ##..## .##... ##..## ...##.
.####. ###### ###### .####. ....## .####. .####. .##... .####. .###..`;

const rows = drawings.trim().split("\n").map((line) => line.split(" "));

/** The set pixels of a digit, from its upper left corner. */
export const digits: readonly (readonly { readonly x: number; readonly y: number }[])[] = Array.from(
  { length: 10 },
  (_, digit) => rows.flatMap((row, y) => [...row[digit]!].flatMap((pixel, x) => pixel === "#" ? [{ x, y }] : [])),
);
