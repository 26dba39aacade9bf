/**
 * Buttons that stay down from one call to the next, and that never stay down for good.
 * @module
 */
import type { Display } from "../../ffi/display.ts";
import type { EventPump } from "../../ffi/event_pump.ts";
import { windowAttributes } from "../../ffi/x11_windows.ts";
import { XRequestError } from "../../ffi/x_errors.ts";
import type { InputDevice } from "./input_device.ts";
import { readStack, type Toplevel } from "./toplevels.ts";

/** Where a button is pressed. */
export interface ButtonSite {
  /** The display. */
  readonly display: Display;
  /** Its events: they tell when the application closes. */
  readonly pump: EventPump;
  /** What presses it. */
  readonly device: InputDevice;
  /** The window that it was pressed on. */
  readonly window: Toplevel;
}

/** One that is down. */
interface Held {
  readonly site: ButtonSite;
  readonly watch: Disposable;
}

/** The buttons that are held. */
export class HeldButtons {
  readonly #held = new Map<number, Held>();

  /** X numbers of those that are down. */
  get buttons(): readonly number[] {
    return [...this.#held.keys()];
  }

  /** The window that a button was pressed on; null when it is up. */
  windowOf(button: number): Toplevel | null {
    return this.#held.get(button)?.site.window ?? null;
  }

  /** Presses a button until it is released, at the latest when the application has closed. */
  press(button: number, site: ButtonSite): void {
    site.device.button(button, true);
    const watch = site.pump.listen(({ type }) => {
      if ((type === "destroy" || type === "unmap") && hasClosed(site)) this.release(button);
    });
    this.#held.set(button, { site, watch });
  }

  /** Releases a button; nothing happens when it is up. */
  release(button: number): void {
    const held = this.#held.get(button);
    if (!held) return;
    this.#held.delete(button);
    held.watch[Symbol.dispose]();
    if (!held.site.display.dead) held.site.device.button(button, false);
  }

  /** Releases all. */
  releaseAll(): void {
    for (const button of this.buttons) this.release(button);
  }
}

/** Whether neither the window nor another one of its process is left. */
function hasClosed({ display, window: { window, pid } }: ButtonSite): boolean {
  if (display.dead) return true;
  try {
    windowAttributes(display, window);
    return false;
  } catch (error) {
    if (!(error instanceof XRequestError && error.isGone)) throw error;
    return pid === null || !readStack(display).toplevels.some((other) => other.pid === pid);
  }
}
