/**
 * Typing: into the focused text field over accessibility where there is one, else as key events.
 * @module
 */
import type { ActionOf } from "../../contract/actions.ts";
import { mismatch, readSurroundings } from "./read_back.ts";
import { chooseRoute } from "./routes.ts";
import type { Scene } from "./scene.ts";
import { dialogOf, type Planner, type Step } from "./step.ts";
import { afterReturn, isMultiline, pressReturn, withoutReturn } from "./submit.ts";
import { insertAtCaret, type Insertion, readBack, type TextField } from "./text_field.ts";
import { keySteps } from "./typed_keys.ts";
import { demandOneLine, focusedElement, isTextual } from "./typing_target.ts";

/** Plans typing into the application's window that has the keyboard. */
export const planTypeText: Planner<ActionOf<"type_text">> = async ({ text }, scene) => {
  const field = await focusedElement(scene, 0);
  const insertable = field !== null && isInsertable(field, text);
  const route = chooseRoute(scene, "text", insertable ? ["accessibility", scene.device.route] : [scene.device.route]);
  if (field !== null && isTextual(field.element)) demandOneLine(text, field.element);
  return route === "accessibility" ? await insertionSteps(text, field!, scene) : await keySteps(text, field, scene);
};

/** Spin buttons and cells take theirs from key events only; secret fields are never read; paragraphs have one line. */
function isInsertable({ element, isOfSheet }: TextField, text: string): boolean {
  if (isOfSheet || element.atspiRole === "paragraph" && text.includes("\n")) return false;
  return element.interfaces.has("EditableText") && !element.secret && element.atspiRole !== "spin button" &&
    !element.states.includes("readonly") && !element.states.includes("disabled");
}

/** An insertion; one trailing line break is the Return key, as it is for somebody who types. */
async function insertionSteps(text: string, field: TextField, scene: Scene): Promise<Step> {
  const content = withoutReturn(text);
  if (content === null || isMultiline(field) && !mayPress(scene)) return inserting(text, field, scene);
  chooseRoute({ ...scene, params: { ...scene.params, delivery: "auto" } }, "keys");
  const around = await readSurroundings(field);
  return {
    ...inserting(content, field, scene),
    expectation: { mayOpen: true, mayClose: isMultiline(field) ? null : dialogOf(scene.active) },
    async dispatch(sending) {
      if (content !== "") await insertAtCaret(field, content, sending);
      return await pressReturn(scene, sending, content !== "");
    },
    verify: () => afterReturn({ text, field, around }, scene),
  };
}

/** A person's keyboard is left alone where a line break can be inserted as well. */
function mayPress({ background, params }: Scene): boolean {
  return background === null && params.delivery !== "accessibility";
}

function inserting(text: string, field: TextField, scene: Scene): Step & Required<Pick<Step, "verify">> {
  let insertion: Insertion | undefined;
  return {
    route: "accessibility",
    window: scene.active,
    expectation: { mayOpen: false, mayClose: null },
    async dispatch(sending) {
      insertion = await insertAtCaret(field, text, sending);
      return [];
    },
    async verify() {
      const seen = await readBack(field, insertion);
      if (seen === text) return { confirmed: `element ${field.element.id} reads back what was typed` };
      return { warning: mismatch(text, seen) };
    },
  };
}
