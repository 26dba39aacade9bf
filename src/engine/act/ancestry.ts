/**
 * What stands around an object, as the application tells it now.
 * @module
 */
import { type AccessibleRef, isNull, ROOT_PATH } from "../atspi/accessible_ref.ts";
import type { Caller } from "../atspi/caller.ts";
import type { CallOptions } from "../atspi/connection.ts";
import { getParent } from "../atspi/interfaces/accessible.ts";
import { DBusError } from "../atspi/wire/errors.ts";

/** Deepest nesting that is followed. Trees of pages are about that deep. */
const MAX_DEPTH = 64;

/** An object and everything around it, innermost first, up to its window. Shorter where the application can't tell. */
export async function lineage(caller: Caller, ref: AccessibleRef, options: CallOptions): Promise<AccessibleRef[]> {
  const found: AccessibleRef[] = [];
  let at = ref;
  while (found.length < MAX_DEPTH && !isNull(at) && at.path !== ROOT_PATH) {
    found.push(at);
    const parent = await unlessGone(getParent(caller, at, options));
    if (!parent) break;
    at = parent;
  }
  return found;
}

/** Whether a list of objects has one with that path. */
export function holds(refs: readonly AccessibleRef[], { path }: AccessibleRef): boolean {
  return refs.some((ref) => ref.path === path);
}

/** What is told of an object; undefined when it is gone or has no such thing. */
export async function unlessGone<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof DBusError) return undefined;
    throw error;
  }
}
