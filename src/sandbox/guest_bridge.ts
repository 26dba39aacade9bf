/**
 * The process's functions as objects of the guest.
 * @module
 */
import type { QuickJSContext, QuickJSHandle } from "quickjs-emscripten-core";
import type { Bridge } from "./guest/bridge.ts";

/** Gives a call its reply as JSON; undefined drops the call, whose promise then stays unsettled. */
export type Settle = (reply: string | undefined) => void;

/** What the guest's calls reach in the process. What these throw becomes an error of the guest. */
export interface GuestServices {
  /** A call was made; `settle` is called once. */
  readonly call: (name: string, args: string, settle: Settle) => void;
  /** An entry of output. */
  readonly write: (text: string) => void;
  /** Starts a timer and returns its id. */
  readonly startTimer: (ms: number, repeats: boolean) => number;
  /** Ends a timer. */
  readonly stopTimer: (id: number) => void;
}

/** The object that the library gets. The library checks the types of what it passes. The caller owns the handle. */
export function makeBridge(context: QuickJSContext, services: GuestServices): QuickJSHandle {
  const text = (handle: QuickJSHandle) => context.getString(handle);
  const number = (handle: QuickJSHandle) => context.getNumber(handle);
  const functions: Record<keyof Bridge, (...handles: QuickJSHandle[]) => QuickJSHandle | void> = {
    call: (name, args) => makePromise(context, (settle) => services.call(text(name!), text(args!), settle)),
    write: (entry) => services.write(text(entry!)),
    startTimer: (ms, repeats) => context.newNumber(services.startTimer(number(ms!), context.dump(repeats!) === true)),
    stopTimer: (id) => services.stopTimer(number(id!)),
    toBase64: (buffer, offset, length) => {
      using bytes = context.getArrayBuffer(buffer!);
      const from = number(offset!);
      return context.newString(bytes.value.subarray(from, from + number(length!)).toBase64());
    },
    fromBase64: (base64) => context.newArrayBuffer(Uint8Array.fromBase64(text(base64!)).buffer),
  };
  const bridge = context.newObject();
  for (const [name, body] of Object.entries(functions)) {
    context.newFunction(name, body).consume((handle) => context.setProp(bridge, name, handle));
  }
  return bridge;
}

/** A promise of the guest that is settled with a text. */
function makePromise(context: QuickJSContext, begin: (settle: Settle) => void): QuickJSHandle {
  const deferred = context.newPromise();
  const settle: Settle = (text) => {
    if (text !== undefined) context.newString(text).consume((handle) => deferred.resolve(handle));
    deferred.dispose();
  };
  try {
    begin(settle);
    return deferred.handle.dup();
  } catch (error) {
    deferred.dispose();
    throw error;
  }
}
