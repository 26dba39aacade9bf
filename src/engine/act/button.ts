/**
 * Pressing a pointer button in one action and releasing it in another.
 * @module
 */
import type { ActionOf } from "../../contract/actions.ts";
import { OperationError } from "../../contract/errors.ts";
import { approach, takeAimOrStay, windowOfAim } from "./aim.ts";
import { buttonNumbers } from "./buttons.ts";
import { demandDropTarget } from "./drop_target.ts";
import { moveOver, windowUnder } from "./pointer.ts";
import { chooseRoute } from "./routes.ts";
import { stateChange } from "./state_change.ts";
import { dialogOf, type Planner } from "./step.ts";

/**
 * Plans a press of a button that stays down until `button_up`: on an element, a point, or where the pointer is. A second
 * button may join the first.
 */
export const planButtonDown: Planner<ActionOf<"button_down">> = async (action, scene) => {
  const route = chooseRoute(scene, "held_button");
  const button = buttonNumbers[action.button];
  const { heldButtons } = scene.context;
  if (heldButtons.windowOf(button)) {
    throw new OperationError("input_refused", `The ${action.button} button is held down already; use button_up first`);
  }
  const aim = await takeAimOrStay(action, scene);
  const window = windowOfAim(aim, scene);
  return {
    route,
    window,
    expectation: { mayOpen: true, mayClose: dialogOf(window) },
    async dispatch(sending) {
      const { point, warnings } = await approach(aim, window, scene);
      const { connection: { display, pump }, device } = scene;
      sending();
      device.move(point.x, point.y);
      heldButtons.press(button, { display, pump, device, window });
      return warnings;
    },
    verify: () => stateChange(aim, scene),
  };
};

/** Plans the release: over an element, a point, or where the pointer is. */
export const planButtonUp: Planner<ActionOf<"button_up">> = async (action, scene) => {
  const route = chooseRoute(scene, "held_button");
  const button = buttonNumbers[action.button];
  const { heldButtons } = scene.context;
  const pressedOn = heldButtons.windowOf(button);
  if (!pressedOn) {
    throw new OperationError("input_refused", `The ${action.button} button is not held down; use button_down first`);
  }
  const aim = await takeAimOrStay(action, scene);
  const { point } = aim;
  demandDropTarget(point, scene);
  const window = windowUnder(point, scene) ?? pressedOn;
  return {
    route,
    window,
    expectation: { mayOpen: true, mayClose: dialogOf(window) },
    dispatch(sending) {
      demandDropTarget(point, scene);
      sending();
      if (aim.seen || action.point) moveOver(point, scene);
      heldButtons.release(button);
      return Promise.resolve([]);
    },
    verify: () => stateChange(aim, scene),
  };
};
