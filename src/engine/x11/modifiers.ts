/**
 * Modifiers that would make other keys of those that are sent: held by somebody, or locked.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { Display } from "../../ffi/display.ts";
import { keyboardState, lockModifiers } from "../../ffi/x11_keyboard.ts";
import { delay } from "../time.ts";
import { journalOf } from "./journal.ts";

/** How long somebody else's held modifier is waited for, ms. */
const RELEASE_MS = 1_000;
const PROBE_MS = 5;
/** Mod2Mask (X.h), which is Num Lock by custom: it changes no character key. */
const NUM_LOCK = 0x10;
/** What the bits of a mask are, by custom. */
const names = ["Shift", "Caps Lock", "Ctrl", "Alt", "Num Lock", "Mod3", "Super", "AltGr"];

/**
 * Waits until no modifier is held.
 *
 * @param isPartly Whether keys went out already.
 * @throws {OperationError} `input_refused` when one stays down.
 */
export async function awaitNoModifiers(display: Display, signal: AbortSignal, isPartly: boolean): Promise<void> {
  const end = performance.now() + RELEASE_MS;
  for (let { held } = keyboardState(display); held !== 0; { held } = keyboardState(display)) {
    if (performance.now() > end) {
      const list = names.filter((_, bit) => held & (1 << bit)).join(" and ");
      throw new OperationError("input_refused", `Somebody holds ${list} down, which would garble what is typed`, {
        dispatched: isPartly ? "partly" : "no",
      });
    }
    await delay(PROBE_MS, signal);
  }
}

/** Takes Caps Lock and other locked modifiers off while something is done, and puts them on again. */
export async function withoutLocks(display: Display, body: () => Promise<void>): Promise<void> {
  const locked = keyboardState(display).locked & ~NUM_LOCK;
  if (locked === 0) return await body();
  const journal = journalOf(display);
  journal.begin("unlocked", locked);
  lockModifiers(display, locked, false);
  try {
    await body();
  } finally {
    if (!display.dead) {
      lockModifiers(display, locked, true);
      journal.end("unlocked", locked);
    }
  }
}
