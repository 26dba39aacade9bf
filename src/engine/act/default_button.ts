/**
 * Return presses a dialog's default button, and does nothing while that is disabled. Dialogs enable it some time after
 * a field was filled in (a file chooser looks at the folder first), without any sign before.
 * @module
 */
import { getState } from "../atspi/interfaces/accessible.ts";
import { DBusError } from "../atspi/wire/errors.ts";
import { inline } from "../escape.ts";
import { look } from "../observe/look.ts";
import { delay } from "../time.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import { busOf } from "./element.ts";
import type { Scene } from "./scene.ts";
import { dialogOf } from "./step.ts";

/** How long a disabled default button is waited for, ms. */
const WAIT_MS = 1_000;
const PROBE_MS = 15;

/**
 * Waits until the default button of a dialog is enabled, if it has one that is not.
 *
 * @returns A warning when it stayed disabled.
 */
export async function awaitDefaultButton(scene: Scene, window: Toplevel): Promise<string[]> {
  if (dialogOf(window) === null) return [];
  const { context, connection, world, signal } = scene;
  const { snapshot } = await look(context, connection, window, world, signal);
  const button = [...snapshot?.elements.values() ?? []].find(({ states }) => states.includes("default"));
  if (!button || !button.states.includes("disabled")) return [];
  const end = performance.now() + WAIT_MS;
  while (performance.now() < end) {
    try {
      const states = await getState(busOf(scene), button.ref, { signal });
      if (states.has("enabled") || states.has("sensitive")) return [];
    } catch (error) {
      if (error instanceof DBusError) return []; // It went away: the dialog is another one by now.
      throw error;
    }
    await delay(PROBE_MS, signal);
  }
  return [`the dialog's default button ${inline(button.name)} is disabled`];
}
