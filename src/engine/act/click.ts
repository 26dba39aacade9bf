/**
 * Clicks.
 * @module
 */
import type { ActionOf } from "../../contract/actions.ts";
import { aimAt, approach, takeAim, windowOfAim } from "./aim.ts";
import { buttonNumbers, demandNothingHeld, holdingButton, withModifiers } from "./buttons.ts";
import { namesElement, resolveElement } from "./element.ts";
import { holdButton } from "./hold.ts";
import { reach } from "./reach.ts";
import { chooseRoute } from "./routes.ts";
import { planSemanticClick } from "./semantic.ts";
import { stateChange } from "./state_change.ts";
import { dialogOf, type Planner, promisesDialog } from "./step.ts";
import { type SentClick, whatWasHit } from "./what_was_hit.ts";

/** Plans a click on an element or a point. What it presses is released in any case. */
export const planClick: Planner<ActionOf<"click">> = async (action, scene) => {
  demandNothingHeld(scene, action.type);
  const reached = namesElement(action) && !action.point
    ? await reach(await resolveElement(action, scene), scene)
    : null;
  if (reached?.obstacle) return await planSemanticClick(action, reached.seen, reached.obstacle, scene);
  const aim = reached ? await aimAt(reached.seen, scene) : await takeAim(action, scene);
  const route = chooseRoute(scene, action.button === "right" ? "right_click" : "click", undefined, aim.seen);
  const window = windowOfAim(aim, scene);
  let sent: SentClick | undefined;
  return {
    route,
    window,
    expectation: { mayOpen: true, opens: promisesDialog(aim.seen?.element.name), mayClose: dialogOf(window) },
    async dispatch(sending) {
      const { point, warnings } = await approach(aim, window, scene);
      sending();
      if (aim.seen) sent = { seen: aim.seen, point, window, sentAt: performance.now() };
      scene.device.move(point.x, point.y);
      await withModifiers(scene, action.modifiers, async () => {
        for (let count = 0; count < action.count; count++) {
          await holdingButton(scene, buttonNumbers[action.button], async () => {
            warnings.push(...await holdButton(scene, window, action.hold_ms ?? 0));
          });
        }
      });
      return warnings;
    },
    async verify(reaction) {
      const doubtful = sent ? await whatWasHit(sent, reaction, scene) : {};
      return doubtful.doubt ? doubtful : await stateChange(aim, scene);
    },
  };
};
