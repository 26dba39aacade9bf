/**
 * Key events through the core keyboard: what the layout has as it has it, everything else through spare keycodes that
 * are given the missing keysyms for a moment.
 * @module
 */
import type { Display } from "../../ffi/display.ts";
import { type KeyboardMap, keyboardMap, keyboardState, modifierKeycodes, setKeysyms } from "../../ffi/x11_keyboard.ts";
import { keysymOfName } from "../../ffi/x11_keyboard.ts";
import { delay } from "../time.ts";
import type { InputDevice } from "./input_device.ts";
import { type Chord, type ChordModifier, keysymOfCharacter, modifierKeysyms } from "./keysyms.ts";

/** How long a temporary keysym stays after its last event, ms: applications read the map when they handle the event. */
const KEEP_MAPPING_MS = 150;

/** How long typing may keep the event loop, ms: cancelling, deadlines and other calls come through in between. */
const YIELD_MS = 10;

/** A key to press and whether Shift gives its keysym. */
interface Key {
  readonly keycode: number;
  readonly shift: boolean;
}

/** Sends keys. Made anew for each action, because the map may have changed. */
export class KeySender {
  readonly #display: Display;
  readonly #device: InputDevice;
  readonly #map: KeyboardMap;
  readonly #group: number;
  readonly #shiftKeycode: number;
  readonly #spare: number[];
  readonly #borrowed = new Map<number, number>();

  /** Reads the keyboard map. @param device What sends the keys. */
  constructor(display: Display, device: InputDevice) {
    this.#display = display;
    this.#device = device;
    this.#map = keyboardMap(display);
    this.#group = keyboardState(display).group;
    this.#shiftKeycode = modifierKeycodes(display)[0]?.[0] ?? 50;
    this.#spare = this.#map.keysyms.flatMap((row, index) =>
      row.every((sym) => sym === 0) ? [this.#map.first + index] : []
    );
  }

  /** Presses a chord: modifiers down, the key (held for `holdMs`), modifiers up in reverse. Everything is released in any case. */
  async press(chord: Chord, signal: AbortSignal, holdMs = 0): Promise<void> {
    const key = this.#key(chord.keysym);
    const held = chord.modifiers.map((modifier) => this.#modifier(modifier));
    if (key.shift && !chord.modifiers.includes("shift")) held.push(this.#shiftKeycode);
    await this.#holding(held, async () => {
      await this.#holding([key.keycode], async () => {
        if (holdMs > 0) await delay(holdMs, signal);
      });
    });
  }

  /** Holds modifiers while something else is done. */
  async holdingModifiers(modifiers: readonly ChordModifier[], body: () => Promise<void>): Promise<void> {
    await this.#holding(modifiers.map((modifier) => this.#modifier(modifier)), body);
  }

  /**
   * Types a text, character by character.
   *
   * @param mayGoOn Called before each character; throws to stop (the focus went elsewhere).
   */
  async type(text: string, signal: AbortSignal, mayGoOn: () => void): Promise<void> {
    let yielded = performance.now();
    for (const character of text.replaceAll("\r\n", "\n")) {
      if (performance.now() - yielded > YIELD_MS) {
        await delay(0, signal);
        yielded = performance.now();
      }
      signal.throwIfAborted();
      mayGoOn();
      const keysym = keysymOfCharacter(character);
      if (!this.#find(keysym) && !this.#hasRoom(keysym)) await this.giveBack(signal);
      const key = this.#key(keysym);
      await this.#holding(key.shift ? [this.#shiftKeycode] : [], () => this.#holding([key.keycode], async () => {}));
    }
  }

  /** Gives borrowed keycodes back, after the application had time to read them. Also when the call was cancelled. */
  async giveBack(signal: AbortSignal): Promise<void> {
    if (this.#borrowed.size === 0) return;
    await delay(KEEP_MAPPING_MS, signal.aborted ? undefined : signal).catch(() => {}); // Given back all the same.
    if (this.#display.dead) return;
    for (const keycode of this.#borrowed.values()) {
      setKeysyms(this.#display, keycode, []);
      this.#spare.push(keycode);
    }
    this.#borrowed.clear();
  }

  #modifier(modifier: ChordModifier): number {
    return this.#key(keysymOfName(modifierKeysyms[modifier])!).keycode;
  }

  async #holding(keycodes: readonly number[], body: () => Promise<void>): Promise<void> {
    const down: number[] = [];
    try {
      for (const keycode of keycodes) {
        this.#device.key(keycode, true);
        down.push(keycode);
      }
      await body();
    } finally {
      if (!this.#display.dead) { for (const keycode of down.reverse()) this.#device.key(keycode, false); }
    }
  }

  #key(keysym: number): Key {
    const found = this.#find(keysym);
    if (found) return found;
    const keycode = this.#spare.shift();
    if (keycode === undefined) throw new Error("The keyboard map has no spare keycode");
    setKeysyms(this.#display, keycode, [keysym, keysym]);
    this.#borrowed.set(keysym, keycode);
    return { keycode, shift: false };
  }

  /** A key of the active group that gives the keysym, plain or shifted. */
  #find(keysym: number): Key | null {
    const borrowed = this.#borrowed.get(keysym);
    if (borrowed !== undefined) return { keycode: borrowed, shift: false };
    for (const level of [0, 1]) {
      const index = this.#map.keysyms.findIndex((row) => row[this.#group * 2 + level] === keysym);
      if (index >= 0) return { keycode: this.#map.first + index, shift: level === 1 };
    }
    return null;
  }

  #hasRoom(keysym: number): boolean {
    return this.#borrowed.has(keysym) || this.#spare.length > 0;
  }
}
