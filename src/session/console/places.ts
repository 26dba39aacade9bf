/**
 * Where an action goes: an element id, a locator or a point, in each of the forms that models write.
 * @module
 */
import type { z } from "zod";
import type { locatorSchema } from "../../contract/values.ts";
import { type Fields, isFields, refuse } from "./fields.ts";

/** A place as the contract has it; at most one of the fields is there. */
export interface Place {
  element?: number;
  locator?: z.input<typeof locatorSchema>;
  point?: [number, number];
}

/** A place, and the fields that are no part of it. */
export interface SplitPlace {
  readonly place: Place;
  readonly rest: Fields;
}

const elementKeys = ["element", "elementId", "element_id", "elementIndex", "element_index", "ref", "id"] as const;
const pointKeys = ["point", "coordinate", "coordinates", "position"] as const;
const locatorKeys = ["role", "name", "text", "states", "index"] as const;
/** Fields of an element that `find` returned: they say nothing beside its id. */
const matchKeys = ["role", "name", "states", "bounds", "line"] as const;

/**
 * Splits the place from a call's fields.
 *
 * @param fields What {@linkcode gather} found.
 * @param ownText Whether `text` belongs to the action (`typeText`), not to a locator.
 * @param ownValue Whether `value` does (`setValue`), beside an element that `find` returned.
 */
export function splitPlace(fields: Fields, ownText = false, ownValue = false): SplitPlace {
  const { target, locator, ...others } = fields;
  if (target !== undefined) return nested(target, others);
  if (locator !== undefined) return { place: { locator: toLocator(locator) }, rest: others };
  return flat(others, ownText, ownValue);
}

/** A point from `[x, y]` or `{x, y}`; the contract takes whole pixels. */
export function readPoint(value: unknown): [number, number] {
  const [x, y] = Array.isArray(value) ? value : isFields(value) ? [value["x"], value["y"]] : [];
  if (typeof x !== "number" || typeof y !== "number") {
    return refuse("A point is [x, y] or {x, y}, in pixels of the last screenshot or tree");
  }
  return [Math.round(x), Math.round(y)];
}

/** A locator; a text names an element by its accessible name. */
export function toLocator(value: unknown): NonNullable<Place["locator"]> {
  if (typeof value === "string") return { name: value };
  if (!isFields(value)) return refuse("A locator is an object with role, name, text or states");
  const entries = Object.entries(value).filter(([, part]) => part !== undefined && part !== null);
  return Object.fromEntries(entries.map(([key, part]) => [key, key === "states" ? part : plainFlags(part)]));
}

function nested(target: unknown, rest: Fields): SplitPlace {
  if (typeof target === "number") return { place: { element: target }, rest };
  if (Array.isArray(target)) return { place: { point: readPoint(target) }, rest };
  if (typeof target === "string") return { place: named(target), rest };
  if (!isFields(target)) return refuse("A target is an element id, [x, y], {x, y} or a locator");
  const split = splitPlace(target);
  return { place: split.place, rest: { ...split.rest, ...rest } };
}

function flat(fields: Fields, ownText: boolean, ownValue: boolean): SplitPlace {
  const elementKey = elementKeys.find((key) => fields[key] !== undefined);
  if (elementKey) {
    const said = typeof fields["line"] === "string" && !ownValue ? [...matchKeys, "value"] : matchKeys;
    return { place: nested(fields[elementKey], {}).place, rest: without(fields, elementKey, ...said) };
  }
  if (fields["x"] !== undefined || fields["y"] !== undefined) {
    return { place: { point: readPoint(fields) }, rest: without(fields, "x", "y") };
  }
  const pointKey = pointKeys.find((key) => fields[key] !== undefined);
  if (pointKey) return { place: { point: readPoint(fields[pointKey]) }, rest: without(fields, pointKey) };
  return located(fields, ownText);
}

function located(fields: Fields, ownText: boolean): SplitPlace {
  const keys = locatorKeys.filter((key) => fields[key] !== undefined && !(ownText && key === "text"));
  const rest = without(fields, ...keys);
  if (keys.length === 0) return { place: {}, rest };
  if (keys.length === 1 && keys[0] === "index") return { place: nested(fields["index"], {}).place, rest };
  return { place: { locator: toLocator(Object.fromEntries(keys.map((key) => [key, fields[key]]))) }, rest };
}

function named(text: string): Place {
  return /^\d+$/.test(text) ? { element: Number(text) } : { locator: { name: text } };
}

/** The contract's regular expressions know no `g`, `y`, `d`, `v`: they mean nothing for a match. */
function plainFlags(value: unknown): unknown {
  if (!isFields(value) || typeof value["flags"] !== "string") return value;
  return { ...value, flags: value["flags"].replace(/[gydv]/g, "") };
}

function without(fields: Fields, ...keys: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.includes(key)));
}
