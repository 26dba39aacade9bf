/**
 * Reading a text field before and after text went into it, and telling whether it is there.
 * @module
 */
import type { AccessibleRef } from "../atspi/accessible_ref.ts";
import type { AccessibilityBus } from "../atspi/bus.ts";
import { getChildren, getRole } from "../atspi/interfaces/accessible.ts";
import {
  getCaretOffset,
  getCharacterCount,
  getSelection,
  getSelectionCount,
  getText,
} from "../atspi/interfaces/text.ts";
import { DBusError } from "../atspi/wire/errors.ts";
import { inline } from "../escape.ts";
import { delay } from "../time.ts";
import type { Verification } from "./step.ts";
import { charactersIn, readBack, type TextField } from "./text_field.ts";

/** How long a field may stay short of what was typed before it is taken to refuse some of it, ms. */
const STANDSTILL_MS = 500;
const PROBE_MS = 15;
/** Longest text that is read before and after typing, in the toolkit's characters. */
const MAX_READ_BACK = 100_000;
/** Stands in a text for an object, such as a paragraph of an editable page. */
const EMBEDDED = "\uFFFC";
/** Most paragraphs of an editable page that are read. */
const MAX_PARAGRAPHS = 500;
/** Where Chromium tells places wrongly, or keeps a space unbroken: behind characters beyond the BMP, in rich text. */
const INEXACT = /[\u{10000}-\u{10ffff}\ufffc\u00a0]/u;

/** A field's content around the place where text goes. */
export interface Surroundings {
  /** What stands before the caret or selection. */
  readonly before: string;
  /** What stands behind it. */
  readonly after: string;
  /** All of it, as {@linkcode readContent} gives it. */
  readonly initial: string;
}

/** Null where nothing may or can be read. */
export async function readSurroundings(field: TextField): Promise<Surroundings | null> {
  const { bus, element, signal, toolkit } = field;
  const { ref, secret, interfaces } = element;
  if (secret || !interfaces.has("Text")) return null;
  const options = { signal };
  if (await getCharacterCount(bus, ref, options) > MAX_READ_BACK) return null;
  const own = await ownText(field);
  const characters = charactersIn(toolkit, own);
  const caret = Math.max(0, await getCaretOffset(bus, ref, options));
  const selected = await getSelectionCount(bus, ref, options) > 0 ? await getSelection(bus, ref, 0, options) : null;
  const [start, end] = selected && selected[1] > selected[0] ? selected : [caret, caret];
  return {
    before: characters.slice(0, start).join(""),
    after: characters.slice(end).join(""),
    initial: await withParagraphs(own, field),
  };
}

/** All that a field holds; line by line where its paragraphs are elements of their own. */
export async function readContent(field: TextField): Promise<string> {
  return await withParagraphs(await ownText(field), field);
}

/** Chromium keeps a line break of its own behind a text that ends with one. */
async function ownText(field: TextField): Promise<string> {
  const text = await readBack(field);
  return isChromium(field) ? text.replace(/\n$/, "") : text;
}

function isChromium({ toolkit }: TextField): boolean {
  return /^chromium/i.test(toolkit);
}

async function withParagraphs(text: string, { bus, element: { ref }, signal }: TextField): Promise<string> {
  if (!text.includes(EMBEDDED)) return text;
  const children = (await getChildren(bus, ref, { signal })).slice(0, MAX_PARAGRAPHS);
  const texts = (await Promise.all(children.map((child) => paragraphAt(child, bus, signal)))).filter((one) =>
    one !== null
  );
  return text.split(EMBEDDED).reduce((whole, part, index) =>
    `${whole}${whole === "" ? "" : "\n"}${(texts[index - 1] ?? "").replace(/\n$/, "")}${part}`
  );
}

/** The text of an object inside of a text; null for what is the text itself. */
async function paragraphAt(ref: AccessibleRef, bus: AccessibilityBus, signal: AbortSignal): Promise<string | null> {
  try {
    if (await getRole(bus, ref, { signal }) === "static") return null;
    return await getText(bus, ref, 0, await getCharacterCount(bus, ref, { signal }), { signal });
  } catch (error) {
    if (error instanceof DBusError) return ""; // A picture, or gone.
    throw error;
  }
}

/** Waits until a field holds as many characters as were typed into it. @param sent How many were. */
export async function awaitCount(
  field: TextField,
  text: string,
  sent: number,
  { before, after }: Surroundings,
): Promise<void> {
  const { bus, element: { ref }, signal, toolkit } = field;
  const typed = [...text.replaceAll("\r\n", "\n")].slice(0, sent).join("");
  const wanted = charactersIn(toolkit, before + typed + after).length;
  const isReached = (count: number) => count === wanted || isChromium(field) && count === wanted + 1;
  let last = -1;
  let changed = performance.now();
  while (!isReached(last) && performance.now() - changed < STANDSTILL_MS) {
    if (last >= 0) await delay(PROBE_MS, signal);
    const count = await getCharacterCount(bus, ref, { signal });
    if (count !== last) changed = performance.now();
    last = count;
  }
}

/** Compares what stands between the same surroundings with what was typed. */
export async function compare(text: string, field: TextField, around: Surroundings): Promise<Verification> {
  const { before, after } = around;
  await awaitCount(field, text, Infinity, around); // A busy application is still at it.
  const own = await ownText(field);
  const now = await withParagraphs(own, field);
  const wanted = text.replaceAll("\r\n", "\n");
  const isInexact = isChromium(field) && INEXACT.test(around.initial + own);
  if (now === before + wanted + after || isInexact && isAdded(wanted, around.initial, now)) {
    return { confirmed: `element ${field.element.id} reads back what was typed` };
  }
  const isAround = now.startsWith(before) && now.endsWith(after) && now.length >= before.length + after.length;
  return { warning: mismatch(text, isAround ? now.slice(before.length, now.length - after.length) : now) };
}

/** Whether a text stands there once more than before. */
function isAdded(wanted: string, before: string, now: string): boolean {
  const broken = (content: string) => content.replaceAll("\u00a0", " ");
  const count = (content: string) => broken(content).split(broken(wanted)).length;
  return count(now) > count(before);
}

/** What differs, with the hint that saves a turn. */
export function mismatch(wanted: string, seen: string): string {
  const digits = /^\s*-?\d+\.\d+\s*$/.test(wanted) && seen.replace(/\D/g, "") === wanted.replace(/\D/g, "");
  const hint = digits
    ? "; hint: this application may expect a decimal comma"
    : wanted.includes("\t")
    ? "; hint: a tab may have moved the focus"
    : "";
  return `the field reads back ${inline(seen)} instead of what was sent${hint}`;
}
