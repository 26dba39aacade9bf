/**
 * Turns of the wheel.
 * @module
 */
import type { ActionOf } from "../../contract/actions.ts";
import { OperationError } from "../../contract/errors.ts";
import { delay } from "../time.ts";
import { approach, takeAim, windowOfAim } from "./aim.ts";
import { demandNothingHeld, pressButton, withModifiers } from "./buttons.ts";
import { chooseRoute } from "./routes.ts";
import type { Scene } from "./scene.ts";
import { lookAtScroller, scrolled, type ScrollSite } from "./scroll_traces.ts";
import type { Planner } from "./step.ts";
import { pixelsPerNotch } from "./wheel.ts";

type Scroll = ActionOf<"scroll">;

/** X numbers of the wheel's buttons. */
const wheelButtons: Readonly<Record<Scroll["direction"], number>> = { up: 4, down: 5, left: 6, right: 7 };

/** A page, X pixels. */
const PAGE = 500;
/** After how many notches other calls, cancelling and the abort latch come through. */
const BURST = 10;

/** How far a scroll goes: one page unless something is said. @throws {OperationError} When two things are said. */
export function distanceOf({ pages, notches, pixels }: Scroll): { notches: number } | { pixels: number } {
  if ([pages, notches, pixels].filter((amount) => amount !== undefined).length > 1) {
    throw new OperationError("invalid_request", "scroll: give one of pages, notches and pixels");
  }
  return notches === undefined ? { pixels: pixels ?? (pages ?? 1) * PAGE } : { notches };
}

/** Plans a scroll over an element or a point. */
export const planScroll: Planner<Scroll> = async (action, scene) => {
  const route = chooseRoute(scene, "wheel");
  demandNothingHeld(scene, action.type);
  const distance = distanceOf(action);
  const aim = await takeAim(action, scene);
  const window = windowOfAim(aim, scene);
  const site = await lookAtScroller(aim.point, window, scene);
  const notches = "notches" in distance ? distance.notches : notchesFor(distance.pixels, action.direction, site);
  return {
    route,
    window,
    expectation: { mayOpen: false, mayClose: null },
    async dispatch(sending) {
      const { point, warnings } = await approach(aim, window, scene);
      sending();
      scene.device.move(point.x, point.y);
      await withModifiers(scene, action.modifiers, () => turn(wheelButtons[action.direction], notches, scene));
      return warnings;
    },
    verify: () => scrolled(site, action.direction, window, scene),
  };
};

/** At least one: how far a notch goes depends on the toolkit and on what scrolls. */
function notchesFor(pixels: number, direction: Scroll["direction"], { toolkit, page }: ScrollSite): number {
  const side = direction === "up" || direction === "down" ? "height" : "width";
  return Math.max(1, Math.round(pixels / pixelsPerNotch(toolkit, page?.[side])));
}

async function turn(button: number, notches: number, scene: Scene): Promise<void> {
  for (let notch = 0; notch < notches; notch++) {
    if (notch > 0 && notch % BURST === 0) await delay(0, scene.signal);
    await pressButton(scene, button);
  }
}
