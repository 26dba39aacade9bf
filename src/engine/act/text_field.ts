/**
 * Text fields over accessibility: inserting at the caret, replacing, reading back.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { AccessibilityBus } from "../atspi/bus.ts";
import { deleteText, insertText, type LengthUnit, setTextContents } from "../atspi/interfaces/editable_text.ts";
import {
  getCaretOffset,
  getCharacterCount,
  getSelection,
  getSelectionCount,
  getText,
  setCaretOffset,
} from "../atspi/interfaces/text.ts";
import type { Element } from "../observe/element.ts";

/** A text field and how to reach it. */
export interface TextField {
  /** The field. */
  readonly element: Element;
  /** The bus. */
  readonly bus: AccessibilityBus;
  /** Toolkit name and version. */
  readonly toolkit: string;
  /** Whether it only shows what a cell of a sheet gets, which has the focus: keys go to that cell. */
  readonly isOfSheet?: boolean;
  /** Cancels. */
  readonly signal: AbortSignal;
}

/** How a field was left. */
export interface Insertion {
  /** Where the text should stand now, in the toolkit's characters. */
  readonly start: number;
  /** Length in the toolkit's characters. */
  readonly length: number;
}

/** The characters that a toolkit counts in: code points in GTK and Chromium, UTF-16 units in Qt and LibreOffice. */
export function charactersIn(toolkit: string, text: string): string[] {
  return /^(?:gtk|chromium)/i.test(toolkit) ? [...text] : text.split("");
}

function insertUnit(toolkit: string): LengthUnit {
  if (/^(?:gtk 3|LibreOffice)/.test(toolkit)) return "bytes";
  return /^gtk/i.test(toolkit) ? "whole_text" : "utf16_units";
}

/** Inserts at the caret, in place of a selection if there is one, and leaves the caret behind the text. */
export async function insertAtCaret(field: TextField, text: string, sending: () => void): Promise<Insertion> {
  const { bus, element: { ref }, toolkit, signal } = field;
  const options = { signal };
  const selected = await getSelectionCount(bus, ref, options) > 0 ? await getSelection(bus, ref, 0, options) : null;
  sending();
  let start = await getCaretOffset(bus, ref, options);
  if (selected && selected[1] > selected[0]) {
    await deleteText(bus, ref, selected[0], selected[1], options);
    start = selected[0];
  }
  const at = Math.max(0, start);
  const accepted = await insertText(bus, ref, at, text, insertUnit(toolkit), options);
  if (!accepted) throw refused(field);
  const { length } = charactersIn(toolkit, text);
  await setCaretOffset(bus, ref, at + length, options);
  return { start: at, length };
}

/** Replaces the whole content. */
export async function replaceContent(field: TextField, text: string, sending: () => void): Promise<void> {
  sending();
  const accepted = await setTextContents(field.bus, field.element.ref, text, { signal: field.signal });
  if (!accepted) throw refused(field);
}

function refused({ element }: TextField): OperationError {
  return new OperationError(
    "input_refused",
    `Element ${element.id} did not accept the text: it may be read-only or disabled`,
    { dispatched: "yes" },
  );
}

/** What stands in a field, from `start`; the whole content by default. */
export async function readBack(field: TextField, part?: Insertion): Promise<string> {
  const { bus, element: { ref }, signal } = field;
  const end = part ? part.start + part.length : await getCharacterCount(bus, ref, { signal });
  return await getText(bus, ref, part?.start ?? 0, end, { signal });
}
