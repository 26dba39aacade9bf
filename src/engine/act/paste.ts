/**
 * Pasting: the text goes onto the clipboard, the window is told to paste, and what was there before comes back.
 * @module
 */
import type { ActionOf } from "../../contract/actions.ts";
import { type ErrorCode, OperationError } from "../../contract/errors.ts";
import { demandReadableOwner } from "../clipboard/owner.ts";
import type { Offer } from "../clipboard/offer.ts";
import { inline } from "../escape.ts";
import { look } from "../observe/look.ts";
import { delay } from "../time.ts";
import { parseChord } from "../x11/keysyms.ts";
import { activate, demandKeyboard } from "./activate.ts";
import { busOf } from "./element.ts";
import { chooseRoute } from "./routes.ts";
import type { Scene } from "./scene.ts";
import type { Planner } from "./step.ts";
import { readBack, type TextField } from "./text_field.ts";
import { compare, keySenderFor, readSurroundings } from "./typed_keys.ts";
import { demandExpectedWindow, isTextual, typingTarget } from "./type_text.ts";

/** Pastes from CLIPBOARD in every toolkit that does so at all; shift+Insert pastes PRIMARY in some. */
const PASTE_CHORD = "ctrl+v";
/** How long a text field may take to tell that it has the focus, ms … */
const FOCUS_MS = 500;
/** … and as long as the tree is incomplete, because the application is busy, ms. */
const INCOMPLETE_MS = 5_000;
const FOCUS_PROBE_MS = 30;
/** How long the window may take to fetch the text, ms. */
const TAKE_MS = 3_000;
/** How long it must ask for nothing more before the text is taken away again, ms: some programs ask twice … */
const QUIET_MS = 100;
/** … and Chromium asks long before it pastes, then drops the paste if the clipboard has changed. */
const UNREAD_QUIET_MS = 500;
/** How long a field that has fetched the text may take to show it, ms. */
const LAND_MS = 3_000;
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
  const initial = around && await readBack(field);
  const arrived = landed && (async () => (await landed()).confirmed !== undefined || await readBack(field) !== initial);
  const earlier = await readEarlier(scene);
  return {
    route,
    window: active,
    expectation: { mayOpen: false, mayClose: null },
    async dispatch(sending) {
      const warnings = await activate(scene, active);
      demandKeyboard(scene, active, false);
      const problems = await pasteOver({ text, earlier, arrived }, scene, sending);
      return [...warnings, ...earlier.warnings, ...problems, ...(landed ? [] : unread(field))];
    },
    ...(landed ? { verify: landed } : {}),
  };
};

/**
 * The text field that has the focus; null when none is known. A click's focus may be told a little later, and a field
 * of which not everything was read counts as secret until then.
 *
 * @throws {OperationError} `input_refused` when an unexpected dialog has the keyboard.
 */
async function focusedField(scene: Scene): Promise<TextField | null> {
  const { context, connection, active, world, signal } = scene;
  const started = performance.now();
  for (;;) {
    const { snapshot, toolkit, incomplete } = await look(context, connection, active, world, signal);
    const element = snapshot ? typingTarget(snapshot, active) : null;
    const isKnown = element !== null && isTextual(element) && (!element.secret || incomplete.length === 0);
    const patience = incomplete.length > 0 ? INCOMPLETE_MS : FOCUS_MS;
    if (!isKnown && snapshot && performance.now() - started < patience) {
      await delay(FOCUS_PROBE_MS, signal);
      continue;
    }
    demandExpectedWindow(active, snapshot, element);
    if (!element || !isTextual(element)) return null;
    const field = { element, bus: busOf(scene), toolkit: toolkit ?? "", signal };
    demandFocus(field);
    return field;
  }
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

/** What is pasted over what, and whether the field shows something of it; null where that can't be read. */
interface Pasting {
  readonly text: string;
  readonly earlier: Earlier;
  readonly arrived: (() => Promise<boolean>) | null;
}

/** @returns Warnings: that nobody fetched the text. */
async function pasteOver(
  { text, earlier, arrived }: Pasting,
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
    isSafe = await offer.takenBy(active.pid, TAKE_MS, arrived ? QUIET_MS : UNREAD_QUIET_MS, signal);
    if (isSafe && arrived) isSafe = await awaitArrival(arrived);
  } finally {
    // A window that asks later must not get what was there before.
    if (isSafe) await restore(earlier, offer, scene);
  }
  return isSafe ? [] : [
    `the text did not arrive within ${TAKE_MS / 1000} s: the window does not paste at ${PASTE_CHORD}, or is busy; ` +
    "the text stays on the clipboard; look, then use type_text",
  ];
}

/** Each look takes its time while nothing has arrived. What can't be read is told when the effect is read back. */
async function awaitArrival(arrived: () => Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + LAND_MS;
  while (performance.now() < deadline) if (await arrived().catch(() => false)) return true;
  return false;
}

async function pressPaste(scene: Scene): Promise<void> {
  const keys = keySenderFor(scene);
  try {
    await keys.press(parseChord(PASTE_CHORD), scene.signal);
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
