/**
 * Giving an element the keyboard focus over accessibility, with the state read back.
 * @module
 */
import type { ActionOf } from "../../contract/actions.ts";
import { OperationError } from "../../contract/errors.ts";
import { getState } from "../atspi/interfaces/accessible.ts";
import { grabFocus } from "../atspi/interfaces/component.ts";
import type { SeenElement } from "../observe/element_registry.ts";
import { look } from "../observe/look.ts";
import { delay } from "../time.ts";
import { activate } from "./activate.ts";
import { busOf, recheck, resolveElement } from "./element.ts";
import { chooseRoute } from "./routes.ts";
import type { Scene } from "./scene.ts";
import type { Planner, Verification } from "./step.ts";

/** How long the state `focused` is waited for, ms: toolkits set it when their window has handled the change. */
const WAIT_MS = 500;
const PROBE_MS = 15;

/** Plans giving the focus. */
export const planFocus: Planner<ActionOf<"focus">> = async (action, scene) => {
  const seen = await resolveElement(action, scene);
  const { element } = seen;
  const route = chooseRoute(scene, "action", ["accessibility"], seen);
  const window = scene.windows.find(({ window }) => window === seen.window) ?? scene.active;
  const { toolkit } = await look(scene.context, scene.connection, window, scene.world, scene.signal);
  if (!canHaveFocus(seen, toolkit)) {
    const why = element.states.includes("disabled") ? "it is disabled" : "it takes none over accessibility; click it";
    throw new OperationError("input_refused", `Element ${element.id} can't be given the focus: ${why}`);
  }
  return {
    route,
    window,
    expectation: { mayOpen: false, mayClose: null },
    async dispatch(sending) {
      const warnings = scene.background ? [] : await activate(scene, window);
      await recheck(seen, scene);
      sending();
      await grabFocus(busOf(scene), element.ref, { signal: scene.signal });
      return warnings;
    },
    verify: () => focusState(seen, scene),
  };
};

/** Whether an element can be given the focus. GTK 4 answers that it does not support that. */
export function canHaveFocus({ element }: SeenElement, toolkit = ""): boolean {
  return !/^gtk 4/i.test(toolkit) && element.interfaces.has("Component") && element.atspiStates.has("focusable") &&
    !element.states.includes("disabled");
}

/** Whether an element has the focus, which it may take a moment to say. */
export async function focusState({ element: { ref, id } }: SeenElement, scene: Scene): Promise<Verification> {
  const end = performance.now() + WAIT_MS;
  for (;;) {
    const states = await getState(busOf(scene), ref, { signal: scene.signal });
    if (states.has("focused")) return { confirmed: `element ${id} has the focus` };
    if (performance.now() > end) return { warning: `element ${id} did not get the focus; hint: click it` };
    await delay(PROBE_MS, scene.signal);
  }
}
