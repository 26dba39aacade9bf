/**
 * Moving the pointer by a distance from where it is.
 * @module
 */
import type { ActionOf } from "../../contract/actions.ts";
import { inline } from "../escape.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import { activate } from "./activate.ts";
import { isHolding } from "./buttons.ts";
import { insideDisplay, pointerAt, pointerPosition, windowUnder } from "./pointer.ts";
import { chooseRoute } from "./routes.ts";
import type { Scene } from "./scene.ts";
import type { Planner } from "./step.ts";

/** Plans a relative move. It may end anywhere on the display: the pointer alone does nothing. Where it is, is said. */
export const planMoveRelative: Planner<ActionOf<"move_relative">> = ({ dx, dy }, scene) => {
  const route = chooseRoute(scene, "held_button");
  const { x, y } = pointerPosition(scene);
  const point = insideDisplay({ x: x + dx, y: y + dy }, scene);
  const under = windowUnder(point, scene);
  const isOurs = scene.windows.some(({ window }) => window === under?.window);
  const window = under ?? scene.active;
  return Promise.resolve({
    route,
    window,
    expectation: { mayOpen: true, mayClose: null },
    async dispatch(sending) {
      const warnings = isOurs && !isHolding(scene) ? await activate(scene, window, point) : [];
      sending();
      scene.device.move(point.x, point.y);
      return isOurs ? warnings : [...warnings, stray(under, scene)];
    },
    verify: () => Promise.resolve(under ? pointerAt(point, under, scene) : {}),
  });
};

function stray(under: Toplevel | null, { active }: Scene): string {
  const where = under ? `over another application's window, ${inline(under.title)}` : "over no window";
  return `the pointer is ${where}; hover over ${inline(active.title)} to come back`;
}
