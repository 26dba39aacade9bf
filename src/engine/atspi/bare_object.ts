/**
 * What is known of an object before its text, value and place are read.
 * @module
 */
import type { Rect } from "../../contract/values.ts";
import type { AccessibleRef } from "./accessible_ref.ts";
import type { Caller } from "./caller.ts";
import type { CallOptions } from "./connection.ts";
import { getChildCount, getDescription, getInterfaces, getName, getRole, getState } from "./interfaces/accessible.ts";
import { getExtents } from "./interfaces/component.ts";
import { DBusError } from "./wire/errors.ts";

/** Longest name and description that is kept, in UTF-16 units. */
const MAX_NAME = 4096;

/** An object by itself. */
export interface BareObject {
  readonly ref: AccessibleRef;
  readonly role: string;
  readonly name: string;
  readonly description: string;
  readonly states: ReadonlySet<string>;
  readonly interfaces: ReadonlySet<string>;
  /** -1 when unknown. */
  readonly childCount: number;
  /** Its place, where that was read already; null for none. */
  readonly bounds?: Rect | null;
}

/** What says whether an object can be seen. */
export interface Sight {
  readonly states: ReadonlySet<string>;
  readonly bounds: Rect | null;
}

/** Asks for states and place: enough to leave hidden objects alone. */
export async function fetchSight(caller: Caller, ref: AccessibleRef, options: CallOptions): Promise<Sight> {
  const [states, bounds] = await Promise.all([
    getState(caller, ref, options),
    getExtents(caller, ref, options).catch(nothingOnDBusError),
  ]);
  return { states, bounds: bounds ?? null };
}

/** Asks for all of it at once, but for what is known already. @throws {DBusError} When the object is gone. */
export async function fetchBareObject(
  caller: Caller,
  ref: AccessibleRef,
  options: CallOptions,
  sight?: Sight,
): Promise<BareObject> {
  const [role, name, description, interfaces, childCount, states] = await Promise.all([
    getRole(caller, ref, options),
    getName(caller, ref, options),
    getDescription(caller, ref, options),
    getInterfaces(caller, ref, options),
    getChildCount(caller, ref, options),
    sight?.states ?? getState(caller, ref, options),
  ]);
  const known = { ref, role, name: cut(name), description: cut(description), states, interfaces, childCount };
  return sight ? { ...known, bounds: sight.bounds } : known;
}

/** Objects without a Component interface have no place. */
function nothingOnDBusError(error: unknown): undefined {
  if (!(error instanceof DBusError)) throw error;
}

function cut(text: string): string {
  return text.length <= MAX_NAME ? text : text.slice(0, MAX_NAME).toWellFormed();
}
