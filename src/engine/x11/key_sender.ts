/**
 * Sends keys, chords and texts through a keyboard, and leaves nothing pressed, borrowed or unlocked.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { Display } from "../../ffi/display.ts";
import { keysymOfName, modifierKeycodes } from "../../ffi/x11_keyboard.ts";
import { delay } from "../time.ts";
import type { InputDevice } from "./input_device.ts";
import { type Key, KeyTable } from "./key_table.ts";
import { type Chord, type ChordModifier, isModifierKeysym, keysymOfCharacter, modifierKeysyms } from "./keysyms.ts";
import { awaitNoModifiers, withoutLocks } from "./modifiers.ts";

/** How long a borrowed keycode keeps its keysym where nobody can tell that the application has read it, ms. */
const KEEP_MAPPING_MS = 150;
/** How long typing may keep the event loop, ms: cancelling, deadlines and other calls come through in between. */
const YIELD_MS = 10;
/** What applications do otherwise than most. */
export interface KeyHabits {
  /** It does not understand Shift of this device. */
  readonly ignoresShift?: boolean;
  /** It takes the key of a shortcut by its place: a keysym on a borrowed keycode is no shortcut. */
  readonly shortcutsByPlace?: boolean;
}

/** Keycode of the left Shift key on every PC keyboard, should the map name none. */
const LEFT_SHIFT = 50;

/**
 * Sends keys. Made anew for each action, because the map may have changed.
 *
 * Applications look up a keysym when they handle the event, not when it was sent. So a borrowed keycode must not get
 * another keysym, nor be given back, before they did.
 */
export class KeySender {
  readonly #display: Display;
  readonly #device: InputDevice;
  readonly #keysRead: (signal: AbortSignal) => Promise<unknown>;
  readonly #table: KeyTable;
  readonly #shiftKeycode: number;
  readonly #shortcutsByPlace: boolean;

  /**
   * Reads the keyboard map.
   *
   * @param device What sends the keys.
   * @param keysRead Resolves when the application has read what was sent; after a fixed time when left out.
   * @param habits What the application does otherwise than most.
   */
  constructor(
    display: Display,
    device: InputDevice,
    keysRead: (signal: AbortSignal) => Promise<unknown> = (signal) => delay(KEEP_MAPPING_MS, signal),
    { ignoresShift = false, shortcutsByPlace = false }: KeyHabits = {},
  ) {
    this.#display = display;
    this.#device = device;
    this.#keysRead = keysRead;
    this.#table = new KeyTable(display, !ignoresShift);
    this.#shortcutsByPlace = shortcutsByPlace;
    this.#shiftKeycode = modifierKeycodes(display)[0]?.[0] ?? LEFT_SHIFT;
  }

  /**
   * Presses a chord: modifiers down, the key, modifiers up in reverse. Everything is released in any case. Caps
   * Lock does not change what it means.
   *
   * @param hold Waits while it is down.
   * @throws {OperationError} `input_refused` when somebody else holds a modifier.
   */
  async press(chord: Chord, signal: AbortSignal, hold?: () => Promise<void>): Promise<void> {
    const key = this.#keyOf(chord);
    const held = chord.modifiers.map((modifier) => this.#modifier(modifier));
    if (key.shift && !chord.modifiers.includes("shift")) held.push(this.#shiftKeycode);
    const send = () =>
      this.#holding([...held, key.keycode], async () => {
        await hold?.();
      });
    // Pressing Caps Lock is for changing it.
    if (isModifierKeysym(chord.keysym)) return await send();
    await this.#awaitNoModifiers(signal, false);
    await this.#withoutLocks(send);
  }

  /** Whether the layout has no key for what a chord presses. */
  lacks({ keysym }: Chord): boolean {
    return !this.#table.has(keysym);
  }

  #keyOf({ keysym, modifiers }: Chord): Key {
    const isShortcut = modifiers.some((modifier) => modifier !== "shift");
    const byPlace = isShortcut && this.#shortcutsByPlace && !this.#table.has(keysym);
    return (byPlace ? this.#table.placeOf(keysym) : undefined) ?? this.#table.keyOf(keysym);
  }

  /** Holds modifiers while something else is done. */
  async holdingModifiers(modifiers: readonly ChordModifier[], body: () => Promise<void>): Promise<void> {
    await this.#holding(modifiers.map((modifier) => this.#modifier(modifier)), body);
  }

  /**
   * Types a text, character by character: a line break is Return, a tab the Tab key.
   *
   * @param mayGoOn Called before each character; throws to stop (the focus went elsewhere).
   * @throws {OperationError} `input_refused` when somebody else holds a modifier.
   */
  async type(text: string, signal: AbortSignal, mayGoOn: () => void): Promise<void> {
    const keysyms = [...text.replaceAll("\r\n", "\n")].map(keysymOfCharacter);
    await this.#awaitNoModifiers(signal, false);
    await this.#withoutLocks(async () => {
      for (let start = 0; start < keysyms.length;) {
        const end = await this.#borrowFor(keysyms, start, signal);
        await this.#typeAll(keysyms.slice(start, end), signal, mayGoOn);
        start = end;
      }
    });
  }

  /** Gives borrowed keycodes back, after the application had time to read them. Also when the call was cancelled. */
  async giveBack(signal: AbortSignal): Promise<void> {
    if (this.#table.borrowed === 0) return;
    try {
      await this.#keysRead(signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      await delay(KEEP_MAPPING_MS);
    } finally {
      this.#table.giveBack();
    }
  }

  /** Makes room for the next keysyms. @returns Where the first one stands that has no key yet. */
  async #borrowFor(keysyms: readonly number[], start: number, signal: AbortSignal): Promise<number> {
    const end = this.#table.borrowFor(keysyms, start);
    if (end > start) return end;
    await this.giveBack(signal);
    const retried = this.#table.borrowFor(keysyms, start);
    if (retried > start) return retried;
    throw new OperationError("unsupported", "The keyboard map has no spare keycode; paste the text");
  }

  async #typeAll(keysyms: readonly number[], signal: AbortSignal, mayGoOn: () => void): Promise<void> {
    let yielded = performance.now();
    for (const keysym of keysyms) {
      if (performance.now() - yielded > YIELD_MS) {
        await delay(0, signal);
        yielded = performance.now();
      }
      signal.throwIfAborted();
      mayGoOn();
      await this.#awaitNoModifiers(signal, true);
      const { keycode, shift } = this.#table.keyOf(keysym);
      await this.#holding(shift ? [this.#shiftKeycode, keycode] : [keycode], async () => {});
    }
  }

  /** Events that we make ourselves carry modifiers of their own: what a person holds or has locked is not in them. */
  get #hasOwnModifiers(): boolean {
    return this.#device.route === "send_event";
  }

  async #awaitNoModifiers(signal: AbortSignal, isPartly: boolean): Promise<void> {
    if (!this.#hasOwnModifiers) await awaitNoModifiers(this.#display, signal, isPartly);
  }

  async #withoutLocks(body: () => Promise<void>): Promise<void> {
    await (this.#hasOwnModifiers ? body() : withoutLocks(this.#display, body));
  }

  /** The one place where keys go down, and up again. */
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

  #modifier(modifier: ChordModifier): number {
    return this.#table.keyOf(keysymOfName(modifierKeysyms[modifier])!).keycode;
  }
}
