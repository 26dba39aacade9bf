/**
 * Points of frames as points of the display.
 * @module
 */
import type { Action } from "../../contract/actions.ts";
import { OperationError } from "../../contract/errors.ts";
import type { Params } from "../../contract/operations.ts";
import type { Point, Rect } from "../../contract/values.ts";
import type { Connection } from "../connection.ts";
import type { EngineContext } from "../context.ts";
import { inline } from "../escape.ts";
import { type FrameOrigin, pixelAt, scaledSide } from "../observe/frame_store.ts";
import type { World } from "../world/windows.ts";
import { screenSize } from "../x11/screen.ts";
import type { Toplevel } from "../x11/toplevels.ts";

/** What is needed to tell what a point of the display means. */
export interface Surroundings {
  /** The engine. */
  readonly context: EngineContext;
  /** The desktop. */
  readonly connection: Connection;
  /** All windows now. */
  readonly world: World;
  /** What the call asked for. */
  readonly params: Params<"act">;
}

/** The same for a point of a window. */
interface Pointing extends Surroundings {
  /** The target application's windows. */
  readonly windows: readonly Toplevel[];
  /** Its window that has the keyboard or would get it. */
  readonly active: Toplevel;
}

/** The points that an action names. */
export function pointsOf(action: Action): readonly Point[] {
  if ("path" in action) return action.path;
  return "point" in action && action.point !== undefined ? [action.point] : [];
}

/**
 * A point of the frame as a point of the display.
 *
 * @throws {OperationError} `input_refused` when the frame is unknown, its window changed size, closed or is no longer
 * the application's active one; `invalid_request` for a point outside.
 */
export function pointOnDisplay(scene: Pointing, point: Point): { x: number; y: number } {
  const { world, active } = scene;
  const { id, frame } = frameOf(scene);
  if (frame.window === null) return pixelOfDisplay(scene, point);
  const toplevel = scene.windows.find(({ window }) => window === frame.window);
  if (!toplevel) throw foreignFrame(id, frame.window, world);
  const { bounds } = toplevel;
  demandSize(bounds, frame, `The window of frame ${id}`);
  if (toplevel.window !== active.window) {
    const message = `The window ${inline(active.title)} is the active one by now; look again before you point`;
    throw new OperationError("input_refused", message);
  }
  const pixel = pixelInside(frame, point);
  return { x: bounds.x + pixel.x, y: bounds.y + pixel.y };
}

/** The frame of a call. @throws {OperationError} `invalid_request` without one, `input_refused` for an old one. */
export function frameOf({ context, params }: Surroundings): { id: number; frame: FrameOrigin } {
  if (params.frame !== undefined) return { id: params.frame, frame: context.frames.get(params.frame) };
  throw new OperationError("invalid_request", "frame: a point needs the id of the frame that it was read from");
}

/** A point of a picture of the display. @throws {OperationError} `input_refused` when the screen changed its size. */
export function pixelOfDisplay(surroundings: Surroundings, point: Point): { x: number; y: number } {
  const { frame } = frameOf(surroundings);
  demandSize(screenSize(surroundings.connection.display), frame, "The screen");
  return pixelInside(frame, point);
}

function demandSize(now: Pick<Rect, "width" | "height">, { width, height }: FrameOrigin, what: string): void {
  if (now.width === width && now.height === height) return;
  throw new OperationError("input_refused", `${what} changed its size; look again`);
}

function pixelInside(frame: FrameOrigin, point: Point): { x: number; y: number } {
  const pixel = pixelAt(frame, point);
  if (pixel) return pixel;
  const { region, scale } = frame;
  const size = `${scaledSide(region.width, scale)}×${scaledSide(region.height, scale)}`;
  throw new OperationError("invalid_request", `point: [${point}] lies outside the frame, which is ${size}`);
}

function foreignFrame(id: number, window: number, world: World): OperationError {
  if (world.toplevels.some((toplevel) => toplevel.window === window)) {
    return new OperationError(
      "input_refused",
      `Frame ${id} is of another application's window; look at the target first`,
    );
  }
  return new OperationError("window_not_found", `The window of frame ${id} closed; look again`);
}
