/**
 * Clicks.
 * @module
 */
import type { ActionOf } from "../../contract/actions.ts";
import { OperationError } from "../../contract/errors.ts";
import type { SeenElement } from "../observe/element_registry.ts";
import { KeySender } from "../x11/key_sender.ts";
import { activate, type DisplayPoint } from "./activate.ts";
import { centerOf, demandOwner, takeAim, windowOfAim } from "./aim.ts";
import { buttonNumbers, pressButton } from "./buttons.ts";
import { type LiveElement, recheck } from "./element.ts";
import { chooseRoute } from "./routes.ts";
import type { Scene } from "./scene.ts";
import { dialogOf, type Planner, type Step, type Verification } from "./step.ts";

/** Plans a click on an element or a point. */
export const planClick: Planner<ActionOf<"click">> = async (action, scene) => {
  const route = chooseRoute(scene, "pointer", ["core_device"]);
  const aim = await takeAim(action, scene);
  const window = await windowOfAim(aim, scene);
  const step: Step = {
    route,
    window,
    expectation: { mayOpen: true, mayClose: dialogOf(window) },
    async dispatch(sending) {
      const warnings = await activate(scene, window, aim.point);
      // It may have moved while the window was activated: where it is now counts.
      const point = aim.seen ? centerOf(aim.seen, (await recheck(aim.seen, scene)).bounds) : aim.point;
      demandOwner({ ...aim, point }, window, scene);
      await click(action, point, scene, sending);
      return warnings;
    },
  };
  return aim.seen && aim.before ? { ...step, verify: () => changed(aim.seen!, aim.before!, scene) } : step;
};

/** Moves, holds the modifiers, presses and releases `count` times. What was pressed is released in any case. */
async function click(action: ActionOf<"click">, point: DisplayPoint, scene: Scene, sending: () => void): Promise<void> {
  const { device } = scene;
  const keys = new KeySender(scene.connection.display, device);
  sending();
  device.move(point.x, point.y);
  try {
    await keys.holdingModifiers(action.modifiers ?? [], async () => {
      for (let count = 0; count < action.count; count++) {
        await pressButton(scene, buttonNumbers[action.button], action.hold_ms ?? 0);
      }
    });
  } finally {
    await keys.giveBack(scene.signal);
  }
}

/** States whose change is what a click on such an element is for. */
const tellingStates = ["checked", "pressed", "selected", "expanded", "indeterminate"];

async function changed(seen: SeenElement, before: LiveElement, scene: Scene): Promise<Verification> {
  try {
    const { states } = await recheck(seen, scene);
    const flips = tellingStates.filter((state) => states.has(state) !== before.states.has(state))
      .map((state) => states.has(state) ? state : `not ${state}`);
    return flips.length > 0 ? { confirmed: `element ${seen.element.id} is now ${flips.join(", ")}` } : {};
  } catch (error) {
    // It may be gone, changed or busy: that is no statement about the click.
    if (error instanceof OperationError) return {};
    throw error;
  }
}
