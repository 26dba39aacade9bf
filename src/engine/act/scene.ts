/**
 * Where an action happens: the desktop, the target window as it is now, the application's other windows.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { Params } from "../../contract/operations.ts";
import type { Point } from "../../contract/values.ts";
import { demandAccess } from "../../policy/decide.ts";
import type { Connection } from "../connection.ts";
import type { EngineContext } from "../context.ts";
import { inline } from "../escape.ts";
import { pixelAt, scaledSide } from "../observe/frame_store.ts";
import { chooseWindow, lookAtWorld, preferred, subjectOf, windowsOfApp, type World } from "../world/windows.ts";
import { coreDevice, type InputDevice } from "../x11/input_device.ts";
import type { Toplevel } from "../x11/toplevels.ts";

/** The surroundings of one action. */
export interface Scene {
  /** The engine. */
  readonly context: EngineContext;
  /** The desktop. */
  readonly connection: Connection;
  /** All windows now. */
  readonly world: World;
  /** The window that was named. */
  readonly target: Toplevel;
  /** The application's windows, topmost first, popups included. */
  readonly windows: readonly Toplevel[];
  /** The application's window that has the keyboard or would get it. */
  readonly active: Toplevel;
  /** The pointer and keyboard that input goes out through. */
  readonly device: InputDevice;
  /** What the call asked for. */
  readonly params: Params<"act">;
  /** Cancels. */
  readonly signal: AbortSignal;
}

/**
 * Looks at the surroundings; done anew before each action, because the one before may have changed them.
 *
 * @throws {OperationError} when the target can't be found or driven.
 */
export function setScene(
  context: EngineContext,
  connection: Connection,
  params: Params<"act">,
  signal: AbortSignal,
  targetWas?: Toplevel,
): Scene {
  const { target: choice } = params;
  if (choice.display) {
    throw new OperationError("unsupported", "target.display is not served yet; name a window_id or an app");
  }
  const world = lookAtWorld(connection, context.settings);
  const target = targetWas ? survivor(targetWas, world) : chooseWindow(choice, world, context.settings);
  demandAccess(subjectOf(target, world), context.settings.policy);
  const windows = windowsOfApp(target, world, context.settings);
  const active = preferred(windows, world) ?? target;
  const device = coreDevice(connection.display);
  return { context, connection, world, target, windows, active, device, params, signal };
}

/** Between two actions the target may have closed; its application's active window takes its place. */
function survivor(was: Toplevel, world: World): Toplevel {
  const same = world.toplevels.find(({ window }) => window === was.window);
  const kin = same ?? preferred(world.toplevels.filter(({ pid }) => pid !== null && pid === was.pid), world);
  if (kin) return kin;
  throw new OperationError(
    "window_not_found",
    `The window "${was.title}" closed and its application has no other window`,
  );
}

/**
 * A point of the frame as a point of the display.
 *
 * @throws {OperationError} `input_refused` when the frame is unknown, its window changed size, closed or is no longer
 * the application's active one; `invalid_request` for a point outside.
 */
export function pointOnDisplay(scene: Scene, point: Point): { x: number; y: number } {
  const { params, world, active } = scene;
  if (params.frame === undefined) {
    throw new OperationError("invalid_request", "frame: a point needs the id of the frame that it was read from");
  }
  const frame = scene.context.frames.get(params.frame);
  if (frame.window === null) {
    throw new OperationError(
      "unsupported",
      "Points of a picture of the whole display are not served yet; name a window",
    );
  }
  const toplevel = scene.windows.find(({ window }) => window === frame.window);
  if (!toplevel) throw foreignFrame(params.frame, frame.window, world);
  const { bounds } = toplevel;
  if (bounds.width !== frame.width || bounds.height !== frame.height) {
    throw new OperationError("input_refused", `The window of frame ${params.frame} changed its size; look again`);
  }
  if (toplevel.window !== active.window) {
    const message = `The window ${inline(active.title)} is the active one by now; look again before you point`;
    throw new OperationError("input_refused", message);
  }
  const pixel = pixelAt(frame, point);
  if (!pixel) {
    const { region, scale } = frame;
    const size = `${scaledSide(region.width, scale)}×${scaledSide(region.height, scale)}`;
    throw new OperationError("invalid_request", `point: [${point}] lies outside the frame, which is ${size}`);
  }
  return { x: bounds.x + pixel.x, y: bounds.y + pixel.y };
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
