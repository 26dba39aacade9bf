/**
 * `org.a11y.atspi.EditableText`: text that can be changed. What the toolkit answers proves nothing: read back.
 * @module
 */
import type { AccessibleRef } from "../accessible_ref.ts";
import type { Caller } from "../caller.ts";
import type { CallOptions } from "../connection.ts";

const INTERFACE = "org.a11y.atspi.EditableText";

/** Replaces the whole text. On GTK 3 spin buttons it does nothing, or empties them: use Value there. */
export function setTextContents(
  caller: Caller,
  ref: AccessibleRef,
  text: string,
  options?: CallOptions,
): Promise<boolean> {
  return caller.call(ref, {
    interface: INTERFACE,
    member: "SetTextContents",
    signature: "s",
    write: (writer) => writer.string(text),
    replySignature: "b",
    read: (reader) => reader.boolean(),
  }, options);
}

/**
 * What `InsertText` counts a text's length in: bytes of UTF-8 in GTK 3 and LibreOffice, UTF-16 units in Qt. In GTK 4
 * entries count characters and text views bytes; both take -1 for the whole text.
 */
export type LengthUnit = "bytes" | "whole_text" | "utf16_units";

/** Inserts a text at an offset in the toolkit's characters. */
export function insertText(
  caller: Caller,
  ref: AccessibleRef,
  offset: number,
  text: string,
  unit: LengthUnit,
  options?: CallOptions,
): Promise<boolean> {
  return caller.call(ref, {
    interface: INTERFACE,
    member: "InsertText",
    signature: "isi",
    write: (writer) => {
      writer.int32(offset);
      writer.string(text);
      writer.int32(lengthOf(text, unit));
    },
    replySignature: "b",
    read: (reader) => reader.boolean(),
  }, options);
}

/** Deletes `[start, end)`. */
export function deleteText(
  caller: Caller,
  ref: AccessibleRef,
  start: number,
  end: number,
  options?: CallOptions,
): Promise<boolean> {
  return caller.call(ref, {
    interface: INTERFACE,
    member: "DeleteText",
    signature: "ii",
    write: (writer) => {
      writer.int32(start);
      writer.int32(end);
    },
    replySignature: "b",
    read: (reader) => reader.boolean(),
  }, options);
}

function lengthOf(text: string, unit: LengthUnit): number {
  if (unit === "utf16_units") return text.length;
  return unit === "bytes" ? new TextEncoder().encode(text).length : -1;
}
