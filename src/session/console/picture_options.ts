/**
 * What model code may say of a picture.
 * @module
 */
import { type PictureOptions, pictureSchema } from "../../contract/values.ts";
import { type Fields, refuse, rename } from "./fields.ts";

/** Widest that a picture may be: clients refuse larger ones. */
const MAX_WIDTH = 2000;

/** The options' names. */
export const pictureFields = ["marks", "region", "zoom", "maxWidth"] as const;

/** Options of a picture as the contract has them. @throws {OperationError} `invalid_request`. */
export function toPicture(options: Fields): PictureOptions {
  const given = Object.entries(options).filter(([key]) => pictureFields.some((field) => field === key));
  const parsed = pictureSchema.safeParse(rename(Object.fromEntries(given), { maxWidth: "max_width" }));
  if (!parsed.success) {
    return refuse("A picture takes {marks, region: {x, y, width, height}, zoom: 1 to 8, maxWidth: pixels}");
  }
  return { ...parsed.data, max_width: Math.min(parsed.data.max_width, MAX_WIDTH) };
}
