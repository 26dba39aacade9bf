/**
 * The pointer and the keyboard that input goes out through.
 * @module
 */
import type { Display } from "../../ffi/display.ts";
import { fakeButton, fakeKey, fakeMotion } from "../../ffi/xtest.ts";
import { type EntryKind, journalOf } from "./journal.ts";

/** A pointer with its keyboard. All are sent at once, none waits for the application. */
export interface InputDevice {
  /** The route that a report tells of. */
  readonly route: "core_device" | "own_device" | "send_event";
  /** Moves the pointer to a point of the display, X pixels. */
  move(x: number, y: number): void;
  /** Presses or releases a button: 1 left, 2 middle, 3 right, 4–7 wheel, 8 back, 9 forward. */
  button(button: number, press: boolean): void;
  /** Presses or releases a key. */
  key(keycode: number, press: boolean): void;
}

/** The pointer and keyboard that everybody shares. */
export function coreDevice(display: Display): InputDevice {
  const journal = journalOf(display);
  const journaled = (kind: EntryKind, number: number, press: boolean, send: () => void) => {
    if (press) journal.begin(kind, number);
    send();
    if (!press) journal.end(kind, number);
  };
  return {
    route: "core_device",
    move: (x, y) => fakeMotion(display, x, y),
    button: (button, press) => journaled("button", button, press, () => fakeButton(display, button, press)),
    key: (keycode, press) => journaled("key", keycode, press, () => fakeKey(display, keycode, press)),
  };
}
