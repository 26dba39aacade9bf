/**
 * Where secret fields are, so that pictures can hide them.
 * @module
 */
import type { Rect } from "../../contract/values.ts";
import type { Snapshot } from "./element.ts";

/** Places of the visible secret fields of a snapshot, on the display. */
export function secretPlaces(snapshot: Snapshot | null): Rect[] {
  if (!snapshot) return [];
  return [...snapshot.elements.values()].flatMap(({ secret, visible }) => secret && visible ? [visible] : []);
}
