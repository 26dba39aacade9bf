/**
 * Performing an element's own action over accessibility.
 * @module
 */
import type { ActionOf } from "../../contract/actions.ts";
import { OperationError } from "../../contract/errors.ts";
import { doAction, getActionCount, getActionName } from "../atspi/interfaces/action.ts";
import type { AccessibilityBus } from "../atspi/bus.ts";
import type { AccessibleRef } from "../atspi/accessible_ref.ts";
import { getToolkitName } from "../atspi/interfaces/application.ts";
import { CallTimeout } from "../atspi/wire/errors.ts";
import type { SeenElement } from "../observe/element_registry.ts";
import { inline } from "../escape.ts";
import { busOf, recheck, resolveElement } from "./element.ts";
import { chooseRoute } from "./routes.ts";
import type { Scene } from "./scene.ts";
import { dialogOf, type Planner, promisesDialog, type Step } from "./step.ts";

/** The root object of every application. */
const ROOT = "/org/a11y/atspi/accessible/root";
/** How long a modal dialog is taken to be open at most, ms. */
const MODAL_MS = 3_600_000;
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
    expectation: { mayOpen: true, opens: promisesDialog(seen.element.name), mayClose: dialogOf(window) },
    async dispatch(sending) {
      await recheck(seen, scene);
      sending();
      const accepted = await performApart(bus, ref, index, scene.signal)
        .catch((error: unknown) => notReturned(bus, ref, error));
      if (accepted === null) return [...warnings, `the application has not come back from ${inline(name)}: ${waiting}`];
      return accepted ? [...warnings] : [...warnings, `the application says that it did not perform ${inline(name)}`];
    },
  };
}

/**
 * Performs an action on a connection of its own: GTK answers at once, and if a modal dialog opened, then nothing more on
 * that connection before the dialog is closed. Until then the application counts as inside the action.
 */
function performApart(bus: AccessibilityBus, ref: AccessibleRef, index: number, signal: AbortSignal): Promise<boolean> {
  const accepted = Promise.withResolvers<boolean>();
  const closed = new AbortController();
  void bus.ended.then((reason) => closed.abort(reason));
  const returned = bus.apart(ref.bus, async (caller) => {
    accepted.resolve(await doAction(caller, ref, index, { signal }));
    await getToolkitName(caller, { bus: ref.bus, path: ROOT }, { deadlineMs: MODAL_MS, signal: closed.signal });
  });
  bus.responsiveness.beginAction(ref.bus, returned);
  returned.catch(accepted.reject); // After it was accepted, its end is all that matters.
  return accepted.promise;
}

const waiting = "it is busy, or waits for an answer in a dialog that it opened";

/** What is known of an action that the application has accepted and has not come back from: nothing yet. */
function notReturned(bus: AccessibilityBus, ref: AccessibleRef, error: unknown): null {
  if (!(error instanceof CallTimeout)) throw error;
  bus.responsiveness.markBlocked(ref.bus);
  return null;
}

/** Names of an element's actions, in the toolkit's spelling. */
export async function actionNames(bus: AccessibilityBus, ref: AccessibleRef, signal: AbortSignal): Promise<string[]> {
  const count = Math.min(MAX_ACTIONS, await getActionCount(bus, ref, { signal }));
  return await Promise.all(Array.from({ length: count }, (_, index) => getActionName(bus, ref, index, { signal })));
}
