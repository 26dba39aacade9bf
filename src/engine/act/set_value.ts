/**
 * Setting the value of a field, spin button or slider, with readback: over accessibility where that is possible.
 * @module
 */
import type { ActionOf } from "../../contract/actions.ts";
import { OperationError } from "../../contract/errors.ts";
import { isChromium } from "../atspi/toolkit_rules.ts";
import { getCurrentValue, getValue, setCurrentValue } from "../atspi/interfaces/value.ts";
import type { Element } from "../observe/element.ts";
import type { SeenElement } from "../observe/element_registry.ts";
import { choosing, hasOptions, isChoice } from "./choose_option.ts";
import { choosingByClicks } from "./choose_by_clicks.ts";
import { toolkitOf } from "./hit_test.ts";
import { busOf, recheck, resolveElement } from "./element.ts";
import { replacingByKeys } from "./replace_by_keys.ts";
import { chooseRoute } from "./routes.ts";
import type { Scene } from "./scene.ts";
import { knowingSecrecy } from "./secrecy.ts";
import type { Planner, Step } from "./step.ts";
import { mismatch } from "./read_back.ts";
import { readBack, replaceContent, type TextField } from "./text_field.ts";

/** Roles whose number counts, not their text. */
const numericRoles = new Set(["spin button", "slider", "scroll bar", "progress bar", "level bar", "dial"]);

/** Plans setting a value. */
export const planSetValue: Planner<ActionOf<"set_value">> = async (action, scene) => {
  const seen = await resolveElement(action, scene);
  const { element } = seen;
  const text = String(action.value);
  if (element.states.includes("disabled")) throw refused(element, "it is disabled");
  if (element.states.includes("readonly")) throw refused(element, "it is read-only");
  const window = scene.windows.find(({ window }) => window === seen.window) ?? scene.active;
  const common = { window, expectation: { mayOpen: false, mayClose: null } } as const;
  if (isTypedOnly(seen, scene)) {
    return { ...common, ...await replacingByKeys(seen, await fieldOf(seen, scene), text, scene) };
  }
  if (isChosenByClicks(seen)) return { ...common, ...await choosingByClicks(seen, text, scene) };
  const route = chooseRoute(scene, "value", ["accessibility"]);
  if (isNumeric(element)) return { ...common, route, ...await numeric(seen, action.value, scene) };
  if (hasOptions(seen)) return { ...common, route, ...await choosing(seen, text, scene) };
  if (element.interfaces.has("EditableText")) return { ...common, route, ...await textual(seen, text, scene) };
  throw new OperationError(
    "unsupported",
    `Element ${element.id} (${element.role}) takes no value over accessibility; ${advice(element)}`,
  );
};

function isNumeric(element: Element): boolean {
  return element.interfaces.has("Value") && numericRoles.has(element.atspiRole);
}

/** Fields of web pages. Elsewhere, "select all" may mean a whole sheet or document. */
function isTypedOnly(seen: SeenElement, scene: Scene): boolean {
  const { element } = seen;
  const toolkit = toolkitOf(seen, scene);
  if (!toolkit || !isChromium(toolkit)) return false;
  return element.atspiStates.has("editable") && !element.interfaces.has("EditableText") && !isNumeric(element);
}

function isChosenByClicks(seen: SeenElement): boolean {
  return isChoice(seen) && !hasOptions(seen) && !seen.element.interfaces.has("EditableText");
}

/** The field, with its secrecy known. */
async function fieldOf({ element }: SeenElement, scene: Scene): Promise<TextField> {
  const bus = busOf(scene);
  return { element: await knowingSecrecy(element, bus, scene.signal), bus, toolkit: "", signal: scene.signal };
}

type Sending = Pick<Step, "dispatch"> & Required<Pick<Step, "verify">>;

async function numeric(seen: SeenElement, value: string | number, scene: Scene): Promise<Sending> {
  const { element } = seen;
  const bus = busOf(scene);
  const wanted = typeof value === "number" ? value : Number(value.trim());
  if (!Number.isFinite(wanted)) {
    throw new OperationError(
      "invalid_request",
      `value: ${JSON.stringify(value)} is no number, and element ${element.id} needs one`,
    );
  }
  const { minimum, maximum } = await getValue(bus, element.ref, { signal: scene.signal });
  if (maximum > minimum && (wanted < minimum || wanted > maximum)) {
    throw new OperationError(
      "invalid_request",
      `value: ${wanted} is outside ${minimum} to ${maximum} of element ${element.id}`,
    );
  }
  return {
    async dispatch(sending) {
      await recheck(seen, scene);
      sending();
      await setCurrentValue(bus, element.ref, wanted, { signal: scene.signal });
      return [];
    },
    async verify() {
      const now = await getCurrentValue(bus, element.ref, { signal: scene.signal });
      if (Math.abs(now - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted))) {
        return { confirmed: `element ${element.id} is now ${now}` };
      }
      return { warning: `element ${element.id} is ${now} instead of ${wanted}` };
    },
  };
}

async function textual(seen: SeenElement, text: string, scene: Scene): Promise<Sending> {
  const field = await fieldOf(seen, scene);
  const { element } = field;
  return {
    async dispatch(sending) {
      await recheck(seen, scene);
      await replaceContent(field, text, sending);
      return [];
    },
    async verify() {
      if (element.secret) return {};
      const now = await readBack(field);
      if (now === text) return { confirmed: `element ${element.id} reads back the value` };
      return { warning: mismatch(text, now) };
    },
  };
}

function advice({ role, atspiStates }: Element): string {
  if (role === "combobox" || role === "list") return "click it, then click the option";
  if (role === "cell") return "click it, then use type_text with a line break at the end";
  return atspiStates.has("editable") ? "focus it, press ctrl+a, then use type_text" : "click what changes it";
}

function refused(element: Element, why: string): OperationError {
  return new OperationError("input_refused", `Element ${element.id} can't be changed: ${why}`);
}
