/**
 * Whether an element's state is another one after a press on it.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { Aim } from "./aim.ts";
import { recheck } from "./element.ts";
import type { Scene } from "./scene.ts";
import type { Verification } from "./step.ts";

/** States whose change is what a press on such an element is for. */
const tellingStates = ["checked", "pressed", "selected", "expanded", "indeterminate"];

/** Reads the states of what was aimed at again; of a point nothing can be said. */
export async function stateChange({ seen, before }: Aim, scene: Scene): Promise<Verification> {
  if (!seen || !before) return {};
  try {
    const { states } = await recheck(seen, scene);
    const flips = tellingStates.filter((state) => states.has(state) !== before.states.has(state))
      .map((state) => states.has(state) ? state : `not ${state}`);
    return flips.length > 0 ? { confirmed: `element ${seen.element.id} is now ${flips.join(", ")}` } : {};
  } catch (error) {
    // It may be gone, changed or busy: that is no statement about the press.
    if (error instanceof OperationError) return {};
    throw error;
  }
}
