/**
 * Drags along a path with a button held.
 * @module
 */
import type { ActionOf } from "../../contract/actions.ts";
import { OperationError } from "../../contract/errors.ts";
import { inline } from "../escape.ts";
import { delay } from "../time.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import { type DisplayPoint, ownerAt } from "./activate.ts";
import { type Aim, approach, demandPicturedOwner, windowOfAim } from "./aim.ts";
import { buttonNumbers, demandNothingHeld, holdingButton, withModifiers } from "./buttons.ts";
import { demandDropTarget } from "./drop_target.ts";
import { demandShown } from "./hold.ts";
import { chooseRoute } from "./routes.ts";
import { pointOnDisplay } from "./frame_points.ts";
import type { Scene } from "./scene.ts";
import { dialogOf, type Planner } from "./step.ts";

/** Steps of each leg: toolkits start a drag after some motion, and drop where they saw the pointer move to. */
const STEPS = 20;
/** From the press to the first step, ms (measured: drag and drop fails without the pauses, and never failed with them). */
const PRESSED_MS = 50;
/** From step to step, ms: one frame at 60 Hz. */
const STEP_MS = 16;
/** From the last step to the release, ms. */
const ARRIVED_MS = 150;
/** Longest time on the way, ms: long paths take shorter steps in time. */
const WAY_MS = 6_000;

/** Plans a drag. The whole path is checked before anything is sent; the button is released in any case. */
export const planDrag: Planner<ActionOf<"drag">> = (action, scene) => {
  const route = chooseRoute(scene, "drag");
  demandNothingHeld(scene, action.type);
  const path = action.path.map((point) => pointOnDisplay(scene, point));
  const start: Aim = { point: path[0]!, seen: null, before: null };
  demandPicturedOwner(start.point, scene);
  const window = windowOfAim(start, scene);
  return Promise.resolve({
    route,
    window,
    expectation: { mayOpen: true, mayClose: dialogOf(window) },
    async dispatch(sending) {
      const { warnings } = await approach(start, window, scene);
      demandEnd(path.at(-1)!, window, scene);
      sending();
      scene.device.move(start.point.x, start.point.y);
      await withModifiers(
        scene,
        action.modifiers,
        () => holdingButton(scene, buttonNumbers[action.button], () => travel(path, window, scene)),
      );
      return warnings;
    },
  });
};

/** In a picture of one window its end was seen to be that window's; on the display it may be another application's. */
function demandEnd(end: DisplayPoint, window: Toplevel, scene: Scene): void {
  const { frames } = scene.context;
  const isOfDisplay = frames.get(scene.params.frame!).window === null;
  if (isOfDisplay) return demandDropTarget(end, scene);
  if (ownerAt(scene, end)) return;
  throw new OperationError(
    "input_refused",
    `The drag would end at ${end.x},${end.y}, where something covers ${inline(window.title)}; move it away first`,
  );
}

/** Moves along the path with the pauses that drag and drop needs. The abort latch and the caller end it at any step. */
async function travel(path: readonly DisplayPoint[], window: Toplevel, scene: Scene): Promise<void> {
  const { device, signal } = scene;
  const steps = stepsAlong(path);
  await delay(PRESSED_MS, signal);
  const started = performance.now();
  const pace = Math.min(STEP_MS, WAY_MS / steps.length);
  for (const [index, { x, y }] of steps.entries()) {
    demandShown(scene, window);
    device.move(x, y);
    await delay(Math.max(0, started + (index + 1) * pace - performance.now()), signal);
  }
  await delay(ARRIVED_MS, signal);
  const end = path.at(-1)!;
  const before = steps.findLast(({ x, y }) => x !== end.x || y !== end.y);
  if (before) device.move(before.x, before.y);
  device.move(end.x, end.y);
}

/** Points on the way, each corner of the path among them. */
export function stepsAlong(path: readonly DisplayPoint[]): DisplayPoint[] {
  return path.slice(1).flatMap((to, leg) => {
    const from = path[leg]!;
    const along = (a: number, b: number, step: number) => Math.round(a + (b - a) * step / STEPS);
    return Array.from({ length: STEPS }, (_, index) => ({
      x: along(from.x, to.x, index + 1),
      y: along(from.y, to.y, index + 1),
    }));
  });
}
