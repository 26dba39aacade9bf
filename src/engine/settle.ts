/**
 * After input: what did the application do, and when is it done? Damage, windows, focus and accessibility events are
 * the signs. The figures are the patient ones: missing a dialog costs the model a turn, waiting costs milliseconds.
 * @module
 */
import type { XEvent } from "../ffi/events.ts";
import { windowAttributes } from "../ffi/x11_windows.ts";
import { createDamage, destroyDamage, subtractDamage } from "../ffi/xdamage.ts";
import type { Damage, Window } from "../ffi/xid.ts";
import { XRequestError } from "../ffi/x_errors.ts";
import { clientPid } from "../ffi/xres.ts";
import type { AccessibilityEvent } from "./atspi/accessibility_event.ts";
import { Alarm } from "./time.ts";
import type { Connection } from "./connection.ts";

/** How long to wait for the first sign, ms: a GTK application that builds a file chooser shows nothing for 70–100 ms. */
const FIRST_SIGN_MS = 200;
/** Quiet after which an application is taken to be done, ms. */
const QUIET_MS = 35;
/** The same where a window is likely to open: button clicks, shortcuts, and signs over accessibility alone. */
const PATIENT_QUIET_MS = 150;
/** Longest wait for quiet, ms: animations and blinking never end. */
const QUIET_CAP_MS = 600;
/** Longest wait for a window that is being made, or for a dialog to close, ms. */
const WINDOW_CAP_MS = 1_500;
/** A dialog that showed activity is taken to stay open after this much quiet, ms … */
const DIALOG_QUIET_MS = 350;
/** … and one that showed none after this, ms. */
const DIALOG_SILENT_MS = 1_000;
/** Most changes of states that are kept. */
const MAX_STATE_CHANGES = 200;

/** What an action is likely to cause. */
export interface Expectation {
  /** Whether it may open a window: wait for more quiet. */
  readonly mayOpen: boolean;
  /** The dialog that it may close. */
  readonly mayClose: Window | null;
}

/** What was seen after an action. */
export interface Reaction {
  /** Kinds of signs in the order of their first appearance. */
  readonly signs: readonly string[];
  /** Time from the dispatch until it was taken to be done, ms. */
  readonly settleMs: number;
  /** States that objects came to have, in order. */
  readonly stateChanges: readonly StateGain[];
}

/** A state that an accessible object came to have. */
export interface StateGain {
  /** Unique bus name of the application. */
  readonly sender: string;
  /** Path of the object. */
  readonly path: string;
  /** The state as AT-SPI names it. */
  readonly state: string;
  /** When it was told, by `performance.now()`. */
  readonly at: number;
}

/** What is watched. */
export interface Watched {
  /** The application's process. */
  readonly pid: number | null;
  /** Its shown windows. */
  readonly windows: readonly Window[];
  /** What holds them on the screen: the window manager's frames, or the windows themselves. */
  readonly frames: readonly Window[];
  /** Its names on the accessibility bus. */
  readonly busNames: ReadonlySet<string>;
}

/** Watches an application from before an action until it has settled. */
export class SettleWatch implements Disposable {
  readonly #connection: Connection;
  readonly #alarm = new Alarm();
  readonly #watched: Watched;
  readonly #damages = new Map<Damage, Window>();
  readonly #signs = new Set<string>();
  readonly #gains: StateGain[] = [];
  readonly #making = new Set<Window>();
  readonly #listeners: Disposable[] = [];
  #started = performance.now();
  #lastSign = -1;
  #lastX = false;

  /** Starts watching. */
  constructor(connection: Connection, watched: Watched) {
    this.#connection = connection;
    this.#watched = watched;
    for (const window of watched.windows) this.#watchDamage(window);
    this.#listeners.push(connection.pump.listen((event) => this.#onXEvent(event)));
    const { bus } = connection;
    if (bus) this.#listeners.push(bus.onEvent((event) => this.#onAccessibility(event)));
  }

  /** Forgets what was seen so far: called right before the input is sent. */
  begin(): void {
    this.#connection.pump.drain();
    this.#signs.clear();
    this.#gains.length = 0;
    this.#making.clear();
    this.#lastSign = -1;
    this.#lastX = false;
    this.#started = performance.now();
  }

