/**
 * Replacing what an editable element holds where the toolkit offers no EditableText, as in web pages: the element gets
 * the focus, everything in it is selected, and the new text is typed.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import { grabFocus } from "../atspi/interfaces/component.ts";
import { look } from "../observe/look.ts";
import type { SeenElement } from "../observe/element_registry.ts";
import { parseChord } from "../x11/keysyms.ts";
import { activate, demandKeyboard } from "./activate.ts";
import { recheck } from "./element.ts";
import { focusState } from "./focus.ts";
import { keySenderFor, knowingToolkit } from "./keyboard.ts";
import { compare } from "./read_back.ts";
import { chooseRoute } from "./routes.ts";
import type { Scene } from "./scene.ts";
import type { Step } from "./step.ts";
import type { TextField } from "./text_field.ts";
import { typeKeys } from "./typed_keys.ts";
import { demandOneLine } from "./typing_target.ts";

const SELECT_ALL = parseChord("ctrl+a");
const DELETE = parseChord("Delete");

/** Plans it. @throws {OperationError} `input_refused` for line breaks in a single-line field. */
export async function replacingByKeys(
  { element, ...seen }: SeenElement,
  field: TextField,
  text: string,
  anywhere: Scene,
): Promise<Pick<Step, "route" | "dispatch"> & Required<Pick<Step, "verify">>> {
  // A line break at the end would submit.
  demandOneLine(`${text}.`, element);
  const active = anywhere.windows.find(({ window }) => window === seen.window) ?? anywhere.active;
  const scene = await knowingToolkit({ ...anywhere, active }, SELECT_ALL);
  const { toolkit = "" } = await look(scene.context, scene.connection, active, scene.world, scene.signal);
  return {
    route: chooseRoute(scene, "text", [scene.device.route]),
    async dispatch(sending) {
      const warnings = await activate(scene, active);
      await recheck({ element, ...seen }, scene);
      sending();
      await takeFocus({ element, ...seen }, field, scene);
      await press(SELECT_ALL, scene);
      if (text === "") await press(DELETE, scene);
      else await typeKeys(text, scene, sending);
      return warnings;
    },
    async verify() {
      if (field.element.secret || !element.interfaces.has("Text")) return {};
      return await compare(text, { ...field, toolkit }, { before: "", after: "", initial: "" });
    },
  };
}

/** Nothing is typed where it was not meant to go. @throws {OperationError} `input_refused`. */
async function takeFocus(seen: SeenElement, { bus, element }: TextField, scene: Scene): Promise<void> {
  await grabFocus(bus, element.ref, { signal: scene.signal });
  const { confirmed } = await focusState(seen, scene);
  if (confirmed) return;
  throw new OperationError(
    "input_refused",
    `Element ${element.id} did not get the focus; click it, then use type_text`,
    {
      dispatched: "partly",
    },
  );
}

async function press(chord: typeof SELECT_ALL, scene: Scene): Promise<void> {
  demandKeyboard(scene, scene.active, true);
  const keys = keySenderFor(scene);
  try {
    await keys.press(chord, scene.signal);
  } finally {
    await keys.giveBack(scene.signal);
  }
}
