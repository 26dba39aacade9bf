/**
 * The text field that typing and pasting go to.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { Element, Snapshot } from "../observe/element.ts";
import { inline } from "../escape.ts";
import { look } from "../observe/look.ts";
import { delay } from "../time.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import { busOf } from "./element.ts";
import type { Scene } from "./scene.ts";
import { knowingSecrecy } from "./secrecy.ts";
import { dialogOf } from "./step.ts";
import type { TextField } from "./text_field.ts";

/** How long the focus may stay unknown while the tree is incomplete, because the application is busy, ms. */
const INCOMPLETE_MS = 5_000;
const PROBE_MS = 30;

/**
 * The element that has the focus in the active window, with its secrecy known; null when none is known.
 *
 * @param patienceMs How long a complete tree may take to tell of a text field with the focus: a click's focus may be
 * told a little later.
 * @throws {OperationError} `input_refused` when an unexpected dialog has the keyboard.
 */
export async function focusedElement(scene: Scene, patienceMs: number): Promise<TextField | null> {
  const { context, connection, active, world, signal } = scene;
  const started = performance.now();
  for (;;) {
    const { snapshot, toolkit, incomplete } = await look(context, connection, active, world, signal);
    const element = snapshot ? typingTarget(snapshot, active) : null;
    const isKnown = element !== null && isTextual(element);
    const patience = incomplete.length > 0 ? Math.max(INCOMPLETE_MS, patienceMs) : patienceMs;
    if (!isKnown && snapshot && performance.now() - started < patience) {
      await delay(PROBE_MS, signal);
      continue;
    }
    demandExpectedWindow(active, snapshot, element);
    if (!element) return null;
    const bus = busOf(scene);
    const isOfSheet = element.atspiRole !== "paragraph" && hasFocusedSheet(snapshot!, toolkit);
    return { element: await knowingSecrecy(element, bus, signal), bus, toolkit: toolkit ?? "", isOfSheet, signal };
  }
}

/** LibreOffice's input line says that it has the focus whenever its sheet has it. */
function hasFocusedSheet({ elements }: Snapshot, toolkit = ""): boolean {
  const isFocusedSheet = ({ states, role }: Element) => states.includes("focused") && ["table", "cell"].includes(role);
  return toolkit.startsWith("LibreOffice") && [...elements.values()].some(isFocusedSheet);
}

/** Whether a field takes line breaks. Writer's paragraphs become two. */
export function takesLineBreaks({ states, atspiRole }: Element): boolean {
  return states.includes("multiline") || atspiRole === "paragraph";
}

/** The focused element; in a dialog whose focus is elsewhere, its only text field. */
function typingTarget(snapshot: Snapshot, window: Toplevel): Element | null {
  const elements = [...snapshot.elements.values()];
  const focused = elements.find(({ states }) => states.includes("focused"));
  if (focused && isTextual(focused)) return focused;
  if (dialogOf(window) === null) return focused ?? null;
  const fields = elements.filter((element) => isTextual(element) && !element.states.includes("disabled"));
  return fields.length === 1 ? fields[0]! : null;
}

/** Text in a web page can be edited without being EditableText. */
export function isTextual(element: Element): boolean {
  return element.interfaces.has("EditableText") || element.secret || element.atspiStates.has("editable");
}

/** Text that was meant for another window must not answer a dialog that nobody expected. */
function demandExpectedWindow(active: Toplevel, snapshot: Snapshot | null, focus: Element | null): void {
  if (dialogOf(active) === null || (focus !== null && isTextual(focus))) return;
  const title = inline(active.title);
  const why = snapshot ? "has no text field with the focus" : "has no tree that would show a text field";
  throw new OperationError(
    "input_refused",
    `The dialog ${title} has the keyboard and ${why}; look at it, then click a field or press a key`,
  );
}

/** A line break would submit what was typed so far. @throws {OperationError} `input_refused`. */
export function demandOneLine(text: string, element: Element): void {
  if (takesLineBreaks(element) || !/[\r\n](?!$)/.test(text.replaceAll("\r\n", "\n"))) return;
  throw new OperationError(
    "input_refused",
    `Element ${element.id} is a single-line field and the text has line breaks in it; ` +
      "type each line into a field of its own, or end the text with one line break for Return",
  );
}
