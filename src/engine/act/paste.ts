/**
 * Pasting: the text goes onto the clipboard, the window is told to paste, and what was there before comes back.
 * @module
 */
import type { ActionOf } from "../../contract/actions.ts";
import { type ErrorCode, OperationError } from "../../contract/errors.ts";
import { demandReadableOwner } from "../clipboard/owner.ts";
import type { Offer } from "../clipboard/offer.ts";
import { CallTimeout } from "../atspi/wire/errors.ts";
import { inline } from "../escape.ts";
import { parseChord } from "../x11/keysyms.ts";
import { activate, demandKeyboard } from "./activate.ts";
import { keySenderFor, knowingToolkit } from "./keyboard.ts";
import { compare, readContent, readSurroundings } from "./read_back.ts";
import { chooseRoute } from "./routes.ts";
import type { Scene } from "./scene.ts";
import type { Planner, Verification } from "./step.ts";
import type { TextField } from "./text_field.ts";
import { focusedElement, isTextual } from "./typing_target.ts";

/** Pastes from CLIPBOARD in every toolkit that does so at all; shift+Insert pastes PRIMARY in some. */
const PASTE_CHORD = "ctrl+v";
/** How long a text field may take to tell that it has the focus, ms. */
const FOCUS_MS = 500;
/** How long the window may take to fetch the text, ms. */
const TAKE_MS = 3_000;
/** How long it must ask for nothing more before the text is taken away again, ms: some programs ask twice … */
const QUIET_MS = 100;
/** … and Chromium asks long before it pastes, then drops the paste if the clipboard has changed. */
const UNREAD_QUIET_MS = 500;
/** How long a field that has fetched the text may take to show it, ms: a page takes seconds for a long one … */
const LAND_MS = 3_000;
/** … and how much longer for each character, up to the longest, ms. */
const LAND_CHARACTER_MS = 0.03;
const MAX_LAND_MS = 8_000;
/** How long the text that is there already may take to be read, ms. */
const KEEP_MS = 1_000;
/** How long putting it back may take, ms: also when the call was cancelled. */
const RESTORE_MS = 2_000;
/** Why what is on the clipboard can't be kept. */
const unkeepable: readonly ErrorCode[] = [
  "denied",
  "approval_required",
  "unsupported",
  "app_not_responding",
  "too_long",
];

/** What was on the clipboard before. */
interface Earlier {
  /** The text; null when there was none that could be read. */
  readonly text: string | null;
  /** That something else is lost. */
  readonly warnings: readonly string[];
}

/** Plans pasting into the application's window that has the keyboard. */
export const planPaste: Planner<ActionOf<"paste">> = async ({ text }, scene) => {
  const route = chooseRoute(scene, "paste", ["clipboard"]);
  const { active } = scene;
  const field = await focusedField(scene);
  const around = field && await readSurroundings(field);
  const landed = around && (() => compare(text, field, around));
  const arrived = landed &&
    (async () => (await landed()).confirmed !== undefined || await readContent(field) !== around.initial);
  const earlier = await readEarlier(scene);
  const outcome: Outcome = { isTaken: false, kept: null };
  return {
    route,
    window: active,
    expectation: { mayOpen: false, mayClose: null },
    async dispatch(sending) {
      const warnings = await activate(scene, active);
      demandKeyboard(scene, active, false);
      const problems = await pasteOver({ text, earlier, arrived, outcome }, scene, sending);
      return [...warnings, ...earlier.warnings, ...problems, ...(landed ? [] : unread(field))];
    },
    async verify() {
      const seen = await landed?.().catch(unanswered) ?? {};
      if (seen.confirmed && outcome.kept) await restore(earlier, outcome.kept, scene);
      return seen.confirmed ? seen : notConfirmed(seen, outcome);
    },
  };
};

/** That the text was fetched is a sign, too, where the field shows nothing of it. */
function notConfirmed(seen: Verification, { isTaken, kept }: Outcome): Verification {
  const stays = kept && "the text stays on the clipboard; look before you go on";
  const warning = [seen.warning, stays].filter(Boolean).join("; ");
  const doubt = isTaken ? { doubt: "the window fetched the text from the clipboard" } : {};
  return { ...doubt, ...(warning ? { warning } : {}) };
}

