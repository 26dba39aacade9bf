/**
 * `org.a11y.atspi.Table`: cells by row and column, counted from 0.
 * @module
 */
import type { AccessibleRef } from "../accessible_ref.ts";
import { type Caller, getProperty, readRef } from "../caller.ts";
import type { CallOptions } from "../connection.ts";
import type { Reader } from "../wire/reader.ts";

const INTERFACE = "org.a11y.atspi.Table";
const readInt = (reader: Reader) => reader.int32();

/** Rows and columns. */
export async function getTableSize(
  caller: Caller,
  ref: AccessibleRef,
  options?: CallOptions,
): Promise<{ rows: number; columns: number }> {
  const get = (name: string) =>
    getProperty(caller, ref, { interface: INTERFACE, name, signature: "i", read: readInt }, options);
  const [rows, columns] = await Promise.all([get("NRows"), get("NColumns")]);
  return { rows, columns };
}

/** The cell at a row and column; a null reference for none. */
export function getAccessibleAt(
  caller: Caller,
  ref: AccessibleRef,
  row: number,
  column: number,
  options?: CallOptions,
): Promise<AccessibleRef> {
  return caller.call(ref, {
    interface: INTERFACE,
    member: "GetAccessibleAt",
    signature: "ii",
    write: (writer) => {
      writer.int32(row);
      writer.int32(column);
    },
    replySignature: "(so)",
    read: readRef,
  }, options);
}

/** The header of a column; a null reference for none. */
export function getColumnHeader(
  caller: Caller,
  ref: AccessibleRef,
  column: number,
  options?: CallOptions,
): Promise<AccessibleRef> {
  return caller.call(ref, {
    interface: INTERFACE,
    member: "GetColumnHeader",
    signature: "i",
    write: (writer) => writer.int32(column),
    replySignature: "(so)",
    read: readRef,
  }, options);
}

/** The row of the child with that index; -1 for children that are no cells. */
export function getRowAtIndex(
  caller: Caller,
  ref: AccessibleRef,
  index: number,
  options?: CallOptions,
): Promise<number> {
  return ofIndex(caller, ref, "GetRowAtIndex", index, options);
}

/** The column of the child with that index; -1 for children that are no cells. */
export function getColumnAtIndex(
  caller: Caller,
  ref: AccessibleRef,
  index: number,
  options?: CallOptions,
): Promise<number> {
  return ofIndex(caller, ref, "GetColumnAtIndex", index, options);
}

function ofIndex(
  caller: Caller,
  ref: AccessibleRef,
  member: string,
  index: number,
  options?: CallOptions,
): Promise<number> {
  return caller.call(ref, {
    interface: INTERFACE,
    member,
    signature: "i",
    write: (writer) => writer.int32(index),
    replySignature: "i",
    read: readInt,
  }, options);
}
