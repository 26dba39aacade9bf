/**
 * Typing as key events, read back through Text where the focused field has that.
 * @module
 */
import { inline } from "../escape.ts";
import { activate, demandKeyboard } from "./activate.ts";
import { keySenderFor } from "./keyboard.ts";
import { awaitCount, compare, readContent, readSurroundings, type Surroundings } from "./read_back.ts";
import type { Scene } from "./scene.ts";
import { dialogOf, type Step } from "./step.ts";
import { afterReturn, isMultiline, pressReturn, withoutReturn } from "./submit.ts";
import type { TextField } from "./text_field.ts";

/**
 * Plans key events, as long as the window keeps the keyboard.
 *
 * @param field The text field that has the focus; null when none is known.
 */
export async function keySteps(text: string, field: TextField | null, scene: Scene): Promise<Step> {
  const { active } = scene;
  const around = field && await readSurroundings(field);
  const content = withoutReturn(text);
  const submits = content !== null && (!isMultiline(field) || field?.isOfSheet === true);
  const verify = content !== null
    ? () => afterReturn({ text, field, around }, scene)
    : around && (() => compare(text, field, around));
  return {
    route: scene.device.route,
    window: active,
    expectation: { mayOpen: content !== null, mayClose: submits ? dialogOf(active) : null },
    async dispatch(sending) {
      const warnings = await activate(scene, active);
      const typed = submits ? content : text;
      const arrived = (sent: number) => awaitCount(field!, typed, sent, around!);
      // Qt does not answer pings, and handles keys late: it reads the whole map after each change of it.
      await typeKeys(typed, scene, sending, around && /^qt/i.test(field!.toolkit) ? arrived : undefined);
      if (submits && field?.isOfSheet && around) warnings.push(...await completed(content, field, around));
      if (submits) warnings.push(...await pressReturn(scene, sending, typed !== ""));
      return [...warnings, ...unread(field)];
    },
    ...(verify ? { verify } : {}),
  };
}

/**
 * Types a text into the active window.
 *
 * @param arrived Resolves when as many characters as were sent have arrived; asked in place of the window.
 */
export async function typeKeys(
  text: string,
  scene: Scene,
  sending: () => void,
  arrived?: (sent: number) => Promise<void>,
): Promise<void> {
  const { active, signal } = scene;
  let sent = 0;
  const keys = keySenderFor(scene, arrived && (() => arrived(sent)));
  const mayGoOn = () => {
    demandKeyboard(scene, active, sent > 0);
    if (sent++ === 0) sending();
  };
  try {
    await keys.type(text, signal, mayGoOn);
  } finally {
    await keys.giveBack(signal);
  }
}

/** That a cell got more than was typed: spreadsheets complete what another cell of the column begins with. */
async function completed(text: string, field: TextField, { before, after }: Surroundings): Promise<string[]> {
  const now = await readContent(field);
  if (!now.startsWith(text) || now === text || now === before + text + after) return [];
  return [`the cell completed what was typed to ${inline(now)}; hint: press Delete before Return`];
}

/** Why nothing of what was typed can be read back, if so. */
function unread(field: TextField | null): string[] {
  if (field === null) return ["no text field has the focus; the text went out as key events and can't be read back"];
  return field.element.secret || field.element.interfaces.has("Text") ? [] : ["what was typed can't be read back"];
}
