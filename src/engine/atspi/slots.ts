/**
 * Finds an object again whose path does not last.
 * @module
 */
import { type AccessibleRef, isNull } from "./accessible_ref.ts";
import type { Caller } from "./caller.ts";
import type { CallOptions } from "./connection.ts";
import { getChildAtIndex } from "./interfaces/accessible.ts";
import { getAccessibleAt, getColumnHeader } from "./interfaces/table.ts";
import { DBusError } from "./wire/errors.ts";

/** The object with the path that it has now. @throws {DBusError} When nothing stands there any more. */
export async function renewed(caller: Caller, ref: AccessibleRef, options: CallOptions): Promise<AccessibleRef> {
  const { bus, slot } = ref;
  if (!slot) return ref;
  const holder = { bus, path: slot.holder };
  const now = slot.column === undefined
    ? await getChildAtIndex(caller, holder, slot.row, options)
    : slot.row < 0
    ? await getColumnHeader(caller, holder, slot.column, options)
    : await getAccessibleAt(caller, holder, slot.row, slot.column, options);
  if (isNull(now) || now.bus !== bus) throw new DBusError("gone", "nothing stands there any more");
  return { ...now, slot };
}