function unanswered(error: unknown): Verification {
  if (!(error instanceof CallTimeout)) throw error;
  return { warning: "the field can't be read back yet, because the application is busy" };
}

/** The text field that has the focus; null when none is known. @throws {OperationError} `input_refused`. */
async function focusedField(scene: Scene): Promise<TextField | null> {
  const field = await focusedElement(scene, FOCUS_MS);
  if (!field || !isTextual(field.element)) return null;
  demandFocus(field);
  return field;
}

/** In a dialog the only field is meant, but pasting goes where the focus is. @throws {OperationError} */
function demandFocus({ element }: TextField): void {
  if (element.states.includes("focused")) return;
  const name = `${element.id} ${inline(element.name)}`;
  throw new OperationError("input_refused", `The text field ${name} does not have the focus; click it first`);
}

/** Why nothing of what is pasted can be read back; for a secret field that goes without saying. */
function unread(field: TextField | null): string[] {
  if (!field) return ["no text field is known to have the focus; what was pasted can't be read back"];
  return field.element.secret ? [] : ["what was pasted can't be read back"];
}

async function readEarlier({ context, connection, signal }: Scene): Promise<Earlier> {
  const demand = (owner: Parameters<typeof demandReadableOwner>[0]) =>
    demandReadableOwner(owner, connection, context.settings);
  try {
    return { text: await context.clipboard.read(demand, signal, KEEP_MS), warnings: [] };
  } catch (error) {
    if (!(error instanceof OperationError) || !unkeepable.includes(error.code)) throw error;
    return { text: null, warnings: [`what was on the clipboard before is lost: ${error.message}`] };
  }
}

/** What became of a paste. */
interface Outcome {
  /** Whether the window fetched the text. */
  isTaken: boolean;
  /** The text where it is left on the clipboard, because the window may still want it. */
  kept: Offer | null;
}

/** What is pasted over what, and whether the field shows something of it; null where that can't be read. */
interface Pasting {
  readonly text: string;
  readonly earlier: Earlier;
  readonly arrived: (() => Promise<boolean>) | null;
  readonly outcome: Outcome;
}

/** @returns Warnings: that nobody fetched the text, or that it does not show. */
async function pasteOver(
  { text, earlier, arrived, outcome }: Pasting,
  scene: Scene,
  sending: () => void,
): Promise<string[]> {
  const { active, context: { clipboard }, signal } = scene;
  const offer = await clipboard.write(text, signal);
  let isSafe = true;
  try {
    demandKeyboard(scene, active, false);
    sending();
    isSafe = false;
    await pressPaste(scene);
    outcome.isTaken = await offer.takenBy(active.pid, TAKE_MS, arrived ? QUIET_MS : UNREAD_QUIET_MS, signal);
    isSafe = outcome.isTaken && (arrived === null || await awaitArrival(arrived, text.length));
  } finally {
    // A window that asks later must not get what was there before.
    if (isSafe) await restore(earlier, offer, scene);
    else outcome.kept = offer;
  }
  return outcome.isTaken ? [] : [
    `the text did not arrive within ${TAKE_MS / 1000} s: the window does not paste at ${PASTE_CHORD}, or is busy`,
  ];
}

/** Each look takes its time while nothing has arrived. What can't be read is told when the effect is read back. */
async function awaitArrival(arrived: () => Promise<boolean>, length: number): Promise<boolean> {
  const deadline = performance.now() + Math.min(MAX_LAND_MS, LAND_MS + length * LAND_CHARACTER_MS);
  while (performance.now() < deadline) if (await arrived().catch(() => false)) return true;
  return false;
}

async function pressPaste(scene: Scene): Promise<void> {
  const chord = parseChord(PASTE_CHORD);
  const keys = keySenderFor(await knowingToolkit(scene, chord));
  try {
    await keys.press(chord, scene.signal);
  } finally {
    await keys.giveBack(scene.signal);
  }
}

/** Somebody who took the clipboard in between keeps it. */
async function restore({ text }: Earlier, offer: Offer, { context: { clipboard } }: Scene): Promise<void> {
  if (clipboard.offer !== offer) return;
  const signal = AbortSignal.timeout(RESTORE_MS);
  if (text === null) await clipboard.release(signal);
  else await clipboard.write(text, signal);
}
