/**
 * Performing an element's own action over accessibility.
 * @module
 */
import type { ActionOf } from "../../contract/actions.ts";
import { OperationError } from "../../contract/errors.ts";
import { doAction, getActionCount, getActionName } from "../atspi/interfaces/action.ts";
import type { AccessibilityBus } from "../atspi/bus.ts";
import type { AccessibleRef } from "../atspi/accessible_ref.ts";
import type { SeenElement } from "../observe/element_registry.ts";
import { inline } from "../escape.ts";
import { busOf, recheck, resolveElement } from "./element.ts";
import { chooseRoute } from "./routes.ts";
import type { Scene } from "./scene.ts";
import { dialogOf, type Planner, type Step } from "./step.ts";

/** Most actions that an element is asked for. */
const MAX_ACTIONS = 32;

/** Plans an action by its name. */
export const planPerformAction: Planner<ActionOf<"perform_action">> = async (action, scene) => {
  const seen = await resolveElement(action, scene);
  const bus = busOf(scene);
  const { element: { ref, id } } = seen;
  const names = await actionNames(bus, ref, scene.signal);
  const index = names.findIndex((name) => name.toLowerCase() === action.action.toLowerCase());
  if (index < 0) {
    const list = names.length > 0 ? `it has: ${names.map((name) => inline(name)).join(", ")}` : "it has none";
    throw new OperationError("unsupported", `Element ${id} has no action "${action.action}"; ${list}`);
  }
  return performing(seen, { index, name: names[index]! }, scene);
};

/**
 * The step that performs one action of an element.
 *
 * @param warnings What the report says besides.
 */
export function performing(
  seen: SeenElement,
  { index, name }: { readonly index: number; readonly name: string },
  scene: Scene,
  warnings: readonly string[] = [],
): Step {
  const { ref } = seen.element;
  const bus = busOf(scene);
  const window = scene.windows.find(({ window }) => window === seen.window) ?? scene.active;
  return {
    route: chooseRoute(scene, "action", ["accessibility"], seen),
    window,
    expectation: { mayOpen: true, mayClose: dialogOf(window) },
    async dispatch(sending) {
      await recheck(seen, scene);
      sending();
      // On a connection of its own: an action that opens a modal dialog can block the connection that asked for it.
      const accepted = await bus.apart(ref.bus, (caller) => doAction(caller, ref, index, { signal: scene.signal }));
      return accepted ? [...warnings] : [...warnings, `the application says that it did not perform ${inline(name)}`];
    },
  };
}

/** Names of an element's actions, in the toolkit's spelling. */
export async function actionNames(bus: AccessibilityBus, ref: AccessibleRef, signal: AbortSignal): Promise<string[]> {
  const count = Math.min(MAX_ACTIONS, await getActionCount(bus, ref, { signal }));
  return await Promise.all(Array.from({ length: count }, (_, index) => getActionName(bus, ref, index, { signal })));
}
