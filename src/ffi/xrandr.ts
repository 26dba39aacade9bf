/**
 * RandR: the monitors of a screen. It is optional: without it a screen is one monitor.
 * @module
 */
import { OperationError } from "../contract/errors.ts";
import type { Display } from "./display.ts";
import { libXrandr } from "./libxrandr.ts";
import { outs } from "./memory.ts";
import { atomName } from "./x11_properties.ts";
import { xid } from "./xid.ts";

/** A monitor; X pixels. */
export interface Monitor {
  /** Its name, such as `DP-1`. */
  readonly name: string;
  /** Where it starts on the screen; may be negative. */
  readonly x: number;
  /** Where it starts on the screen; may be negative. */
  readonly y: number;
  /** Width. */
  readonly width: number;
  /** Height. */
  readonly height: number;
  /** Whether it is the primary one; there may be none. */
  readonly primary: boolean;
}

/** Size of XRRMonitorInfo (LP64): name 0, primary 8, x 20, y 24, width 28, height 32. */
const MONITOR_BYTES = 56;
/** Most monitors that are told of. */
const MAX_MONITORS = 64;
/** Longest name that is kept, in characters. */
const MAX_NAME = 64;

/** The active monitors; null when the server has no RandR 1.5, or libXrandr is not installed. */
export function activeMonitors(display: Display): Monitor[] | null {
  if (!display.extension("RANDR") || !isInstalled() || !speaks15(display)) return null;
  const [count] = outs(1);
  const list = display.run(
    "XRRGetMonitors",
    (pointer) => libXrandr().XRRGetMonitors(pointer, BigInt(display.root), 1, count.buffer),
  );
  if (!list) return null;
  try {
    const view = new Deno.UnsafePointerView(list);
    const length = Math.min(count.int, MAX_MONITORS);
    return Array.from({ length }, (_, index) => readMonitor(display, view, index * MONITOR_BYTES));
  } finally {
    libXrandr().XRRFreeMonitors(list);
  }
}

function isInstalled(): boolean {
  try {
    return libXrandr() !== undefined;
  } catch (error) {
    if (error instanceof OperationError && error.code === "desktop_unavailable") return false;
    throw error;
  }
}

function speaks15(display: Display): boolean {
  const [major, minor] = outs(2);
  display.run("XRRQueryVersion", (pointer) => libXrandr().XRRQueryVersion(pointer, major.buffer, minor.buffer));
  return major.int > 1 || (major.int === 1 && minor.int >= 5);
}

function readMonitor(display: Display, view: Deno.UnsafePointerView, at: number): Monitor {
  return {
    name: atomName(display, xid(Number(view.getBigUint64(at))), MAX_NAME),
    x: view.getInt32(at + 20),
    y: view.getInt32(at + 24),
    width: view.getInt32(at + 28),
    height: view.getInt32(at + 32),
    primary: view.getInt32(at + 8) !== 0,
  };
}
