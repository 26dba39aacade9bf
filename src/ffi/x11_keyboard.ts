/**
 * The keyboard map: which keycode gives which keysym, and which keycodes are modifiers.
 * @module
 */
import type { Display } from "./display.ts";
import { libX11 } from "./libx11.ts";
import { copyBytes, cString, outs, pointerAt, readUlongs } from "./memory.ts";

/** The core keyboard map. */
export interface KeyboardMap {
  /** Lowest keycode. */
  readonly first: number;
  /** Keysyms that each keycode has, in this order: group 1 plain and shifted, group 2 plain and shifted, … */
  readonly keysyms: readonly (readonly number[])[];
}

/** XkbUseCoreKbd (XKB.h). */
const CORE_KEYBOARD = 0x100;

/** Reads the keyboard map. */
export function keyboardMap(display: Display): KeyboardMap {
  const [low, high, width] = outs(3);
  const list = display.run("XGetKeyboardMapping", (pointer) => {
    libX11().XDisplayKeycodes(pointer, low.buffer, high.buffer);
    return libX11().XGetKeyboardMapping(pointer, low.int, high.int - low.int + 1, width.buffer);
  });
  if (!list) return { first: low.int, keysyms: [] };
  try {
    const count = high.int - low.int + 1;
    const flat = readUlongs(list, count * width.int);
    const keysyms = Array.from({ length: count }, (_, key) => flat.slice(key * width.int, (key + 1) * width.int));
    return { first: low.int, keysyms };
  } finally {
    libX11().XFree(list);
  }
}

/** Gives a keycode the same keysym on every level; an empty list gives the keycode back. */
export function setKeysyms(display: Display, keycode: number, keysyms: readonly number[]): void {
  const row = keysyms.length > 0 ? keysyms : [0, 0];
  const list = new Uint8Array(new BigUint64Array(row.map(BigInt)).buffer);
  display.check(
    "XChangeKeyboardMapping",
    (pointer) => libX11().XChangeKeyboardMapping(pointer, keycode, row.length, list, 1),
  );
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

/** The layout group that is active (0–3) and the locked and latched modifiers as a mask. */
export function keyboardState(display: Display): { group: number; locked: number; latched: number } {
  const state = new Uint8Array(18); // XkbStateRec, XKBstr.h: group 0, base 2, latched 4, locked group 6 …
  display.run("XkbGetState", (pointer) => libX11().XkbGetState(pointer, CORE_KEYBOARD, state));
  // unsigned char group, locked_group; unsigned short base_group, latched_group; unsigned char mods, base, latched, locked
  return { group: state[0]!, latched: state[8]!, locked: state[9]! };
}
