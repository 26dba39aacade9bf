/**
 * SYNC: the server's clock, read by a request. (A PropertyNotify would tell it too, but would have to be waited for.)
 * @module
 * @see {@link https://www.x.org/releases/current/doc/libXext/synclib.html}
 */
import type { Display } from "./display.ts";
import { libXext } from "./libxext.ts";
import { Out, outs } from "./memory.ts";

/** Size of XSyncSystemCounter (sync.h, LP64): char* name, XSyncCounter counter, XSyncValue resolution. */
const COUNTER_BYTES = 24;
/** The counter that every server has: its time in ms. */
const SERVER_TIME = "SERVERTIME";

const counters = new WeakMap<Display, bigint>();

/** The server's time as events carry it: ms, 32 bits. @throws {Error} On a server without SYNC. */
export function serverTime(display: Display): number {
  const counter = counters.get(display) ?? findCounter(display);
  counters.set(display, counter);
  const value = new Out(); // XSyncValue: int hi; unsigned int lo
  display.run("XSyncQueryCounter", (pointer) => libXext().XSyncQueryCounter(pointer, counter, value.buffer));
  return new DataView(value.buffer.buffer).getUint32(4, true);
}

function findCounter(display: Display): bigint {
  const [major, minor, count] = outs(3);
  const list = display.run("XSyncListSystemCounters", (pointer) => {
    libXext().XSyncInitialize(pointer, major.buffer, minor.buffer);
    return libXext().XSyncListSystemCounters(pointer, count.buffer);
  });
  if (!list) throw new Error("The X server lacks SYNC");
  try {
    const view = new Deno.UnsafePointerView(list);
    for (let at = 0; at < count.int * COUNTER_BYTES; at += COUNTER_BYTES) {
      const name = Deno.UnsafePointer.create(view.getBigUint64(at));
      if (name && Deno.UnsafePointerView.getCString(name) === SERVER_TIME) return view.getBigUint64(at + 8);
    }
  } finally {
    libXext().XSyncFreeSystemCounterList(list);
  }
  throw new Error("The X server has no counter of its time");
}
