/**
 * Typing: into the focused text field over accessibility where there is one, else as key events.
 * @module
 */
import type { ActionOf } from "../../contract/actions.ts";
import { OperationError } from "../../contract/errors.ts";
import type { Element, Snapshot } from "../observe/element.ts";
import { inline } from "../escape.ts";
import { look } from "../observe/look.ts";
import { parseChord } from "../x11/keysyms.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import { activate, demandKeyboard } from "./activate.ts";
import { awaitDefaultButton } from "./default_button.ts";
import { busOf } from "./element.ts";
import { chooseRoute } from "./routes.ts";
import type { Scene } from "./scene.ts";
import { dialogOf, type Planner, type Step } from "./step.ts";
import { insertAtCaret, type Insertion, mismatch, readBack, type TextField } from "./text_field.ts";
import { keySenderFor, keySteps } from "./typed_keys.ts";

/** Plans typing into the application's window that has the keyboard. */
export const planTypeText: Planner<ActionOf<"type_text">> = async ({ text }, scene) => {
  const { context, connection, active, world, signal } = scene;
  const { snapshot, toolkit } = await look(context, connection, active, world, signal);
  const focus = snapshot ? typingTarget(snapshot, active) : null;
  demandExpectedWindow(active, snapshot, focus);
  const insertable = focus !== null && isInsertable(focus);
  const route = chooseRoute(scene, "text", insertable ? ["accessibility", scene.device.route] : [scene.device.route]);
  if (focus !== null && isTextual(focus)) demandOneLine(text, focus);
  const field = focus && { element: focus, bus: busOf(scene), toolkit: toolkit ?? "", signal };
  return route === "accessibility" ? insertionSteps(text, field!, scene) : await keySteps(text, field, scene);
};

/** The focused element; in a dialog whose focus is elsewhere, its only text field. */
export function typingTarget(snapshot: Snapshot, window: Toplevel): Element | null {
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

function isSingleLine(element: Element): boolean {
  return !element.states.includes("multiline");
}

/** A line break would submit what was typed so far. @throws {OperationError} `input_refused`. */
function demandOneLine(text: string, element: Element): void {
  if (!isSingleLine(element) || !/[\r\n](?!$)/.test(text.replaceAll("\r\n", "\n"))) return;
  throw new OperationError(
    "input_refused",
    `Element ${element.id} is a single-line field and the text has line breaks in it; ` +
      "type each line into a field of its own, or end the text with one line break for Return",
  );
}

/** Spin buttons take their number from key events only; secret fields are never read. */
function isInsertable(element: Element): boolean {
  return element.interfaces.has("EditableText") && !element.secret && element.atspiRole !== "spin button" &&
    !element.states.includes("readonly") && !element.states.includes("disabled");
}

/** Text that was meant for another window must not answer a dialog that nobody expected. */
export function demandExpectedWindow(active: Toplevel, snapshot: Snapshot | null, focus: Element | null): void {
  if (dialogOf(active) === null || (focus !== null && isTextual(focus))) return;
  const title = inline(active.title);
  const why = snapshot ? "has no text field with the focus" : "has no tree that would show a text field";
  throw new OperationError(
    "input_refused",
    `The dialog ${title} has the keyboard and ${why}; look at it, then click a field or press a key`,
  );
}

/** An insertion; in a single-line field one trailing newline is Return. */
function insertionSteps(text: string, field: TextField, scene: Scene): Step {
  const submit = isSingleLine(field.element) && text.endsWith("\n");
  const content = submit ? text.replace(/\r?\n$/, "") : text;
  let insertion: Insertion | undefined;
  return {
    route: "accessibility",
    window: scene.active,
    expectation: { mayOpen: submit, mayClose: submit ? dialogOf(scene.active) : null },
    async dispatch(sending) {
      if (content !== "") insertion = await insertAtCaret(field, content, sending);
      return submit ? await pressReturn(scene, sending) : [];
    },
    async verify() {
      if (!insertion || submit) return {};
      const seen = await readBack(field, insertion);
      if (seen === content) return { confirmed: `element ${field.element.id} reads back what was typed` };
      return { warning: mismatch(content, seen) };
    },
  };
}

async function pressReturn(scene: Scene, sending: () => void): Promise<string[]> {
  const warnings = await activate(scene, scene.active);
  warnings.push(...await awaitDefaultButton(scene, scene.active));
  demandKeyboard(scene, scene.active, true);
  sending();
  await keySenderFor(scene).press(parseChord("Return"), scene.signal);
  return warnings;
}
