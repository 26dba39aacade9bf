/**
 * From what callers write to keysyms: chords by name, and any Unicode character.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import { keysymOfName } from "../../ffi/x11_keyboard.ts";
import {
  type ChordModifier,
  chordModifiers,
  keyNamed,
  modifierKeysyms,
  modifierNamed,
  nearMisses,
} from "./key_names.ts";

export { type ChordModifier, chordModifiers, modifierKeysyms } from "./key_names.ts";

/** A key with its modifiers. */
export interface Chord {
  /** Held modifiers, each once. */
  readonly modifiers: readonly ChordModifier[];
  /** The key. */
  readonly keysym: number;
  /** Its name as the X11 headers spell it, or the character. */
  readonly name: string;
}

/**
 * Reads a chord such as `ctrl+shift+s`, `Return`, `Control_L+PageUp`, `Control+KeyA` or `ctrl++`. Case does not matter,
 * except for a single letter without modifiers, where `A` is a capital A.
 *
 * @throws {OperationError} `invalid_request` naming the part that is not known.
 */
export function parseChord(text: string): Chord {
  const parts = splitChord(text);
  const key = parts.pop()!;
  const modifiers = new Set<ChordModifier>();
  for (const part of parts) {
    const modifier = modifierNamed(part);
    if (!modifier) throw unknownKey(text, part, "modifiers are ctrl, alt, shift and super");
    modifiers.add(modifier);
  }
  const name = keyName(key, modifiers.size > 0);
  const keysym = [...name].length === 1 ? keysymOfCharacter(name) : keysymOfName(name);
  if (keysym === null) throw unknownKey(text, key, 'keys are named as xdotool does: "Return", "Page_Down", "F5", "a"');
  return { modifiers: chordModifiers.filter((modifier) => modifiers.has(modifier)), keysym, name };
}

/** `ctrl++` is ctrl and plus; a lone `+` is plus. */
function splitChord(text: string): string[] {
  const trimmed = text.trim();
  if (trimmed === "") throw unknownKey(text, text, "it is empty");
  if (trimmed === "+") return ["+"];
  if (trimmed.endsWith("++")) return [...trimmed.slice(0, -2).split("+"), "+"].map((part) => part.trim());
  return trimmed.split("+").map((part) => part.trim());
}

/** A lone modifier is pressed by itself; the right-hand one only by its own name. */
function keyName(key: string, withModifiers: boolean): string {
  if ([...key].length === 1) return withModifiers ? key.toLowerCase() : key;
  const modifier = modifierNamed(key);
  return keyNamed(key) ?? (modifier ? modifierKeysyms[modifier] : key);
}

function unknownKey(text: string, part: string, hint: string): OperationError {
  const near = part === "" ? [] : nearMisses(part);
  const guess = near.length > 0 ? `did you mean ${near.map((name) => `"${name}"`).join(" or ")}? ` : "";
  return new OperationError("invalid_request", `key: "${text}" names no key: "${part}" is not known; ${guess}${hint}`);
}

/** Keysym of a character: Latin-1 has its own, everything else is 0x01000000 plus the code point (keysymdef.h). */
export function keysymOfCharacter(character: string): number {
  const point = character.codePointAt(0)!;
  if (point === 10 || point === 13) return 0xff0d; // Return
  if (point === 9) return 0xff09; // Tab
  return isLatin1(point) ? point : UNICODE | point;
}

/** What a keysym stands for 0x01000000 above: keysymdef.h's Unicode range. */
const UNICODE = 0x01000000;

function isLatin1(point: number): boolean {
  return (point >= 0x20 && point <= 0x7e) || (point >= 0xa0 && point <= 0xff);
}

/** Keysyms older than Unicode: the high byte is the code page, the low one its byte. Greek's differ from its page. */
const codePages: Readonly<Record<number, string>> = {
  0x01: "iso-8859-2",
  0x02: "iso-8859-3",
  0x03: "iso-8859-4",
  0x05: "iso-8859-6",
  0x0c: "iso-8859-8",
};
/** The upper half of the Cyrillic page is KOI8-R, but for what has no letter there. */
const CYRILLIC = 0x06;
/** Currency signs, among them the euro, have their code points. */
const CURRENCY = 0x20;

/** The character of a keysym of a layout; null for keys and for keysyms that it does not know, which is no harm. */
export function characterOfKeysym(keysym: number): string | null {
  if (keysym >>> 24 === 1) return String.fromCodePoint(keysym & 0xff_ffff);
  const [page, byte] = [keysym >>> 8, keysym & 0xff];
  if (page === 0) return isLatin1(byte) ? String.fromCodePoint(byte) : null;
  if (page === CURRENCY) return String.fromCodePoint(keysym);
  const encoding = page === CYRILLIC && byte >= 0xc0 ? "koi8-r" : codePages[page];
  if (encoding === undefined || byte < 0xa0) return null;
  const character = new TextDecoder(encoding).decode(new Uint8Array([byte]));
  return character === "\ufffd" ? null : character;
}

/** Whether a key is a modifier or a lock: Shift_L to Hyper_R, Mode_switch, Num_Lock, ISO_Lock to ISO_Last_Group_Lock. */
export function isModifierKeysym(keysym: number): boolean {
  return (keysym >= 0xffe1 && keysym <= 0xffee) || keysym === 0xff7e || keysym === 0xff7f ||
    (keysym >= 0xfe01 && keysym <= 0xfe0f);
}
