/**
 * From what callers write to keysyms: xdotool's and the W3C's spellings, and any Unicode character.
 * @module
 * @see {@link https://www.w3.org/TR/uievents-key/}
 */
import { OperationError } from "../../contract/errors.ts";
import { keysymOfName } from "../../ffi/x11_keyboard.ts";

/** The modifiers that a chord can hold, in the order in which they are pressed. */
export const chordModifiers = ["ctrl", "alt", "shift", "super"] as const;
/** A modifier of a chord. */
export type ChordModifier = typeof chordModifiers[number];

/** A key with its modifiers. */
export interface Chord {
  /** Held modifiers, each once. */
  readonly modifiers: readonly ChordModifier[];
  /** The key. */
  readonly keysym: number;
  /** Its name as the X11 headers spell it, or the character. */
  readonly name: string;
}

const modifierNames: Readonly<Record<string, ChordModifier>> = {
  ctrl: "ctrl",
  control: "ctrl",
  control_l: "ctrl",
  control_r: "ctrl",
  alt: "alt",
  alt_l: "alt",
  option: "alt",
  meta: "alt",
  shift: "shift",
  shift_l: "shift",
  shift_r: "shift",
  super: "super",
  super_l: "super",
  super_r: "super",
  win: "super",
  cmd: "super",
  command: "super",
};

/** Keysym names of modifiers, for pressing one alone or as part of a chord. */
export const modifierKeysyms: Readonly<Record<ChordModifier, string>> = {
  ctrl: "Control_L",
  alt: "Alt_L",
  shift: "Shift_L",
  super: "Super_L",
};

/** Other spellings, in lower case, to names of keysymdef.h. */
const aliases: Readonly<Record<string, string>> = {
  enter: "Return",
  return: "Return",
  esc: "Escape",
  escape: "Escape",
  backspace: "BackSpace",
  del: "Delete",
  delete: "Delete",
  ins: "Insert",
  insert: "Insert",
  tab: "Tab",
  space: "space",
  spacebar: "space",
  arrowup: "Up",
  arrowdown: "Down",
  arrowleft: "Left",
  arrowright: "Right",
  up: "Up",
  down: "Down",
  left: "Left",
  right: "Right",
  home: "Home",
  end: "End",
  pageup: "Prior",
  page_up: "Prior",
  prior: "Prior",
  pagedown: "Next",
  page_down: "Next",
  next: "Next",
  contextmenu: "Menu",
  menu: "Menu",
  capslock: "Caps_Lock",
  numlock: "Num_Lock",
  printscreen: "Print",
  print: "Print",
  pause: "Pause",
  plus: "plus",
  minus: "minus",
};

/**
 * Reads a chord such as `ctrl+shift+s`, `Return`, `Control_L+PageUp` or `ctrl++`. Case does not matter, except for a
 * single letter without modifiers, where `A` is a capital A.
 *
 * @throws {OperationError} `invalid_request` naming the part that is not known.
 */
export function parseChord(text: string): Chord {
  const parts = splitChord(text);
  const key = parts.pop()!;
  const modifiers = new Set<ChordModifier>();
  for (const part of parts) {
    const modifier = own(modifierNames, part.toLowerCase());
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
  if (trimmed.endsWith("++")) return [...trimmed.slice(0, -2).split("+"), "+"];
  return trimmed.split("+").map((part) => part.trim());
}

function keyName(key: string, withModifiers: boolean): string {
  const lower = key.toLowerCase();
  if ([...key].length === 1) return withModifiers ? lower : key;
  const modifier = own(modifierNames, lower);
  if (modifier) return modifierKeysyms[modifier];
  if (/^f([1-9]|[12]\d|3[0-5])$/.test(lower)) return lower.toUpperCase();
  return own(aliases, lower) ?? key;
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

function unknownKey(text: string, part: string, hint: string): OperationError {
  return new OperationError("invalid_request", `key: "${text}" names no key: "${part}" is not known; ${hint}`);
}

/** Keysym of a character: Latin-1 has its own, everything else is 0x01000000 plus the code point (keysymdef.h). */
export function keysymOfCharacter(character: string): number {
  const point = character.codePointAt(0)!;
  if (point === 10 || point === 13) return 0xff0d; // Return
  if (point === 9) return 0xff09; // Tab
  const isLatin1 = (point >= 0x20 && point <= 0x7e) || (point >= 0xa0 && point <= 0xff);
  return isLatin1 ? point : 0x01000000 | point;
}
