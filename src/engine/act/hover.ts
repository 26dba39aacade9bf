/**
 * Moving the pointer over something, without a button.
 * @module
 */
import type { ActionOf } from "../../contract/actions.ts";
import { approach, takeAim, windowOfAim } from "./aim.ts";
import { isHolding } from "./buttons.ts";
import { moveOver, pointerAt, windowUnder } from "./pointer.ts";
import { chooseRoute } from "./routes.ts";
import type { Planner } from "./step.ts";

/**
 * Plans a hover over an element or a point. Its window is made active first, because some toolkits (Qt) show tooltips in
 * the active window only; not while a button is held, where it would tear the pointer from whoever tracks it.
 */
export const planHover: Planner<ActionOf<"hover">> = async (action, scene) => {
  const route = chooseRoute(scene, "hover");
  const aim = await takeAim(action, scene);
  const isDragging = isHolding(scene);
  const window = isDragging ? windowUnder(aim.point, scene) ?? scene.active : windowOfAim(aim, scene);
  let { point } = aim;
  return {
    route,
    window,
    expectation: { mayOpen: true, mayClose: null },
    async dispatch(sending) {
      const near = isDragging ? { point, warnings: [] } : await approach(aim, window, scene);
      point = near.point;
      sending();
      moveOver(point, scene);
      return near.warnings;
    },
    verify: () => Promise.resolve(pointerAt(point, window, scene)),
  };
};
