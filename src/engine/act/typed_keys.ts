/**
 * Typing as key events, read back through Text where the focused field has that.
 * @module
 */
import { getCaretOffset, getCharacterCount, getSelection, getSelectionCount } from "../atspi/interfaces/text.ts";
import { delay } from "../time.ts";
import { KeySender } from "../x11/key_sender.ts";
import { awaitHandled } from "../x11/handled.ts";
import { activate, demandKeyboard } from "./activate.ts";
import type { Scene } from "./scene.ts";
import { dialogOf, type Step, type Verification } from "./step.ts";
import { charactersIn, mismatch, readBack, type TextField } from "./text_field.ts";

/** How long a field may stay short of what was typed before it is taken to refuse some of it, ms. */
const STANDSTILL_MS = 500;
const PROBE_MS = 15;

/** Longest text that is read before and after typing, in the toolkit's characters. */
const MAX_READ_BACK = 100_000;

/** A field's content around the place where typing goes. */
export interface Surroundings {
  readonly before: string;
  readonly after: string;
}

/**
 * A sender of keys to the application's active window: it knows when that has read them.
 *
 * @param arrived Resolves when what was sent has arrived; asked in place of the window.
 */
export function keySenderFor(
  { connection, device, active, toolkit }: Scene,
  arrived?: () => Promise<void>,
): KeySender {
  const keysRead = (signal: AbortSignal) => arrived?.() ?? awaitHandled(connection, active, signal);
  // Qt 5 reads the level of a key from the core keyboard, where nobody holds Shift.
  const usesShift = !(connection.own && toolkit === "qt5");
  return new KeySender(connection.display, device, keysRead, usesShift);
}

/**
 * Plans key events, as long as the window keeps the keyboard.
 *
 * @param focus The element that has the focus; null when none is known.
 */
export async function keySteps(text: string, focus: TextField | null, scene: Scene): Promise<Step> {
  const { active, signal } = scene;
  const around = focus && await readSurroundings(focus);
  const submits = text.endsWith("\n") && !focus?.element.states.includes("multiline");
  return {
    route: scene.device.route,
    window: active,
    expectation: { mayOpen: submits, mayClose: submits ? dialogOf(active) : null },
    async dispatch(sending) {
      const warnings = await activate(scene, active);
      let sent = 0;
      const arrived = () => awaitCount(focus!, text, sent, around!);
      // Qt does not answer pings, and handles keys late: it reads the whole map after each change of it.
      const keys = keySenderFor(scene, around && /^qt/i.test(focus!.toolkit) ? arrived : undefined);
      const mayGoOn = () => {
        demandKeyboard(scene, active, sent > 0);
        if (sent++ === 0) sending();
      };
      try {
        await keys.type(text, signal, mayGoOn);
      } finally {
        await keys.giveBack(signal);
      }
      return [...warnings, ...unread(focus)];
    },
    ...(around && !submits ? { verify: () => compare(text, focus, around) } : {}),
  };
}

/** Why nothing of what was typed can be read back, if so. */
function unread(focus: TextField | null): string[] {
  if (focus === null) return ["no text field has the focus; the text went out as key events and can't be read back"];
  return focus.element.secret || focus.element.interfaces.has("Text") ? [] : ["what was typed can't be read back"];
}

/** Null where nothing may or can be read. */
export async function readSurroundings(field: TextField): Promise<Surroundings | null> {
  const { bus, element, signal, toolkit } = field;
  const { ref, secret, interfaces } = element;
  if (secret || !interfaces.has("Text")) return null;
  const options = { signal };
  if (await getCharacterCount(bus, ref, options) > MAX_READ_BACK) return null;
  const characters = charactersIn(toolkit, await readBack(field));
  const caret = Math.max(0, await getCaretOffset(bus, ref, options));
  const selected = await getSelectionCount(bus, ref, options) > 0 ? await getSelection(bus, ref, 0, options) : null;
  const [start, end] = selected && selected[1] > selected[0] ? selected : [caret, caret];
  return { before: characters.slice(0, start).join(""), after: characters.slice(end).join("") };
}

/** Waits until a field holds as many characters as were typed into it. */
async function awaitCount(
  field: TextField,
  text: string,
  sent: number,
  { before, after }: Surroundings,
): Promise<void> {
  const { bus, element: { ref }, signal, toolkit } = field;
  const typed = [...text.replaceAll("\r\n", "\n")].slice(0, sent).join("");
  const wanted = charactersIn(toolkit, before + typed + after).length;
  let last = -1;
  let changed = performance.now();
  while (last !== wanted && performance.now() - changed < STANDSTILL_MS) {
    if (last >= 0) await delay(PROBE_MS, signal);
    const count = await getCharacterCount(bus, ref, { signal });
    if (count !== last) changed = performance.now();
    last = count;
  }
}

/** Compares what stands between the same surroundings with what was typed. */
export async function compare(text: string, field: TextField, { before, after }: Surroundings): Promise<Verification> {
  await awaitCount(field, text, Infinity, { before, after }); // A busy application is still at it.
  const now = await readBack(field);
  const wanted = text.replaceAll("\r\n", "\n");
  // Chromium tells a selection wrongly behind characters beyond the BMP: then the text and the length count.
  const isThere = now.length === before.length + wanted.length + after.length && now.includes(wanted);
  if (isThere) return { confirmed: `element ${field.element.id} reads back what was typed` };
  const isAround = now.startsWith(before) && now.endsWith(after) && now.length >= before.length + after.length;
  return { warning: mismatch(text, isAround ? now.slice(before.length, now.length - after.length) : now) };
}
