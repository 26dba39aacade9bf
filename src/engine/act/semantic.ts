/**
 * Clicking by an element's own action instead of with the pointer, where the pointer can't get to it.
 * @module
 */
import type { ActionOf } from "../../contract/actions.ts";
import { OperationError } from "../../contract/errors.ts";
import type { SeenElement } from "../observe/element_registry.ts";
import { inline } from "../escape.ts";
import { busOf } from "./element.ts";
import { actionNames, performing } from "./perform_action.ts";
import type { Scene } from "./scene.ts";
import type { Step } from "./step.ts";

/** Names of actions that do what a click does, in toolkits' spellings, best first. Never taken by their place. */
const clicking = ["click", "press", "jump", "open", "activate", "toggle", "check", "uncheck", "select", "showmenu"];

/**
 * Plans a click without a pointer.
 *
 * @param obstacle Why the pointer can't do it.
 * @throws {OperationError} `input_refused` when no action of the element does what this click is to do.
 */
export async function planSemanticClick(
  action: ActionOf<"click">,
  seen: SeenElement,
  obstacle: string,
  scene: Scene,
): Promise<Step> {
  const { element: { ref, id, interfaces } } = seen;
  const names = interfaces.has("Action") ? await actionNames(busOf(scene), ref, scene.signal) : [];
  const index = isPlain(action) ? clickingIndex(seen, names) : -1;
  if (index < 0) throw refusal(seen, obstacle, names, isPlain(action));
  const why = `element ${id} was not clicked with the pointer, because ${obstacle}: ` +
    `its action ${inline(names[index]!)} was performed`;
  return performing(seen, { index, name: names[index]! }, scene, [why]);
}

/** Whether a click is no more than pressing something: what an action can do. */
function isPlain({ button, count, modifiers, hold_ms }: ActionOf<"click">): boolean {
  return button === "left" && count === 1 && !modifiers?.length && !hold_ms;
}

/** The action that does what a click does; -1 for none. In a field of text `activate` is Return. */
function clickingIndex({ element }: SeenElement, names: readonly string[]): number {
  if (element.atspiStates.has("editable")) return -1;
  const plain = names.map((name) => name.toLowerCase());
  const best = clicking.find((name) => plain.includes(name));
  return best === undefined ? -1 : plain.indexOf(best);
}

function refusal({ element: { id } }: SeenElement, obstacle: string, names: readonly string[], plain: boolean) {
  const list = names.map((name) => inline(name)).join(", ");
  const advice = !plain
    ? "only a plain left click can be done without the pointer; bring the element into view first"
    : names.length > 0
    ? `scroll to it or move away what is in the way, or use perform_action (${list})`
    : "scroll to it or move away what is in the way";
  return new OperationError("input_refused", `Can't click element ${id}: ${obstacle}; ${advice}`);
}
