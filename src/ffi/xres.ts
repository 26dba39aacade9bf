/**
 * X-Resource: which local process made a window. The server knows it from the socket, so a client can't forge it.
 * @module
 */
import type { Display } from "./display.ts";
import { libXRes } from "./libxres.ts";
import { outs, pointerAt } from "./memory.ts";
import { resourceMask } from "./xcb.ts";
import { type Window, xid } from "./xid.ts";

/** LocalClientPIDMask of the protocol. */
const PID_MASK = 2;
/** Size of XResClientIdValue: spec 0 (client 0, mask 8), length 16, value 24. */
const VALUE_BYTES = 32;

/** Whether the server has X-Resource 1.2 or newer. */
export function hasClientIds(display: Display): boolean {
  if (!display.extension("X-Resource")) return false;
  const [major, minor] = outs(2);
  display.run("XResQueryVersion", (pointer) => libXRes().XResQueryVersion(pointer, major.buffer, minor.buffer));
  return major.int > 1 || (major.int === 1 && minor.int >= 2);
}

/** The clients of a display and their processes. */
export interface ClientPids {
  /** The client that a window (or any other resource) belongs to, as a number. */
  clientOf(window: Window): number;
  /** The process that made a window; null when the server can't say (a remote client, or one that is gone). */
  pidOf(window: Window): number | null;
}

/** The process that made a window (or any resource of its client); null when the server can't say (a remote client). */
export function clientPid(display: Display, window: Window): number | null {
  return queryPids(display, window).values().next().value ?? null;
}

/** The processes of all clients, in one round trip. An id is soon given to the next client: ask anew for each look. */
export function clientPids(display: Display): ClientPids {
  const ALL_CLIENTS = xid<Window>(0);
  const pids = queryPids(display, ALL_CLIENTS);
  const mask = resourceMask(display);
  const clientOf = (window: Window) => window & ~mask;
  return { clientOf, pidOf: (window) => pids.get(clientOf(window)) ?? null };
}

/** Processes by client. */
function queryPids(display: Display, window: Window): Map<number, number> {
  const spec = new Uint8Array(16);
  const specView = new DataView(spec.buffer);
  specView.setBigUint64(0, BigInt(window), true);
  specView.setUint32(8, PID_MASK, true);
  const [count, values] = outs(2);
  display.run(
    "XResQueryClientIds",
    (pointer) => libXRes().XResQueryClientIds(pointer, 1n, spec, count.buffer, values.buffer),
  );
  const list = values.pointer;
  if (!list) return new Map();
  try {
    return readPids(new Deno.UnsafePointerView(list), count.ulong);
  } finally {
    libXRes().XResClientIdsDestroy(BigInt(count.ulong), list);
  }
}

/** Zero stands for a process of another pid namespace. */
function readPids(view: Deno.UnsafePointerView, count: number): Map<number, number> {
  const pids = new Map<number, number>();
  for (let at = 0; at < count * VALUE_BYTES; at += VALUE_BYTES) {
    if (view.getUint32(at + 8) !== PID_MASK || Number(view.getBigInt64(at + 16)) < 4) continue;
    const value = pointerAt(view, at + 24);
    const pid = value ? new Deno.UnsafePointerView(value).getInt32() : 0;
    if (pid > 0) pids.set(Number(view.getBigUint64(at)), pid);
  }
  return pids;
}
