/**
 * Holding something down for a time, and no longer than what it is held on is there.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import { inline } from "../escape.ts";
import { delay } from "../time.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import { hasKeyboard } from "./activate.ts";
import type { Scene } from "./scene.ts";

/** How often what it is held on is looked at, ms: servers repeat a key every 40 ms. */
const PROBE_MS = 20;

/**
 * Waits while a button is held on a window.
 *
 * @returns Warnings: that it was held less long, because the window closed.
 */
export async function holdButton(scene: Scene, window: Toplevel, ms: number): Promise<string[]> {
  return await hold(ms, () => isShown(scene, window), `the window ${inline(window.title)} closed`, scene.signal);
}

/**
 * Waits while keys are held. A held key repeats: in the window that gets the keyboard next, if nobody let it go.
 *
 * @returns Warnings: that they were held less long, because the window lost the keyboard.
 */
export async function holdKeys(scene: Scene, window: Toplevel, ms: number): Promise<string[]> {
  const why = `the window ${inline(window.title)} lost the keyboard`;
  return await hold(ms, () => hasKeyboard(scene, window), why, scene.signal);
}

/** Throws when the application has closed while something is done in its window. */
export function demandShown(scene: Scene, { window, pid, title }: Toplevel): void {
  const { toplevels } = scene.connection.windows.now();
  if (toplevels.some((other) => other.window === window || (pid !== null && other.pid === pid))) return;
  throw new OperationError("window_not_found", `The window ${inline(title)} closed meanwhile; call list_windows`, {
    dispatched: "partly",
  });
}

async function hold(ms: number, isThere: () => boolean, why: string, signal: AbortSignal): Promise<string[]> {
  const start = performance.now();
  for (let held = 0; held < ms; held = performance.now() - start) {
    if (!isThere()) return [`held for ${Math.round(held)} ms only: ${why}`];
    await delay(Math.min(PROBE_MS, ms - held), signal);
  }
  return [];
}

function isShown({ connection }: Scene, { window }: Toplevel): boolean {
  return connection.windows.now().toplevels.some((other) => other.window === window && other.viewable);
}
