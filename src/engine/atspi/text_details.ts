/**
 * Reads the text of objects. Never called for fields that hold secrets.
 * @module
 */
import type { AccessibleText } from "./accessible_node.ts";
import type { AccessibleRef } from "./accessible_ref.ts";
import type { BareObject } from "./bare_object.ts";
import { fieldRoles, isField } from "./field_roles.ts";
import { getCaretOffset, getCharacterCount, getSelection, getSelectionCount, getText } from "./interfaces/text.ts";
import type { Reading } from "./reading.ts";

/** Most characters of a text that are read. */
const MAX_TEXT = 16_000;
/** Most selections that are read. */
const MAX_SELECTIONS = 8;
/** Roles whose text is more than their name. */
const textRoles = new Set([...fieldRoles, "terminal", "paragraph", "document text", "document frame", "heading"]);

/** Whether an object's text has to be read: that of labels, buttons and the like is their name. */
export function hasOwnText(object: BareObject): boolean {
  return object.interfaces.has("Text") && (object.name === "" || isField(object) || textRoles.has(object.role));
}

/** Reads a text; caret and selections of what has the focus only. Undefined when the object can't say. */
export async function readText(reading: Reading, { ref, states }: BareObject): Promise<AccessibleText | undefined> {
  const { bus } = reading;
  const [length, caret] = await Promise.all([
    reading.attempt(getCharacterCount(bus, ref, reading.options())),
    states.has("focused") ? readCaret(reading, ref) : { caret: -1, selections: [] },
  ]);
  if (length === undefined) return undefined;
  const end = Math.min(length, MAX_TEXT);
  const content = end > 0 ? await reading.attempt(getText(bus, ref, 0, end, reading.options())) : "";
  return content === undefined ? undefined : { content, length, truncated: end < length, ...caret };
}

async function readCaret(
  reading: Reading,
  ref: AccessibleRef,
): Promise<Pick<AccessibleText, "caret" | "selections">> {
  const { bus } = reading;
  const [caret = -1, count = 0] = await Promise.all([
    reading.attempt(getCaretOffset(bus, ref, reading.options())),
    reading.attempt(getSelectionCount(bus, ref, reading.options())),
  ]);
  const indexes = Array.from({ length: Math.max(0, Math.min(count, MAX_SELECTIONS)) }, (_, i) => i);
  const selections = await Promise.all(
    indexes.map((i) => reading.attempt(getSelection(bus, ref, i, reading.options()))),
  );
  return { caret, selections: selections.filter((range) => range !== undefined) };
}
