/**
 * `org.a11y.atspi.Selection`: which children of a list, tab list or menu are selected.
 * @module
 */
import type { AccessibleRef } from "../accessible_ref.ts";
import { type Caller, getProperty, readRef } from "../caller.ts";
import type { CallOptions } from "../connection.ts";
import type { Reader } from "../wire/reader.ts";

const INTERFACE = "org.a11y.atspi.Selection";

/** How many children are selected. */
export function getSelectedChildCount(caller: Caller, ref: AccessibleRef, options?: CallOptions): Promise<number> {
  const read = (reader: Reader) => reader.int32();
  return getProperty(caller, ref, { interface: INTERFACE, name: "NSelectedChildren", signature: "i", read }, options);
}

/** The selected child, by its place among the selected ones. */
export function getSelectedChild(
  caller: Caller,
  ref: AccessibleRef,
  index: number,
  options?: CallOptions,
): Promise<AccessibleRef> {
  return caller.call(ref, {
    interface: INTERFACE,
    member: "GetSelectedChild",
    signature: "i",
    write: (writer) => writer.int32(index),
    replySignature: "(so)",
    read: readRef,
  }, options);
}

/** Selects a child, by its place among all children. */
export function selectChild(
  caller: Caller,
  ref: AccessibleRef,
  index: number,
  options?: CallOptions,
): Promise<boolean> {
  return caller.call(ref, {
    interface: INTERFACE,
    member: "SelectChild",
    signature: "i",
    write: (writer) => writer.int32(index),
    replySignature: "b",
    read: (reader) => reader.boolean(),
  }, options);
}
