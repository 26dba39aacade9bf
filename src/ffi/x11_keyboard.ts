/**
 * The keyboard: which keycode gives which keysym, which keycodes are modifiers, and what is held or locked.
 * Offsets are `offsetof` of XKBstr.h's structures on LP64.
 * @module
 */
import type { Display } from "./display.ts";
import { libX11 } from "./libx11.ts";
import { copyBytes, cString, pointerAt } from "./memory.ts";

/** What a key gives in one group: alone and with Shift. 0 for nothing. */
export interface KeySymbols {
  /** The keycode. */
  readonly keycode: number;
  /** Keysym without modifiers. */
  readonly plain: number;
  /** Keysym with Shift. */
  readonly shifted: number;
  /** Whether the key has no keysym in any group and is no modifier: it can be borrowed. */
  readonly spare: boolean;
}

/** Modifiers and group of the keyboard, as masks and numbers of X.h. */
export interface KeyboardState {
  /** The active group, 0–3. */
  readonly group: number;
  /** Modifiers whose keys are down. */
  readonly held: number;
  /** Modifiers that stay for one key. */
  readonly latched: number;
  /** Modifiers that stay until they are unlocked. */
  readonly locked: number;
}

/** XkbUseCoreKbd (XKB.h). */
const CORE_KEYBOARD = 0x100;
/** XkbKeyTypesMask | XkbKeySymsMask | XkbModifierMapMask (XKB.h). */
const CLIENT_MAP = 7;
/** ShiftMask (X.h). */
const SHIFT = 1;

/** Reads the keyboard map as the server has it now, for one group. */
export function keyboardMap(display: Display, group: number): KeySymbols[] {
  const description = display.run("XkbGetMap", (pointer) => libX11().XkbGetMap(pointer, CLIENT_MAP, CORE_KEYBOARD));
  if (!description) return [];
  try {
    return readMap(new Deno.UnsafePointerView(description), group);
  } finally {
    libX11().XkbFreeKeyboard(description, 0, 1);
  }
}

/** From an XkbDescRec: key codes at 12 and 13, the XkbClientMapRec at 32. */
function readMap(description: Deno.UnsafePointerView, group: number): KeySymbols[] {
  const [first, last] = [description.getUint8(12), description.getUint8(13)];
  const map = new Deno.UnsafePointerView(pointerAt(description, 32)!);
  const types = new Deno.UnsafePointerView(pointerAt(map, 8)!);
  const syms = new Deno.UnsafePointerView(pointerAt(map, 24)!);
  const keys = new Deno.UnsafePointerView(pointerAt(map, 32)!);
  const modifiers = new Deno.UnsafePointerView(pointerAt(map, 40)!);
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const keycode = first + index;
    // XkbSymMapRec: kt_index[4], group_info, width, offset: 8 bytes.
    const [at, width, info] = [keycode * 8, keys.getUint8(keycode * 8 + 5), keys.getUint8(keycode * 8 + 4)];
    const groups = info & 0x0f;
    const symbol = (number: number) => Number(syms.getBigUint64((keys.getUint16(at + 6) + number) * 8));
    const spare = modifiers.getUint8(keycode) === 0 &&
      Array.from({ length: groups * width }, (_, number) => symbol(number)).every((keysym) => keysym === 0);
    if (groups === 0) return { keycode, plain: 0, shifted: 0, spare };
    const own = effectiveGroup(group, groups, info);
    const shiftedLevel = levelWith(types, keys.getUint8(at + own), SHIFT);
    return { keycode, plain: symbol(own * width), shifted: symbol(own * width + shiftedLevel), spare };
  });
}

/** What becomes of a group that a key does not have: XkbRedirectIntoRange 0x80, XkbClampIntoRange 0x40, else wrapped. */
function effectiveGroup(group: number, groups: number, info: number): number {
  if (group < groups) return group;
  const redirected = (info >> 4) & 3;
  if (info & 0x80) return redirected < groups ? redirected : 0;
  return info & 0x40 ? groups - 1 : group % groups;
}

/** The level that modifiers choose: XkbKeyTypeRec (40 bytes) with its XkbKTMapEntryRecs (12 bytes). */
function levelWith(types: Deno.UnsafePointerView, type: number, modifiers: number): number {
  const at = type * 40;
  const entries = pointerAt(types, at + 8);
  if (!entries) return 0;
  const view = new Deno.UnsafePointerView(entries);
  const relevant = modifiers & types.getUint8(at);
  for (let entry = 0; entry < types.getUint8(at + 5); entry++) {
    const isMatch = view.getInt32(entry * 12) !== 0 && view.getUint8(entry * 12 + 6) === relevant;
    if (isMatch) return view.getUint8(entry * 12 + 4);
  }
  return 0;
}

/** Gives each keycode one keysym on every level, or none for 0. Returns when the server has done so. */
export function setKeysyms(display: Display, keysyms: ReadonlyMap<number, number>): void {
  display.check("XChangeKeyboardMapping", (pointer) => {
    for (const [keycode, keysym] of keysyms) {
      const list = new Uint8Array(new BigUint64Array([BigInt(keysym), BigInt(keysym)]).buffer);
      libX11().XChangeKeyboardMapping(pointer, keycode, 2, list, 1);
    }
  });
}

/** The keycodes of the eight modifiers, in the order Shift, Lock, Control, Mod1 … Mod5. */
export function modifierKeycodes(display: Display): number[][] {
  const map = display.run("XGetModifierMapping", (pointer) => libX11().XGetModifierMapping(pointer));
  if (!map) return [];
  try {
    // XModifierKeymap: int max_keypermod at 0, KeyCode* modifiermap at 8 (Xlib.h).
    const view = new Deno.UnsafePointerView(map);
    const width = view.getInt32(0);
    const keycodes = copyBytes(pointerAt(view, 8)!, 8 * width);
    return Array.from(
      { length: 8 },
      (_, row) => [...keycodes.subarray(row * width, (row + 1) * width)].filter(Boolean),
    );
  } finally {
    libX11().XFreeModifiermap(map);
  }
}

/** The keysym of a name such as `Return` or `eacute`; null for an unknown name. */
export function keysymOfName(name: string): number | null {
  const keysym = Number(libX11().XStringToKeysym(cString(name)));
  return keysym === 0 ? null : keysym;
}

/** The active group and the modifiers. */
export function keyboardState(display: Display): KeyboardState {
  const state = new Uint8Array(18); // XkbStateRec
  display.run("XkbGetState", (pointer) => libX11().XkbGetState(pointer, CORE_KEYBOARD, state));
  return { group: state[0]!, held: state[7]!, latched: state[8]!, locked: state[9]! };
}

/** Locks modifiers or unlocks them. @param mask Which; see {@linkcode KeyboardState.locked}. */
export function lockModifiers(display: Display, mask: number, lock: boolean): void {
  display.check(
    "XkbLockModifiers",
    (pointer) => libX11().XkbLockModifiers(pointer, CORE_KEYBOARD, mask, lock ? mask : 0),
  );
}
