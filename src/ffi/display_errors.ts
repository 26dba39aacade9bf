/**
 * Xlib's process-wide handlers: they record, and never throw, because a throw would surface from whatever call is
 * on the stack. Each display says what becomes of its own errors.
 * @module
 */
import { libX11 } from "./libx11.ts";
import type { RecordedError } from "./x_errors.ts";

/** What a display does about trouble. */
export interface TroubleListener {
  /** An error event arrived. */
  onError(error: RecordedError): void;
  /** The connection is lost; it can't be used for anything but closing. */
  onLost(): void;
}

const listeners = new Map<bigint, TroubleListener>();
let installed: { onLost: Deno.UnsafeCallback<typeof exitSignature> } | undefined;

const errorSignature = { parameters: ["pointer", "pointer"], result: "i32" } as const;
const ioErrorSignature = { parameters: ["pointer"], result: "i32" } as const;
const exitSignature = { parameters: ["pointer", "pointer"], result: "void" } as const;

/** Starts listening for one display. */
export function attach(display: Deno.PointerObject, listener: TroubleListener): void {
  installed ??= install();
  listeners.set(Deno.UnsafePointer.value(display), listener);
  // Without an exit handler of its own, Xlib ends the process when the server goes away.
  libX11().XSetIOErrorExitHandler(display, installed.onLost.pointer, null);
}

/** Stops listening. */
export function detach(display: Deno.PointerObject): void {
  listeners.delete(Deno.UnsafePointer.value(display));
}

/** Sets the handlers that serve all displays; the callbacks live as long as the process. */
function install(): { onLost: Deno.UnsafeCallback<typeof exitSignature> } {
  const onError = new Deno.UnsafeCallback(errorSignature, (display, event) => {
    if (event) listenerOf(display)?.onError(readError(event));
    return 0;
  });
  const onIoError = new Deno.UnsafeCallback(ioErrorSignature, () => 0);
  const onLost = new Deno.UnsafeCallback(exitSignature, (display) => listenerOf(display)?.onLost());
  libX11().XSetErrorHandler(onError.pointer);
  libX11().XSetIOErrorHandler(onIoError.pointer);
  return { onLost };
}

function listenerOf(display: Deno.PointerValue): TroubleListener | undefined {
  return display ? listeners.get(Deno.UnsafePointer.value(display)) : undefined;
}

/** XErrorEvent, 40 bytes on LP64 (offsetof, Xlib.h). */
function readError(event: Deno.PointerObject): RecordedError {
  const view = new Deno.UnsafePointerView(event);
  return {
    resource: Number(view.getBigUint64(16)),
    serial: Number(view.getBigUint64(24)),
    code: view.getUint8(32),
    request: [view.getUint8(33), view.getUint8(34)],
  };
}
