/**
 * The clipboard's own connection to the X server: other clients are served while the engine waits for something else.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import { Display } from "../../ffi/display.ts";
import { EventPump } from "../../ffi/event_pump.ts";
import { eventMask, type XEvent } from "../../ffi/events.ts";
import { createHiddenWindow, touchProperty } from "../../ffi/x11_selections.ts";
import { selectInput } from "../../ffi/x11_windows.ts";
import type { Atom, Window } from "../../ffi/xid.ts";
import { Alarm } from "../time.ts";

/** Most events that are kept for one who waits: a hostile client may change properties of any window without end. */
const MAX_EVENTS = 1_024;
/** How long the server's time is waited for, ms. */
const TIME_MS = 2_000;

/** A connection with its events and the window that owns the clipboard. */
export class ClipboardLink implements AsyncDisposable {
  /** The connection. */
  readonly display: Display;
  /** Its events. */
  readonly pump: EventPump;
  /** The window that owns the clipboard while there is something on it. */
  readonly window: Window;

  /** Connects. @throws {ConnectionLostError} */
  constructor(displayName: string) {
    this.display = Display.open(displayName);
    try {
      this.window = createHiddenWindow(this.display);
      selectInput(this.display, this.window, eventMask.propertyChange);
      this.pump = new EventPump(this.display);
    } catch (error) {
      this.display[Symbol.dispose]();
      throw error;
    }
  }

  /** The CLIPBOARD selection. */
  get clipboard(): Atom {
    return this.display.atom("CLIPBOARD");
  }

  /** The server's time, ms: requests about selections need one (ICCCM 2.1). */
  async time(signal: AbortSignal): Promise<number> {
    const atom = this.display.atom("_LINUX_CUA_TIME");
    using events = new Mailbox(this.pump, (event) => event.type === "property" && event.atom === atom);
    touchProperty(this.display, this.window, atom);
    const event = await events.next(performance.now() + TIME_MS, signal);
    if (event?.type === "property") return event.time;
    throw new OperationError("desktop_unavailable", `The X server did not tell its time within ${TIME_MS} ms`);
  }

  /** Closes the connection; what was on the clipboard is gone then. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.pump[Symbol.asyncDispose]();
    this.display[Symbol.dispose]();
  }
}

/** Events of one kind, kept until they are asked for. */
export class Mailbox implements Disposable {
  readonly #events: XEvent[] = [];
  readonly #alarm = new Alarm();
  readonly #listener: Disposable;

  /** Starts listening. */
  constructor(pump: EventPump, isWanted: (event: XEvent) => boolean) {
    this.#listener = pump.listen((event) => {
      if (!isWanted(event) || this.#events.length >= MAX_EVENTS) return;
      this.#events.push(event);
      this.#alarm.ring();
    });
  }

  /** The next event; null when none came until `deadline`, a time of `performance.now()`. */
  async next(deadline: number, signal: AbortSignal): Promise<XEvent | null> {
    while (this.#events.length === 0 && performance.now() < deadline) {
      await this.#alarm.wait(deadline - performance.now(), signal);
    }
    return this.#events.shift() ?? null;
  }

  /** Stops listening. */
  [Symbol.dispose](): void {
    this.#listener[Symbol.dispose]();
  }
}
