/**
 * X-Resource: which local process made a window. The server knows it from the socket, so a client can't forge it.
 * @module
 */
import type { Display } from "./display.ts";
import { libXRes } from "./libxres.ts";
import { outs, pointerAt } from "./memory.ts";
import type { Window } from "./xid.ts";

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

/** The process that made a window (or any resource of its client); null when the server can't say (a remote client). */
export function clientPid(display: Display, window: Window): number | null {
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
  if (!list) return null;
  try {
    return readPid(new Deno.UnsafePointerView(list), count.ulong);
  } finally {
    libXRes().XResClientIdsDestroy(BigInt(count.ulong), list);
  }
}

function readPid(view: Deno.UnsafePointerView, count: number): number | null {
  for (let at = 0; at < count * VALUE_BYTES; at += VALUE_BYTES) {
    if (view.getUint32(at + 8) !== PID_MASK || Number(view.getBigInt64(at + 16)) < 4) continue;
    const value = pointerAt(view, at + 24);
    if (value) return new Deno.UnsafePointerView(value).getUint32();
  }
  return null;
}
