/**
 * Which window an action is for when the whole display is the target.
 * @module
 */
import type { Action } from "../../contract/actions.ts";
import { OperationError } from "../../contract/errors.ts";
import { queryPointer } from "../../ffi/x11_windows.ts";
import type { Window } from "../../ffi/xid.ts";
import { decide } from "../../policy/decide.ts";
import type { EngineContext } from "../context.ts";
import type { Settings } from "../settings.ts";
import { chooseWindow, preferred, subjectOf, toplevelAt, type World } from "../world/windows.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import { frameOf, pixelOfDisplay, pointsOf, type Surroundings } from "./frame_points.ts";

/** Actions that are for the place where the pointer is, when they name none. */
const pointerActions: ReadonlySet<string> = new Set(["move_relative", "button_down", "button_up"]);

/**
 * With the whole display as the target: the window of the element, the one that is topmost at the point or
 * under the pointer, for keys and text the one that has the keyboard.
 *
 * @throws {OperationError} `denied` on a live desktop, `input_refused` where no window is.
 */
export function targetOnDisplay(action: Action, surroundings: Surroundings): Toplevel {
  const { context, connection, world } = surroundings;
  const { display } = connection;
  if (context.settings.live) {
    throw new OperationError("denied", "The whole display is a target on private desktops only; name a window");
  }
  const [point] = pointsOf(action);
  const named = heldWindow(action, context) ?? windowOfElement(action, context) ??
    (point ? frameOf(surroundings).frame.window : null);
  if (named) return chooseWindow({ window_id: named }, world, context.settings);
  const toplevel = toplevelAt(connection, world, point ? pixelOfDisplay(surroundings, point) : queryPointer(display));
  if (!point) return pointerActions.has(action.type) && toplevel || focusedWindow(world, context.settings);
  if (toplevel) return toplevel;
  throw new OperationError("input_refused", `At [${point}] of the display is no application's window; look again`);
}

function windowOfElement(action: Action, { elements }: EngineContext): Window | null {
  return "element" in action && action.element !== undefined ? elements.get(action.element).window : null;
}

/** While a button is held, the pointer's actions belong to the window that it was pressed on. */
function heldWindow({ type }: Action, { heldButtons }: EngineContext): Window | null {
  const [button] = heldButtons.buttons;
  const isPointers = pointerActions.has(type) || type === "hover";
  return button !== undefined && isPointers ? heldButtons.windowOf(button)!.window : null;
}

function focusedWindow(world: World, settings: Settings): Toplevel {
  const allowed = world.toplevels.filter((toplevel) =>
    decide(subjectOf(toplevel, world), settings.policy).access === "allowed"
  );
  const window = world.focused ?? preferred(allowed, world);
  if (window) return window;
  throw new OperationError("window_not_found", "No window has the keyboard; name a window_id or an app");
}
