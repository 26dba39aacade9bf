/**
 * XInput 2: raw events of every device, master devices, and which of them a client uses.
 * Offsets are `offsetof` of XInput2.h's structures on LP64.
 * @module
 */
import type { Display } from "./display.ts";
import type { RawInput, XEvent } from "./events.ts";
import { libX11 } from "./libx11.ts";
import { libXi } from "./libxi.ts";
import { cString, Out, outs, pointerAt } from "./memory.ts";
import { type Window, xid } from "./xid.ts";

/** XIAllDevices and XIAllMasterDevices. */
const ALL_DEVICES = 0;
const ALL_MASTER_DEVICES = 1;
/** XIAddMaster, XIRemoveMaster and XIFloating. */
const ADD_MASTER = 1;
const REMOVE_MASTER = 2;
const FLOATING = 2;
/** GenericEvent of X.h. */
const GENERIC_EVENT = 35;
/** Size of XIDeviceInfo. */
const DEVICE_BYTES = 40;
/** Longest name of a device that is read, bytes. */
const MAX_NAME = 256;

/** Event types of XI2.h. */
const rawKinds: Readonly<Record<number, RawInput>> = {
  13: "key_press",
  14: "key_release",
  15: "button_press",
  16: "button_release",
  17: "motion",
  22: "touch",
  23: "touch",
  24: "touch",
};

/** A device of the server. */
export interface InputDeviceInfo {
  /** Its number. */
  readonly id: number;
  /** Its name. */
  readonly name: string;
  /** What it is. */
  readonly use: "master_pointer" | "master_keyboard" | "slave_pointer" | "slave_keyboard" | "floating";
  /** A master's partner, a slave's master. */
  readonly attachment: number;
}

const uses: readonly InputDeviceInfo["use"][] = [
  "master_pointer",
  "master_keyboard",
  "slave_pointer",
  "slave_keyboard",
  "floating",
];

/**
 * Says that this connection speaks XInput 2.2. From 2.1 on raw events arrive whoever has grabbed a device, and 2.2
 * brings touches.
 *
 * @returns Whether the server does, too.
 */
export function speakXInput2(display: Display): boolean {
  const [major, minor] = outs(2);
  new DataView(major.buffer.buffer).setInt32(0, 2, true);
  new DataView(minor.buffer.buffer).setInt32(0, 2, true);
  display.run("XIQueryVersion", (pointer) => libXi().XIQueryVersion(pointer, major.buffer, minor.buffer));
  return major.int > 2 || (major.int === 2 && minor.int >= 2);
}

/** Asks for the raw events of all master devices, those included that are made later. */
export function selectRawEvents(display: Display): void {
  const bits = new Uint8Array(4);
  for (const kind of Object.keys(rawKinds).map(Number)) bits[kind >> 3]! |= 1 << (kind & 7);
  const mask = new Uint8Array(16); // XIEventMask: deviceid 0, mask_len 4, mask 8
  const view = new DataView(mask.buffer);
  view.setInt32(0, ALL_MASTER_DEVICES, true);
  view.setInt32(4, bits.length, true);
  view.setBigUint64(8, addressOf(bits), true);
  display.check("XISelectEvents", (pointer) => libXi().XISelectEvents(pointer, BigInt(display.root), mask, 1));
}

/**
 * Reads a raw event of XInput 2.
 *
 * @param bytes The XEvent as XNextEvent gave it.
 * @returns Null for every other event.
 */
export function readRawEvent(display: Deno.PointerObject, bytes: Uint8Array<ArrayBuffer>): XEvent | null {
  const event = new DataView(bytes.buffer);
  if (event.getInt32(0, true) !== GENERIC_EVENT) return null;
  const input = rawKinds[event.getInt32(36, true)];
  if (!input || !libX11().XGetEventData(display, bytes)) return null;
  try {
    // XIRawEvent: deviceid 48, sourceid 52, detail 56.
    const data = new Deno.UnsafePointerView(Deno.UnsafePointer.create(event.getBigUint64(48, true))!);
    return { type: "raw", input, device: data.getInt32(48), source: data.getInt32(52), detail: data.getInt32(56) };
  } finally {
    libX11().XFreeEventData(display, bytes);
  }
}

