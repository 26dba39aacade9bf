/**
 * Presses of a pointer's buttons.
 * @module
 */
import type { ActionOf } from "../../contract/actions.ts";
import { OperationError } from "../../contract/errors.ts";
import { KeySender } from "../x11/key_sender.ts";
import type { ChordModifier } from "../x11/keysyms.ts";
import type { Scene } from "./scene.ts";

/** X numbers of the buttons. */
export const buttonNumbers: Readonly<Record<ActionOf<"click">["button"], number>> = {
  left: 1,
  middle: 2,
  right: 3,
  back: 8,
  forward: 9,
};

/** Presses a button and releases it. */
export async function pressButton(scene: Scene, button: number): Promise<void> {
  await holdingButton(scene, button, async () => {});
}

/** Holds a button while something else is done. It is released in any case. */
export async function holdingButton(
  { device, connection }: Scene,
  button: number,
  body: () => Promise<void>,
): Promise<void> {
  device.button(button, true);
  try {
    await body();
  } finally {
    if (!connection.display.dead) device.button(button, false);
  }
}

/** Holds modifiers, as keys that are down, while something else is done. They are released in any case. */
export async function withModifiers(
  { connection, device, signal }: Scene,
  modifiers: readonly ChordModifier[] | undefined,
  body: () => Promise<void>,
): Promise<void> {
  const keys = new KeySender(connection.display, device);
  try {
    await keys.holdingModifiers(modifiers ?? [], body);
  } finally {
    await keys.giveBack(signal);
  }
}

/** Whether a button is held across calls. Then every event goes to where it was pressed, wherever the pointer is. */
export function isHolding({ context }: Scene): boolean {
  return context.heldButtons.buttons.length > 0;
}

/** Names of the buttons that are held across calls. */
function heldNames({ context }: Scene): string[] {
  const { buttons } = context.heldButtons;
  return Object.entries(buttonNumbers).filter(([, number]) => buttons.includes(number)).map(([name]) => name);
}

/** What presses by itself can't run while a button is held. @throws {OperationError} `input_refused`. */
export function demandNothingHeld(scene: Scene, action: string): void {
  const names = heldNames(scene);
  if (names.length === 0) return;
  throw new OperationError(
    "input_refused",
    `${action}: the ${names.join(" and the ")} button is held down; ` +
      "move with hover or move_relative, and let it go with button_up first",
  );
}
