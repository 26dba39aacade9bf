/**
 * Master devices of agents: named so that everybody can tell, and removed without harm to the application under them.
 * @module
 */
import type { Display } from "../../ffi/display.ts";
import { createCornerWindow } from "../../ffi/x11_windows.ts";
import { destroyWindow } from "../../ffi/x11_selections.ts";
import type { Window } from "../../ffi/xid.ts";
import { addMaster, inputDevices, removeMaster, warpPointer } from "../../ffi/xinput2.ts";

/** How the names of agents' master devices begin. */
const PREFIX = "linux-cua ";

/** Numbers of an agent's devices. */
export interface AgentMaster {
  /** The master pointer. */
  readonly pointer: number;
  /** The master keyboard. */
  readonly keyboard: number;
}

/** Whether a device of that name is an agent's. */
export function isAgentDevice(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** A number that no master is named by: process numbers of containers that share a display may meet. */
export function unusedMasterNumber(display: Display, pid: number): number {
  const BEYOND_PIDS = 10_000_000; // The kernel's PID_MAX_LIMIT is 2^22.
  let number = pid;
  while (findPointer(display, number)) number += BEYOND_PIDS;
  return number;
}

/** Makes a master pointer with its keyboard. @param number Names it. */
export function addAgentMaster(display: Display, number: number): AgentMaster {
  addMaster(display, PREFIX + number);
  const pointer = findPointer(display, number);
  if (!pointer) throw new Error("The X server made no master pointer: it has too many devices");
  return { pointer: pointer.id, keyboard: pointer.attachment };
}

/** A master whose pointer stands on a window of our own. */
export interface ParkedMaster {
  /** Its number. */
  readonly number: number;
  readonly pointer: number;
  readonly corner: Window;
}

/**
 * Puts the pointer of a master onto a window of our own; null when there is no such master. A GTK 4 application dies of a
 * master that goes away while its pointer is inside its window, or before it has handled that the pointer left.
 */
export function parkAgentMaster(display: Display, number: number): ParkedMaster | null {
  const master = findPointer(display, number);
  if (!master) return null;
  const corner = createCornerWindow(display);
  warpPointer(display, master.id, 0, 0);
  return { number, pointer: master.id, corner };
}

/** Removes a master that was parked, and the window. */
export function removeParkedMaster(display: Display, { pointer, corner }: ParkedMaster): void {
  try {
    removeMaster(display, pointer);
  } finally {
    destroyWindow(display, corner);
  }
}

function findPointer(display: Display, number: number): ReturnType<typeof inputDevices>[number] | undefined {
  return inputDevices(display).find(({ name, use }) =>
    use === "master_pointer" && name === `${PREFIX}${number} pointer`
  );
}
