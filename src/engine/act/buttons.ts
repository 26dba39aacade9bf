/**
 * Presses of a pointer's buttons.
 * @module
 */
import type { ActionOf } from "../../contract/actions.ts";
import { delay } from "../time.ts";
import type { Scene } from "./scene.ts";

/** X numbers of the buttons. */
export const buttonNumbers: Readonly<Record<ActionOf<"click">["button"], number>> = {
  left: 1,
  middle: 2,
  right: 3,
  back: 8,
  forward: 9,
};

/** Presses a button, holds it and releases it in any case. */
export async function pressButton(
  { device, connection, signal }: Scene,
  button: number,
  holdMs: number,
): Promise<void> {
  device.button(button, true);
  try {
    if (holdMs > 0) await delay(holdMs, signal);
  } finally {
    if (!connection.display.dead) device.button(button, false);
  }
}
