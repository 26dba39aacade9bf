/**
 * What is known of an object before its text and value are read.
 * @module
 */
import type { Rect } from "../../contract/values.ts";
import type { AccessibleRef } from "./accessible_ref.ts";
import type { Caller } from "./caller.ts";
import type { CallOptions } from "./connection.ts";
import { getChildCount, getDescription, getInterfaces, getName, getRole, getState } from "./interfaces/accessible.ts";
import { type CoordType, getExtents } from "./interfaces/component.ts";
import { DBusError } from "./wire/errors.ts";

/** Longest name and description that is kept, in UTF-16 units. */
const MAX_NAME = 4096;

/** What an object is. */
export interface Identity {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  readonly interfaces: ReadonlySet<string>;
  /** -1 when unknown. */
  readonly childCount: number;
}

/** What says whether an object can be seen. */
export interface Sight {
  readonly states: ReadonlySet<string>;
  /** Its place; null for none. */
  readonly bounds: Rect | null;
}

/** An object by itself. `bounds` is undefined where its place was not read yet. */
export interface BareObject extends Identity, Omit<Sight, "bounds">, Partial<Pick<Sight, "bounds">> {
  readonly ref: AccessibleRef;
}

/** Whether an object is a box that nobody sees. */
export function isMereContainer({ name, childCount, role }: Identity): boolean {
  return name === "" && childCount > 0 && (role === "filler" || role === "panel");
}

/** Asks for states and place: enough to leave hidden objects alone. */
export async function fetchSight(
  caller: Caller,
  ref: AccessibleRef,
  coordType: CoordType,
  options: CallOptions,
): Promise<Sight> {
  const [states, bounds] = await Promise.all([
    getState(caller, ref, options),
    getExtents(caller, ref, options, coordType).catch(nothingOnDBusError),
  ]);
  return { states, bounds: bounds ?? null };
}

/**
 * Asks for everything else.
 *
 * @param known What need not be asked.
 * @throws {DBusError} When the object is gone.
 */
export async function fetchIdentity(
  caller: Caller,
  ref: AccessibleRef,
  options: CallOptions,
  known: Partial<Identity> = {},
): Promise<Identity> {
  const [role, name, description, interfaces, childCount] = await Promise.all([
    known.role ?? getRole(caller, ref, options),
    known.name ?? getName(caller, ref, options),
    known.description ?? getDescription(caller, ref, options),
    known.interfaces ?? getInterfaces(caller, ref, options),
    known.childCount ?? getChildCount(caller, ref, options),
  ]);
  return { role, name: cut(name), description: cut(description), interfaces, childCount };
}

/** Asks for what changes of an object that is known, though no event said so. */
export async function refetchIdentity(
  caller: Caller,
  ref: AccessibleRef,
  known: Identity,
  options: CallOptions,
): Promise<Identity> {
  const [name, childCount] = await Promise.all([
    getName(caller, ref, options),
    getChildCount(caller, ref, options),
  ]);
  return { ...known, name: cut(name), childCount };
}

/** Objects without a Component interface have no place. */
function nothingOnDBusError(error: unknown): undefined {
  if (!(error instanceof DBusError)) throw error;
}

function cut(text: string): string {
  return text.length <= MAX_NAME ? text : text.slice(0, MAX_NAME).toWellFormed();
}