  /** Waits until the application has settled. */
  async settle(expectation: Expectation, signal: AbortSignal): Promise<Reaction> {
    await this.#until(() => this.#signs.size > 0, this.#started + FIRST_SIGN_MS, signal);
    if (this.#signs.size > 0) await this.#waitForQuiet(expectation, signal);
    await this.#until(() => !this.#isMaking(), this.#started + WINDOW_CAP_MS, signal);
    if (expectation.mayClose !== null) await this.#waitForClose(expectation.mayClose, signal);
    const settleMs = performance.now() - this.#started;
    return { signs: [...this.#signs], settleMs, stateChanges: [...this.#gains] };
  }

  /** Stops watching. */
  [Symbol.dispose](): void {
    for (const listener of this.#listeners) listener[Symbol.dispose]();
    const { display } = this.#connection;
    if (display.dead) return;
    for (const damage of this.#damages.keys()) destroyDamage(display, damage);
    display.sync(); // Damage of a window that is gone is gone with it: the errors are dropped here.
  }

  async #waitForQuiet(expectation: Expectation, signal: AbortSignal): Promise<void> {
    const cap = this.#started + QUIET_CAP_MS;
    const quiet = () => expectation.mayOpen || !this.#lastX ? PATIENT_QUIET_MS : QUIET_MS;
    while (performance.now() < Math.min(this.#lastSign + quiet(), cap)) {
      await this.#alarm.wait(Math.min(this.#lastSign + quiet(), cap) - performance.now(), signal);
    }
  }

  async #waitForClose(dialog: Window, signal: AbortSignal): Promise<void> {
    const deadline = () => {
      const patience = this.#lastSign < 0 ? this.#started + DIALOG_SILENT_MS : this.#lastSign + DIALOG_QUIET_MS;
      return Math.min(patience, this.#started + WINDOW_CAP_MS);
    };
    while (this.#isShown(dialog) && performance.now() < deadline()) {
      await this.#alarm.wait(deadline() - performance.now(), signal);
    }
    if (!this.#isShown(dialog)) await this.#waitForQuiet({ mayOpen: false, mayClose: null }, signal);
  }

  async #until(condition: () => boolean, deadline: number, signal: AbortSignal): Promise<void> {
    while (!condition() && performance.now() < deadline) await this.#alarm.wait(deadline - performance.now(), signal);
  }

  #sign(kind: string, fromX: boolean): void {
    this.#signs.add(kind);
    this.#lastSign = performance.now();
    this.#lastX ||= fromX;
    this.#alarm.ring();
  }

  #onXEvent(event: XEvent): void {
    if (event.type === "damage") return this.#onDamage(event.damage);
    if (event.type === "create" || event.type === "map") return this.#onNewWindow(event.window, event);
    if (event.type === "unmap" || event.type === "destroy") {
      this.#making.delete(event.window);
      if (this.#watched.frames.includes(event.window)) this.#sign("a window went away", true);
    }
    const active = this.#connection.display.atom("_NET_ACTIVE_WINDOW");
    if (event.type === "property" && event.atom === active) this.#sign("the active window changed", true);
  }

  #onDamage(damage: Damage): void {
    if (!this.#damages.has(damage)) return;
    this.#sign("pixels changed", true);
    subtractDamage(this.#connection.display, damage);
  }

  #onNewWindow(window: Window, event: { type: string; overrideRedirect: boolean }): void {
    if (!this.#isOurs(window)) return;
    if (event.type === "create" && !event.overrideRedirect) this.#making.add(window);
    this.#sign(event.overrideRedirect ? "a popup opened" : "a window is being made", true);
  }

  #onAccessibility({ sender, path, kind, detail, detail1 }: AccessibilityEvent): void {
    if (!this.#watched.busNames.has(sender)) return;
    this.#sign(`accessibility event ${kind}`, false);
    if (kind !== "Object:StateChanged" || detail1 !== 1 || this.#gains.length >= MAX_STATE_CHANGES) return;
    this.#gains.push({ sender, path, state: detail, at: performance.now() });
  }

  /** Whether a window is being made that is not shown yet; helpers that are never shown run into the cap. */
  #isMaking(): boolean {
    for (const window of this.#making) {
      const attributes = this.#attributes(window);
      const helper = attributes !== null && attributes.width * attributes.height <= 200;
      if (attributes === null || attributes.viewable || helper) this.#making.delete(window);
    }
    return this.#making.size > 0;
  }

  #isShown(window: Window): boolean {
    return this.#attributes(window)?.viewable ?? false;
  }

  #attributes(window: Window): ReturnType<typeof windowAttributes> | null {
    return this.#whileThere(() => windowAttributes(this.#connection.display, window));
  }

  #isOurs(window: Window): boolean {
    return this.#whileThere(() => clientPid(this.#connection.display, window)) === this.#watched.pid;
  }

  #watchDamage(window: Window): void {
    const damage = this.#whileThere(() => createDamage(this.#connection.display, window));
    if (damage !== null) this.#damages.set(damage, window);
  }

  #whileThere<T>(read: () => T): T | null {
    try {
      return read();
    } catch (error) {
      if (error instanceof XRequestError) return null;
      throw error;
    }
  }
}
