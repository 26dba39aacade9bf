/**
 * The agent's own pointer and keyboard: a second pair of master devices (MPX). The first pointer, its focus and what a
 * person types stay as they are.
 *
 * Toolkits grab and focus with the device that their connection uses by default. So the application is told to use
 * ours while we act on it, and the first one again afterwards.
 * @module
 */
import { Display } from "../../ffi/display.ts";
import { getNumbers } from "../../ffi/x11_properties.ts";
import { queryPointer } from "../../ffi/x11_windows.ts";
import { type Window, xid } from "../../ffi/xid.ts";
import { XRequestError } from "../../ffi/x_errors.ts";
import { deviceFocus, setClientPointer, setDeviceFocus, speakXInput2 } from "../../ffi/xinput2.ts";
import { fakeButton, fakeKey, fakeMotion } from "../../ffi/xtest.ts";
import { addAgentMaster, type AgentMaster, unusedMasterNumber } from "./agent_masters.ts";
import { isInside } from "./focus.ts";
import type { InputDevice } from "./input_device.ts";
import { CORE_POINTER } from "./input_watch.ts";
import { journalOf } from "./journal.ts";

interface Made extends AgentMaster {
  /** In the devices' names. */
  readonly number: number;
  /** A connection whose XTEST events are the master's: it uses our pointer by default. */
  readonly sender: Display;
}

/** Nothing is made before the first use. */
export class OwnDevice implements InputDevice, Disposable {
  readonly route = "own_device";
  readonly #display: Display;
  #made: Made | undefined;
  #engaged: Window[] = [];

  /** Makes nothing yet. @param display The engine's connection; it goes on using the core devices. */
  constructor(display: Display) {
    this.#display = display;
  }

  /** Moves our pointer. */
  move(x: number, y: number): void {
    fakeMotion(this.#devices().sender, x, y);
  }

  /** Presses or releases a button of our pointer. */
  button(button: number, press: boolean): void {
    fakeButton(this.#devices().sender, button, press);
  }

  /** Presses or releases a key of our keyboard. */
  key(keycode: number, press: boolean): void {
    fakeKey(this.#devices().sender, keycode, press);
  }

  /** Where our pointer is. */
  position(): { x: number; y: number } {
    return queryPointer(this.#devices().sender);
  }

  /** The window that our keyboard's keys go to; null for none. */
  focus(): Window | null {
    return deviceFocus(this.#display, this.#devices().keyboard);
  }

  /** Lets the application of a window and the window manager use our devices, and gives the window our keyboard unless it has it. */
  engage(window: Window, takesKeyboard: boolean): void {
    const { pointer, keyboard } = this.#devices();
    if (this.#engaged[0] !== window) {
      this.disengage();
      this.#engaged = [window, ...this.#windowManager()];
      for (const client of this.#engaged) setClientPointer(this.#display, client, pointer);
    }
    const focus = this.focus();
    if (!takesKeyboard || (focus !== null && isInside(this.#display, focus, window))) return;
    setDeviceFocus(this.#display, keyboard, window);
  }

  /** Lets both use the core devices again. */
  disengage(): void {
    const clients = this.#engaged;
    this.#engaged = [];
    if (!this.#display.dead) { for (const client of clients) this.#release(client); }
  }

  /** Leaves the devices, which stand in the journal: `retireMasters()` removes them. */
  [Symbol.dispose](): void {
    this.#made?.sender[Symbol.dispose]();
    this.#made = undefined;
    this.disengage();
  }

  #release(client: Window): void {
    try {
      setClientPointer(this.#display, client, CORE_POINTER);
    } catch (error) {
      if (!(error instanceof XRequestError)) throw error; // The window is gone; others of its client are engaged anew.
    }
  }

  /** It gives new windows and dialogs the focus of the devices that it uses. */
  #windowManager(): Window[] {
    return getNumbers(this.#display, this.#display.root, "_NET_SUPPORTING_WM_CHECK").map((id) => xid<Window>(id));
  }

  #devices(): Made {
    return this.#made ??= this.#make();
  }

  #make(): Made {
    const number = unusedMasterNumber(this.#display, Deno.pid);
    journalOf(this.#display).begin("master", number);
    const master = addAgentMaster(this.#display, number);
    const sender = Display.open(this.#display.name);
    speakXInput2(sender);
    setClientPointer(sender, null, master.pointer);
    return { ...master, number, sender };
  }
}