/** All devices. */
export function inputDevices(display: Display): InputDeviceInfo[] {
  const count = new Out();
  const list = display.run("XIQueryDevice", (pointer) => libXi().XIQueryDevice(pointer, ALL_DEVICES, count.buffer));
  if (!list) return [];
  try {
    const view = new Deno.UnsafePointerView(list);
    return Array.from({ length: count.int }, (_, index) => readDevice(view, index * DEVICE_BYTES));
  } finally {
    libXi().XIFreeDeviceInfo(list);
  }
}

/** XIDeviceInfo: deviceid 0, name 8, use 16, attachment 20. */
function readDevice(view: Deno.UnsafePointerView, at: number): InputDeviceInfo {
  const name = pointerAt(view, at + 8);
  return {
    id: view.getInt32(at),
    name: name ? Deno.UnsafePointerView.getCString(name).slice(0, MAX_NAME) : "",
    use: uses[view.getInt32(at + 16) - 1] ?? "floating",
    attachment: view.getInt32(at + 20),
  };
}

/** Makes a master pointer and a master keyboard, called `NAME pointer` and `NAME keyboard`. */
export function addMaster(display: Display, name: string): void {
  const text = cString(name);
  const change = new Uint8Array(24); // XIAddMasterInfo: type 0, name 8, send_core 16, enable 20
  const view = new DataView(change.buffer);
  view.setInt32(0, ADD_MASTER, true);
  view.setBigUint64(8, addressOf(text), true);
  view.setInt32(16, 1, true);
  view.setInt32(20, 1, true);
  changeHierarchy(display, change);
}

/** Removes a master pointer and its keyboard; the devices attached to them float. */
export function removeMaster(display: Display, pointer: number): void {
  const change = new Uint8Array(20); // XIRemoveMasterInfo: type 0, deviceid 4, return_mode 8
  const view = new DataView(change.buffer);
  view.setInt32(0, REMOVE_MASTER, true);
  view.setInt32(4, pointer, true);
  view.setInt32(8, FLOATING, true);
  changeHierarchy(display, change);
}

function changeHierarchy(display: Display, change: Uint8Array<ArrayBuffer>): void {
  display.check("XIChangeHierarchy", (pointer) => libXi().XIChangeHierarchy(pointer, change, 1));
}

/** Lets the client that made `window` use a master pointer (and its keyboard) for everything that names no device. */
export function setClientPointer(display: Display, window: Window | null, pointer: number): void {
  display.check(
    "XISetClientPointer",
    (connection) => libXi().XISetClientPointer(connection, BigInt(window ?? 0), pointer),
  );
}

/** Puts a master pointer somewhere. No device sends that, so no raw event tells of it. */
export function warpPointer(display: Display, pointer: number, x: number, y: number): void {
  const root = BigInt(display.root);
  display.check(
    "XIWarpPointer",
    (connection) => libXi().XIWarpPointer(connection, pointer, 0n, root, 0, 0, 0, 0, x, y),
  );
}

/** Gives a window the focus of one master keyboard. */
export function setDeviceFocus(display: Display, keyboard: number, window: Window): void {
  display.check("XISetFocus", (pointer) => libXi().XISetFocus(pointer, keyboard, BigInt(window), 0n));
}

/** The window that one master keyboard's keys go to; null for None and PointerRoot. */
export function deviceFocus(display: Display, keyboard: number): Window | null {
  const focus = new Out();
  display.run("XIGetFocus", (pointer) => libXi().XIGetFocus(pointer, keyboard, focus.buffer));
  return focus.ulong > 1 ? xid<Window>(focus.ulong) : null;
}

/** The address of memory that the caller keeps until the call is done. */
function addressOf(bytes: Uint8Array<ArrayBuffer>): bigint {
  return Deno.UnsafePointer.value(Deno.UnsafePointer.of(bytes));
}
