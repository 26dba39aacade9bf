/**
 * Where an action happens: the desktop, the target window as it is now, the application's other windows.
 * @module
 */
import type { Action } from "../../contract/actions.ts";
import { OperationError } from "../../contract/errors.ts";
import type { Params } from "../../contract/operations.ts";
import { demandAccess } from "../../policy/decide.ts";
import type { Connection } from "../connection.ts";
import type { EngineContext } from "../context.ts";
import { chooseWindow, lookAtWorld, preferred, subjectOf, windowsOfApp, type World } from "../world/windows.ts";
import { guarded } from "../x11/guarded_device.ts";
import { coreDevice, type InputDevice } from "../x11/input_device.ts";
import { SendEventDevice } from "../x11/send_event_device.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import { targetOnDisplay } from "./display_target.ts";
import type { ToolkitName } from "./routes/toolkit.ts";

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
  /** The same on a live desktop, where a window has to be named for what is sent; null elsewhere. */
  readonly background: SendEventDevice | null;
  /** Who drew the active window; looked up on live and shared desktops, where it makes a difference. */
  readonly toolkit: ToolkitName;
  /** What the call asked for. */
  readonly params: Params<"act">;
  /** Cancels; so does the abort latch. */
  readonly signal: AbortSignal;
}

/**
 * Looks at the surroundings; done anew before each action, because the one before may have changed them.
 *
 * @param action What is to be done: on the whole display its place or the keyboard focus names the target.
 * @throws {OperationError} when the target can't be found or driven.
 */
export function setScene(
  context: EngineContext,
  connection: Connection,
  params: Params<"act">,
  signal: AbortSignal,
  action: Action,
  targetWas?: Toplevel,
): Scene {
  const { target: choice } = params;
  const world = lookAtWorld(connection, context.settings);
  const target = choice.display
    ? targetOnDisplay(action, { context, connection, params, world })
    : targetWas
    ? survivor(targetWas, world)
    : chooseWindow(choice, world, context.settings);
  demandAccess(subjectOf(target, world), context.settings.policy);
  const windows = windowsOfApp(target, world, context.settings);
  const active = preferred(windows, world) ?? target;
  const demandNoAbort = () => context.demandNoAbort();
  const background = context.settings.live ? new SendEventDevice(connection.display) : null;
  const pointer = background ?? connection.own ?? coreDevice(connection.display);
  const device = guarded(context.settings.overlay ? context.overlay.following(pointer) : pointer, {
    input: connection.input,
    demandNoAbort,
  });
  const interruptible = AbortSignal.any([signal, context.interrupted]);
  const devices = { device, background, toolkit: "unknown" as const };
  return { context, connection, world, target, windows, active, ...devices, params, signal: interruptible };
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
