/**
 * Return behind a text: pressed once the dialog's default button is enabled, and what became of it.
 * @module
 */
import type { Toplevel } from "../x11/toplevels.ts";
import { inline } from "../escape.ts";
import { lookAtWorld } from "../world/windows.ts";
import { parseChord } from "../x11/keysyms.ts";
import { activate, demandKeyboard } from "./activate.ts";
import { awaitDefaultButton } from "./default_button.ts";
import { keySenderFor } from "./keyboard.ts";
import { compare, readContent, type Surroundings } from "./read_back.ts";
import type { Scene } from "./scene.ts";
import { dialogOf, type Verification } from "./step.ts";
import type { TextField } from "./text_field.ts";
import { takesLineBreaks } from "./typing_target.ts";

/** A text that ended with a line break: that is the Return key. */
export interface Submission {
  /** The text with its line break. */
  readonly text: string;
  /** The field that it went into; null when none is known. */
  readonly field: TextField | null;
  /** What stood around it; null where nothing can be read. */
  readonly around: Surroundings | null;
}

/** The text without the line break at its end; null when it has none. */
export function withoutReturn(text: string): string | null {
  return text.endsWith("\n") ? text.replace(/\r?\n$/, "") : null;
}

/** Whether Return adds a line there, as far as the field says. */
export function isMultiline(field: TextField | null): boolean {
  return field !== null && takesLineBreaks(field.element);
}

/**
 * Presses Return.
 *
 * @param isPartly Whether text went out before it.
 * @returns Warnings: that a default button stayed disabled.
 */
export async function pressReturn(scene: Scene, sending: () => void, isPartly: boolean): Promise<string[]> {
  const warnings = await activate(scene, scene.active);
  warnings.push(...await awaitDefaultButton(scene, scene.active));
  demandKeyboard(scene, scene.active, isPartly);
  sending();
  await keySenderFor(scene).press(parseChord("Return"), scene.signal);
  return warnings;
}

/** What became of it. In an editor it is a line break; a calculator shows a result; a dialog closes. */
export async function afterReturn({ text, field, around }: Submission, scene: Scene): Promise<Verification> {
  if (field?.isOfSheet) return {};
  if (isMultiline(field)) return around ? await afterLineBreak(text, field!, around) : {};
  const dialog = dialogOf(scene.active) && scene.active;
  return dialog && isUnmoved(scene, dialog) ? await stayedOpen(dialog, text, field, around) : {};
}

async function afterLineBreak(text: string, field: TextField, around: Surroundings): Promise<Verification> {
  const { confirmed } = await compare(isParagraph(field) ? withoutReturn(text)! : text, field, around);
  if (confirmed) return { confirmed };
  return { warning: `after Return element ${field.element.id} reads back ${inline(await readContent(field))}` };
}

/** Return makes a new paragraph behind it. */
function isParagraph({ element }: TextField): boolean {
  return element.atspiRole === "paragraph";
}

/** Whether a dialog is still there, and no other window of its application came or went. */
function isUnmoved({ connection, context, world }: Scene, dialog: Toplevel): boolean {
  const shown = (toplevels: readonly Toplevel[]) =>
    toplevels.filter(({ pid, viewable, tooltip }) => pid === dialog.pid && viewable && !tooltip).map(({ window }) =>
      window
    );
  const [then, now] = [shown(world.toplevels), shown(lookAtWorld(connection, context.settings).toplevels)];
  return now.includes(dialog.window) && then.length === now.length && then.every((window) => now.includes(window));
}

/** A dialog that does something else with Return, such as adding to a list, takes the text out of the field. */
async function stayedOpen(
  dialog: Toplevel,
  text: string,
  field: TextField | null,
  around: Surroundings | null,
): Promise<Verification> {
  const hint = "look whether its default button is enabled, then click that";
  const warning = `after Return the dialog ${inline(dialog.title)} is still open; hint: ${hint}`;
  if (!field || !around) return { warning };
  const typed = around.before + withoutReturn(text) + around.after;
  return await readContent(field) === typed ? { warning } : {};
}
