/**
 * Which key gives which keysym: the layout's own keys, and spare keycodes that are given what it lacks for a moment.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { Display } from "../../ffi/display.ts";
import { keyboardMap, keyboardState, type KeySymbols, setKeysyms } from "../../ffi/x11_keyboard.ts";
import { journalOf } from "./journal.ts";
import { characterOfKeysym, keysymOfCharacter } from "./keysyms.ts";

/** Groups that a map can have (XKB.h: XkbNumKbdGroups). */
const GROUPS = 4;
/** Keycodes of letters and digits on a keyboard of the United States, as evdev numbers them: rows from the left. */
const usRows: readonly (readonly [first: number, row: string])[] = [
  [10, "1234567890"],
  [24, "qwertyuiop"],
  [38, "asdfghjkl"],
  [52, "zxcvbnm"],
];

/** A key to press and whether Shift gives its keysym. */
export interface Key {
  /** The keycode. */
  readonly keycode: number;
  /** Whether Shift has to be held. */
  readonly shift: boolean;
}

/** The keys of one layout group. The map is changed and put right here and nowhere else. */
export class KeyTable {
  readonly #display: Display;
  readonly #keys = new Map<number, Key>();
  readonly #borrowed = new Map<number, number>();
  readonly #spare: number[];

  /**
   * Reads the map for the group that is active now.
   *
   * @param usesShift Whether Shift may help; without, keysyms of the second level get spare keycodes, too.
   */
  constructor(display: Display, usesShift: boolean) {
    this.#display = display;
    const map = keyboardMap(display, keyboardState(display).group);
    this.#spare = map.filter(({ spare }) => spare).map(({ keycode }) => keycode);
    this.#note(map, "plain", false);
    if (usesShift) this.#note(map, "shifted", true);
  }

  /** How many keysyms it has borrowed keycodes for. */
  get borrowed(): number {
    return this.#borrowed.size;
  }

  /** Whether the active group has a keysym. */
  has(keysym: number): boolean {
    return this.#keys.has(keysym);
  }

  /** The key that people take for a shortcut whose letter their layout lacks: by another group, or by its place. */
  placeOf(keysym: number): Key | undefined {
    for (let group = 0; group < GROUPS; group++) {
      const key = keyboardMap(this.#display, group).find(({ plain }) => plain === keysym);
      if (key) return { keycode: key.keycode, shift: false };
    }
    const character = characterOfKeysym(keysym);
    for (const [first, row] of usRows) {
      const index = character === null ? -1 : row.indexOf(character);
      if (index >= 0) return { keycode: first + index, shift: false };
    }
    return undefined;
  }

  /** The key of a keysym; one that the layout lacks gets a spare keycode. */
  keyOf(keysym: number): Key {
    if (!this.#keys.has(keysym)) this.#borrow([keysym]);
    const key = this.#keys.get(keysym);
    if (key) return key;
    throw new OperationError("unsupported", "The keyboard map has no spare keycode for a key that it lacks");
  }

  /**
   * Gives spare keycodes to the keysyms that the layout lacks, all at once: every client reads the map after a change.
   *
   * @returns Where the first keysym stands that no keycode was left for.
   */
  borrowFor(keysyms: readonly number[], start: number): number {
    const missing = new Set<number>();
    let end = start;
    for (; end < keysyms.length; end++) {
      const keysym = keysyms[end]!;
      if (this.#keys.has(keysym) || missing.has(keysym)) continue;
      if (missing.size === this.#spare.length) break;
      missing.add(keysym);
    }
    this.#borrow([...missing]);
    return end;
  }

  /** Puts the map right. */
  giveBack(): void {
    if (this.#borrowed.size === 0 || this.#display.dead) return;
    const keycodes = [...this.#borrowed.values()];
    setKeysyms(this.#display, new Map(keycodes.map((keycode) => [keycode, 0])));
    journalOf(this.#display).end("keycode", ...keycodes);
    for (const [keysym, keycode] of this.#borrowed) {
      this.#keys.delete(keysym);
      this.#spare.push(keycode);
    }
    this.#borrowed.clear();
  }

  #borrow(keysyms: readonly number[]): void {
    const keycodes = this.#spare.splice(0, keysyms.length);
    for (const [index, keycode] of keycodes.entries()) {
      this.#borrowed.set(keysyms[index]!, keycode);
    }
    journalOf(this.#display).begin("keycode", ...keycodes);
    setKeysyms(this.#display, new Map(keycodes.map((keycode, index) => [keycode, keysyms[index]!])));
    for (const [keysym, keycode] of this.#borrowed) this.#keys.set(keysym, { keycode, shift: false });
  }

  /** The first key that gives a keysym is taken, whichever name the layout has for its character. */
  #note(map: readonly KeySymbols[], level: "plain" | "shifted", shift: boolean): void {
    for (const { [level]: keysym, keycode } of map) {
      const character = characterOfKeysym(keysym);
      for (const known of [keysym, ...(character === null ? [] : [keysymOfCharacter(character)])]) {
        if (known !== 0 && !this.#keys.has(known)) this.#keys.set(known, { keycode, shift });
      }
    }
  }
}
