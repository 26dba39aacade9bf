/**
 * The sender of keys for a scene: it knows the window's toolkit, and when the window has read what was sent.
 * @module
 */
import { KeySender } from "../x11/key_sender.ts";
import { awaitHandled } from "../x11/handled.ts";
import type { Chord } from "../x11/keysyms.ts";
import { toolkitOf } from "./routes/toolkit.ts";
import type { Scene } from "./scene.ts";

/**
 * A sender of keys to the application's active window.
 *
 * @param arrived Resolves when what was sent has arrived; asked in place of the window.
 */
export function keySenderFor(
  { connection, device, active, toolkit }: Scene,
  arrived?: () => Promise<void>,
): KeySender {
  const keysRead = (signal: AbortSignal) => arrived?.() ?? awaitHandled(connection, active, signal);
  return new KeySender(connection.display, device, keysRead, {
    // Qt 5 reads the level of a key from the core keyboard, where nobody holds Shift.
    ignoresShift: connection.own !== null && toolkit === "qt5",
    shortcutsByPlace: toolkit === "chromium",
  });
}

/** The scene with its toolkit, where that decides how a chord is pressed. */
export async function knowingToolkit(scene: Scene, chord: Chord): Promise<Scene> {
  const isLacking = chord.modifiers.length > 0 && scene.toolkit === "unknown" && keySenderFor(scene).lacks(chord);
  return isLacking ? { ...scene, toolkit: await toolkitOf(scene, scene.active) } : scene;
}
