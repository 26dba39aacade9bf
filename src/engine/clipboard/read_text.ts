/**
 * The text that another application has on the clipboard.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { ReadValue } from "../../ffi/x11_properties.ts";
import { fromLongs } from "../../ffi/x11_selections.ts";
import { atomName } from "../../ffi/x11_properties.ts";
import { type Atom, type Window, xid } from "../../ffi/xid.ts";
import { inline } from "../escape.ts";
import { textOf } from "../x11/text_property.ts";
import { convert, type ReadLimits } from "./convert.ts";
import type { ClipboardLink } from "./link.ts";

/** Longest text, UTF-16 units: as much as can be written. */
export const MAX_TEXT = 20_000_000;
/** A UTF-16 unit takes three bytes in UTF-8 at most. */
const MAX_BYTES = 3 * MAX_TEXT;
/** Longest list of targets, bytes. */
const MAX_TARGET_BYTES = 4_096;
/** Longest Compound Text, bytes: it is slow to decode. */
const MAX_COMPOUND_BYTES = 1_000_000;
/** How many formats a refusal names. */
const NAMED_FORMATS = 6;
const MAX_NAME = 64;

/** Forms of text, best first. */
const textTargets = [
  "UTF8_STRING",
  "text/plain;charset=utf-8",
  "text/plain;charset=UTF-8",
  "COMPOUND_TEXT",
  "STRING",
  "TEXT",
];
/** Types in which text may come. */
const textTypes = new Set([...textTargets, "text/plain"]);
/** Targets that are no formats: in capitals, as ICCCM names what a selection's owner can be asked or told. */
const service = /^(?:TARGETS|MULTIPLE|TIMESTAMP|SAVE_TARGETS|DELETE|INSERT_[A-Z]+|[A-Z_]*(?:OWNER|CLIENT)[A-Z_]*)$/;

/**
 * Reads it.
 *
 * @param link A connection for this reading alone.
 * @throws {OperationError} `unsupported` naming the formats when there is no text among them; see {@linkcode convert}.
 */
export async function readText(
  link: ClipboardLink,
  owner: Window,
  deadline: number,
  signal: AbortSignal,
): Promise<string | null> {
  const limits = { bytes: MAX_BYTES, deadline };
  const { display } = link;
  const first = await convert(link, owner, display.atom(textTargets[0]!), limits, signal);
  if (first) return decode(link, first);
  const offered = await offeredTargets(link, owner, { ...limits, bytes: MAX_TARGET_BYTES }, signal);
  const target = textTargets.slice(1).find((name) => offered.includes(display.atom(name)));
  if (target === undefined) return noText(link, offered);
  const value = await convert(link, owner, display.atom(target), limits, signal);
  return value && decode(link, value);
}

async function offeredTargets(
  link: ClipboardLink,
  owner: Window,
  limits: ReadLimits,
  signal: AbortSignal,
): Promise<Atom[]> {
  const list = await convert(link, owner, link.display.atom("TARGETS"), limits, signal);
  return list?.format === 32 ? fromLongs(list.bytes).map((atom) => xid<Atom>(atom)) : [];
}

/** What is there instead of a text, by name; nothing when nothing is said to be there. */
function noText({ display }: ClipboardLink, offered: readonly Atom[]): null {
  const names = offered.filter((atom) => atom !== 0).map((atom) => atomName(display, atom, MAX_NAME));
  const formats = names.filter((name) => name !== "" && !service.test(name)).slice(0, NAMED_FORMATS);
  if (formats.length === 0) return null;
  const list = formats.map((name) => inline(name)).join(", ");
  throw new OperationError("unsupported", `The clipboard holds no text but ${list}; only text can be read`);
}

function decode({ display }: ClipboardLink, value: ReadValue): string {
  const type = atomName(display, value.type, MAX_NAME);
  const isTooLong = type === "COMPOUND_TEXT" && value.bytes.length > MAX_COMPOUND_BYTES;
  const text = textTypes.has(type) && !isTooLong ? textOf(display, value) : null;
  if (text !== null && text.length <= MAX_TEXT) return text;
  if (text !== null || isTooLong) throw new OperationError("too_long", "The text on the clipboard is too long");
  const form = `${inline(type)} in units of ${value.format} bits`;
  throw new OperationError("unsupported", `The clipboard's owner was asked for text and answered ${form}`);
}
