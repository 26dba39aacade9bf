/**
 * Input to a window that stays in the background: on a live desktop nothing is activated, raised or taken over.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { Rect } from "../../contract/values.ts";
import { inline } from "../escape.ts";
import { delay } from "../time.ts";
import { lookAtWorld, type World } from "../world/windows.ts";
import { KeySender } from "../x11/key_sender.ts";
import { parseChord } from "../x11/keysyms.ts";
import { awaitHandled } from "../x11/handled.ts";
import type { SendEventDevice } from "../x11/send_event_device.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import { needsHandledFocus } from "./routes.ts";
import type { Scene } from "./scene.ts";

/** How long a popup may take to close, ms, and how often that is looked at. */
const CLOSE_MS = 250;
const PROBE_MS = 5;
const CLOSED =
  "a popup opened and was closed again, because it holds the user's pointer; use perform_action or set_value";

/**
 * Names the window that what follows is for, and tells it that it has the focus.
 *
 * @throws {OperationError} `input_refused` for a window that is not shown; nothing was sent.
 */
export async function enterBackground(scene: Scene, device: SendEventDevice, toplevel: Toplevel): Promise<void> {
  if (!toplevel.viewable || toplevel.iconified) {
    throw new OperationError(
      "input_refused",
      `The window ${inline(toplevel.title)} is not shown; ask the user to open it, or use perform_action`,
    );
  }
  device.aimAt(toplevel.window);
  // A popup never gets the focus; its application takes a FocusIn for the end of the popup.
  if (toplevel.overrideRedirect || !needsHandledFocus(scene)) return;
  device.focus();
  await awaitHandled(scene.connection, toplevel, scene.signal);
}

/** The application's window at a point, whatever of other applications covers it; null for none. */
export function windowInBackgroundAt({ windows }: Scene, { x, y }: Pick<Rect, "x" | "y">): Toplevel | null {
  const contains = ({ viewable, bounds }: Toplevel) =>
    viewable && x >= bounds.x && y >= bounds.y && x < bounds.x + bounds.width && y < bounds.y + bounds.height;
  return windows.find(contains) ?? null;
}

/**
 * What an action did to the person, after it: popups are closed, a focus that was taken is told of (Qt activates the
 * dialogs that it opens, whoever opened them).
 *
 * @returns Warnings.
 */
export async function leaveBackground(scene: Scene, device: SendEventDevice, after: World): Promise<string[]> {
  const taken = after.focused !== null && scene.world.focused === null;
  const warnings = await closeOwnPopups(scene, device);
  return taken ? [...warnings, "the application took the keyboard focus from the user"] : warnings;
}

/**
 * Closes the popups that an action opened: while one is open, its application holds the person's pointer and keyboard.
 *
 * @returns Warnings that say so.
 */
async function closeOwnPopups(scene: Scene, device: SendEventDevice): Promise<string[]> {
  const opened = newPopups(scene);
  if (opened.length === 0) return [];
  // Qt closes its popups when its window loses the focus; Escape would make it take the real one.
  device.leave();
  if (await areClosed(scene)) return [CLOSED];
  for (const target of [...opened, scene.active]) {
    device.aimAt(target.window);
    await new KeySender(scene.connection.display, device).press(parseChord("Escape"), scene.signal);
    if (await areClosed(scene)) return [CLOSED];
  }
  return ["a popup opened and could not be closed: it may hold the user's pointer until they press Escape"];
}

function newPopups({ connection, context, windows, target }: Scene): Toplevel[] {
  const known = new Set(windows.map(({ window }) => window));
  return lookAtWorld(connection, context.settings).toplevels.filter(({ window, overrideRedirect, tooltip, pid }) =>
    overrideRedirect && !tooltip && pid === target.pid && !known.has(window)
  );
}

async function areClosed(scene: Scene): Promise<boolean> {
  const end = performance.now() + CLOSE_MS;
  while (performance.now() < end) {
    if (newPopups(scene).length === 0) return true;
    await delay(PROBE_MS, scene.signal);
  }
  return false;
}
