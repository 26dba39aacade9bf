/**
 * `org.a11y.atspi.Text`: text with caret and selections. Offsets count code points in GTK, UTF-16 units in Qt.
 * Never call it on fields that hold secrets.
 * @module
 */
import type { AccessibleRef } from "../accessible_ref.ts";
import { type Caller, getProperty } from "../caller.ts";
import type { CallOptions } from "../connection.ts";
import type { Reader } from "../wire/reader.ts";

const INTERFACE = "org.a11y.atspi.Text";
const readInt = (reader: Reader) => reader.int32();

/** Length of the text. */
export function getCharacterCount(caller: Caller, ref: AccessibleRef, options?: CallOptions): Promise<number> {
  const property = { interface: INTERFACE, name: "CharacterCount", signature: "i", read: readInt };
  return getProperty(caller, ref, property, options);
}

/** Offset of the caret; -1 for none. */
export function getCaretOffset(caller: Caller, ref: AccessibleRef, options?: CallOptions): Promise<number> {
  const property = { interface: INTERFACE, name: "CaretOffset", signature: "i", read: readInt };
  return getProperty(caller, ref, property, options);
}

/** The text of `[start, end)`. `end` must be a real offset: -1 gives an empty text in GTK 4. */
export function getText(
  caller: Caller,
  ref: AccessibleRef,
  start: number,
  end: number,
  options?: CallOptions,
): Promise<string> {
  return caller.call(ref, {
    interface: INTERFACE,
    member: "GetText",
    signature: "ii",
    write: (writer) => {
      writer.int32(start);
      writer.int32(end);
    },
    replySignature: "s",
    read: (reader) => reader.string(),
  }, options);
}

/** How many ranges are selected. */
export function getSelectionCount(caller: Caller, ref: AccessibleRef, options?: CallOptions): Promise<number> {
  return caller.call(
    ref,
    { interface: INTERFACE, member: "GetNSelections", replySignature: "i", read: readInt },
    options,
  );
}

/** A selected range, `[start, end)`. */
export function getSelection(
  caller: Caller,
  ref: AccessibleRef,
  index: number,
  options?: CallOptions,
): Promise<readonly [number, number]> {
  return caller.call(ref, {
    interface: INTERFACE,
    member: "GetSelection",
    signature: "i",
    write: (writer) => writer.int32(index),
    replySignature: "ii",
    read: (reader) => [reader.int32(), reader.int32()] as const,
  }, options);
}

/** Moves the caret. */
export function setCaretOffset(
  caller: Caller,
  ref: AccessibleRef,
  offset: number,
  options?: CallOptions,
): Promise<boolean> {
  return callWithNumbers(caller, ref, "SetCaretOffset", [offset], options);
}

/** Selects `[start, end)` beside what is selected. GTK 4 text views never answer it. */
export function addSelection(
  caller: Caller,
  ref: AccessibleRef,
  start: number,
  end: number,
  options?: CallOptions,
): Promise<boolean> {
  return callWithNumbers(caller, ref, "AddSelection", [start, end], options);
}

/** Makes selection `index` cover `[start, end)`. */
export function setSelection(
  caller: Caller,
  ref: AccessibleRef,
  index: number,
  start: number,
  end: number,
  options?: CallOptions,
): Promise<boolean> {
  return callWithNumbers(caller, ref, "SetSelection", [index, start, end], options);
}

function callWithNumbers(
  caller: Caller,
  ref: AccessibleRef,
  member: string,
  numbers: readonly number[],
  options?: CallOptions,
): Promise<boolean> {
  return caller.call(ref, {
    interface: INTERFACE,
    member,
    signature: "i".repeat(numbers.length),
    write: (writer) => numbers.forEach((number) => writer.int32(number)),
    replySignature: "b",
    read: (reader) => reader.boolean(),
  }, options);
}
