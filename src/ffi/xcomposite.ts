/**
 * Composite: a window's own pixels, whatever covers it.
 * @module
 */
import type { Display } from "./display.ts";
import { libX11 } from "./libx11.ts";
import { libXcomposite } from "./libxcomposite.ts";
import { type Pixmap, type Window, xid } from "./xid.ts";

/** CompositeRedirectAutomatic: the server goes on drawing the window; it lives beside a compositor's own redirection. */
const AUTOMATIC = 0;

/** Lets the server keep a window's pixels apart. It lasts until the connection ends. */
export function redirectWindow(display: Display, window: Window): void {
  display.check(
    "XCompositeRedirectWindow",
    (pointer) => libXcomposite().XCompositeRedirectWindow(pointer, BigInt(window), AUTOMATIC),
  );
}

/** The same for all children of a window, present and future ones. */
export function redirectSubwindows(display: Display, window: Window): void {
  display.check(
    "XCompositeRedirectSubwindows",
    (pointer) => libXcomposite().XCompositeRedirectSubwindows(pointer, BigInt(window), AUTOMATIC),
  );
}

/** The pixmap that holds a redirected window's pixels now; after a resize it has to be named again. Freed when disposed. */
export function nameWindowPixmap(display: Display, window: Window): { readonly pixmap: Pixmap } & Disposable {
  const pixmap = display.check(
    "XCompositeNameWindowPixmap",
    (pointer) => libXcomposite().XCompositeNameWindowPixmap(pointer, BigInt(window)),
  );
  const free = () => void display.run("XFreePixmap", (pointer) => libX11().XFreePixmap(pointer, pixmap));
  return { pixmap: xid(Number(pixmap)), [Symbol.dispose]: () => display.dead ? undefined : free() };
}
