/**
 * Places that a toolkit reports beside where they are: all of those below one object by the same distance, which changes
 * without notice and has to be asked for anew each time.
 * @module
 */
import type { Rect } from "../../contract/values.ts";
import type { AccessibleRef } from "./accessible_ref.ts";
import type { Caller } from "./caller.ts";
import type { CallOptions } from "./connection.ts";
import { type CoordType, getExtents } from "./interfaces/component.ts";
import { skewBetween } from "./libreoffice_rules.ts";

/** Two objects in the same place, of which the inner one is reported beside it. */
export interface SkewSource {
  readonly outer: AccessibleRef;
  readonly inner: AccessibleRef;
}

/** What reported places have to be moved by, and what tells it. */
export interface Skew extends SkewSource {
  readonly x: number;
  readonly y: number;
}

/** Reads what places have to be moved by; nothing where the objects have no place. @throws {DBusError} */
export async function readSkew(
  caller: Caller,
  { outer, inner }: SkewSource,
  options: CallOptions,
  coordType: CoordType,
): Promise<Skew> {
  const [there, reported] = await Promise.all(
    [outer, inner].map((ref) => getExtents(caller, ref, options, coordType)),
  );
  return { outer, inner, ...(there && reported ? skewBetween(there, reported) : { x: 0, y: 0 }) };
}

/** A reported place where it is. */
export function straightened<T extends Rect | undefined>(bounds: T, skew: Pick<Skew, "x" | "y"> | undefined): T {
  return bounds && skew ? { ...bounds, x: bounds.x + skew.x, y: bounds.y + skew.y } : bounds;
}
