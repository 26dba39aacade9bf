/**
 * What has been done to the X server that must not outlive this process: written down before it is done.
 *
 * The journal is a property of the root window, so it lasts exactly as long as what it tells of, and every engine of
 * that display finds it. It is named after a window of its writer: when that window is gone, so is the writer, and
 * the next engine (or the one that a desktop's supervisor starts for this) undoes what stands there.
 * @module
 */
import type { Display } from "../../ffi/display.ts";
import { lockModifiers, setKeysyms } from "../../ffi/x11_keyboard.ts";
import { atomName, deleteProperty, getText, listProperties } from "../../ffi/x11_properties.ts";
import { createHiddenWindow, setProperty } from "../../ffi/x11_selections.ts";
import { withServerGrabbed } from "../../ffi/x11_windows.ts";
import { type Window, xid } from "../../ffi/xid.ts";
import { XRequestError } from "../../ffi/x_errors.ts";
import { fakeButton, fakeKey } from "../../ffi/xtest.ts";

/** How the names of journals begin; the number of the writer's window follows, in hexadecimal. */
const PREFIX = "_LINUX_CUA_JOURNAL_";

/** What may be left behind, and how it is undone. Undoing what was undone already changes nothing. */
const undoings = {
  /** A key that is down on the core XTEST keyboard. */
  key: (display: Display, keycode: number) => fakeKey(display, keycode, false),
  /** A button that is down on the core XTEST pointer. */
  button: (display: Display, button: number) => fakeButton(display, button, false),
  /** A spare keycode that has been given a keysym. */
  keycode: (display: Display, keycode: number) => setKeysyms(display, new Map([[keycode, 0]])),
  /** Modifiers that were locked and have been unlocked, X.h's mask. */
  unlocked: (display: Display, mask: number) => lockModifiers(display, mask, true),
  /** The agent's master devices, by the number in their names: removing them takes time, so that is left to us. */
  master: (display: Display, number: number) => journalOf(display).begin("master", number),
} as const;

/** Kinds of entries. */
export type EntryKind = keyof typeof undoings;

/** The journal of one connection. Nothing is written before the first entry. */
export class Journal {
  readonly #display: Display;
  readonly #entries = new Set<string>();
  #written: ReadonlySet<string> = new Set();
  #name: string | undefined;

  /** Use {@linkcode journalOf}. */
  constructor(display: Display) {
    this.#display = display;
  }

  /** Notes what is done next. */
  begin(kind: EntryKind, ...numbers: readonly number[]): void {
    const entries = numbers.map((number) => `${kind} ${number}`);
    for (const entry of entries) this.#entries.add(entry);
    if (entries.some((entry) => !this.#written.has(entry))) this.#write();
  }

  /** Notes what has been undone. Of keys only the next key's entry tells: releasing one that is up does no harm. */
  end(kind: EntryKind, ...numbers: readonly number[]): void {
    for (const number of numbers) this.#entries.delete(`${kind} ${number}`);
    if (kind !== "key" && !this.#display.dead) this.#write();
  }

  /** Masters that stand in it. */
  get masters(): number[] {
    return [...this.#entries].flatMap((entry) => entry.startsWith("master ") ? [Number(entry.slice(7))] : []);
  }

  /** Removes the journal when nothing stands in it any more. */
  close(): void {
    if (this.#name === undefined || this.#entries.size > 0 || this.#display.dead) return;
    deleteProperty(this.#display, this.#display.root, this.#name);
    this.#name = undefined;
  }

  #write(): void {
    const display = this.#display;
    this.#name ??= claimName(display);
    writeText(display, display.root, this.#name, [...this.#entries].join("\n"));
    this.#written = new Set(this.#entries);
  }
}

const journals = new WeakMap<Display, Journal>();

/** The journal of a connection. */
export function journalOf(display: Display): Journal {
  const journal = journals.get(display) ?? new Journal(display);
  journals.set(display, journal);
  return journal;
}

/**
 * Undoes what engines that are gone have left on a display. One at a time does so: the server is grabbed meanwhile.
 * Their masters are ours after that: see `retireMasters()`.
 */
export function undoLeftovers(display: Display): void {
  withServerGrabbed(display, () => {
    const names = listProperties(display, display.root).map((atom) => atomName(display, atom, 64));
    for (const name of names) {
      const writer = writerOf(name);
      if (writer === null || isAlive(display, writer, name)) continue;
      for (const line of (getText(display, display.root, name) ?? "").split("\n")) undo(display, line);
      deleteProperty(display, display.root, name);
    }
  });
}

/** Any client could have written a journal: what makes no sense is passed over. */
function undo(display: Display, line: string): void {
  const [, kind, number] = /^([a-z]+) (\d{1,9})$/.exec(line) ?? [];
  if (kind === undefined || !Object.hasOwn(undoings, kind)) return;
  try {
    undoings[kind as EntryKind](display, Number(number));
  } catch (error) {
    if (!(error instanceof XRequestError)) throw error; // No such key, or its device is gone.
  }
}

/** A window that shows that its maker lives, and the name of the journal after it. */
function claimName(display: Display): string {
  const window = createHiddenWindow(display);
  const name = PREFIX + window.toString(16);
  writeText(display, window, name, "");
  return name;
}

function writerOf(name: string): Window | null {
  const [, digits] = /^_LINUX_CUA_JOURNAL_([0-9a-f]{1,8})$/.exec(name) ?? [];
  return digits === undefined ? null : xid<Window>(parseInt(digits, 16));
}

/** Ids are given again: another client's window of that number does not carry the name. */
function isAlive(display: Display, window: Window, name: string): boolean {
  try {
    return getText(display, window, name) !== null;
  } catch (error) {
    if (error instanceof XRequestError) return false;
    throw error;
  }
}

function writeText(display: Display, window: Window, name: string, text: string): void {
  const bytes = new TextEncoder().encode(text);
  setProperty(display, window, display.atom(name), { type: display.atom("UTF8_STRING"), format: 8, bytes });
}
