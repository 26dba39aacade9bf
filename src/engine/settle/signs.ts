/**
 * The signs that an application did something: damage, windows, focus and accessibility events.
 * @module
 */
import type { XEvent } from "../../ffi/events.ts";
import { windowAttributes } from "../../ffi/x11_windows.ts";
import { createDamage, destroyDamage, subtractDamage } from "../../ffi/xdamage.ts";
import type { Damage, Window } from "../../ffi/xid.ts";
import { XRequestError } from "../../ffi/x_errors.ts";
import { clientPid } from "../../ffi/xres.ts";
import type { AccessibilityEvent } from "../atspi/accessibility_event.ts";
import type { Connection } from "../connection.ts";
import { HELPER_PIXELS, MAX_STATE_CHANGES } from "./figures.ts";
import type { StateGain, Watched } from "./reaction.ts";

/** Collects the signs of one application. */
export class Signs implements Disposable {
  /** Kinds of signs in the order of their first appearance. */
  readonly kinds: Set<string> = new Set();
  /** States that objects came to have. */
  readonly gains: StateGain[] = [];
  /** When the last sign was seen, by `performance.now()`; -1 for none. */
  last = -1;
  /** Whether one was on the screen: else there was only talk over accessibility. */
  isShown = false;
  /** Whether a window of the application was opened, or is being made. */
  hasWindow = false;
  readonly #connection: Connection;
  readonly #watched: Watched;
  readonly #onSign: () => void;
  readonly #damages = new Map<Damage, Window>();
  readonly #making = new Set<Window>();
  readonly #listeners: Disposable[] = [];

  /** Starts watching. @param onSign Called at each sign. */
  constructor(connection: Connection, watched: Watched, onSign: () => void) {
    this.#connection = connection;
    this.#watched = watched;
    this.#onSign = onSign;
    for (const window of watched.windows) this.#watchDamage(window);
    this.#listeners.push(connection.pump.listen((event) => this.#onXEvent(event)));
    const { bus } = connection;
    if (bus) this.#listeners.push(bus.onEvent((event) => this.#onAccessibility(event)));
  }

  /** Forgets what was seen so far. */
  begin(): void {
    this.#connection.pump.drain();
    this.kinds.clear();
    this.gains.length = 0;
    this.#making.clear();
    this.last = -1;
    this.isShown = false;
    this.hasWindow = false;
  }

  /** Whether a window is being made that is not shown yet; helpers that are never shown run into the cap. */
  get isMaking(): boolean {
    for (const window of this.#making) {
      const attributes = this.#attributes(window);
      const helper = attributes !== null && attributes.width * attributes.height <= HELPER_PIXELS;
      if (attributes === null || attributes.viewable || helper) this.#making.delete(window);
    }
    return this.#making.size > 0;
  }

  /** Whether a window is on the screen. */
  isViewable(window: Window): boolean {
    return this.#attributes(window)?.viewable ?? false;
  }

  /** Stops watching. */
  [Symbol.dispose](): void {
    for (const listener of this.#listeners) listener[Symbol.dispose]();
    const { display } = this.#connection;
    if (display.dead) return;
    for (const damage of this.#damages.keys()) destroyDamage(display, damage);
    display.sync(); // Damage of a window that is gone is gone with it: the errors are dropped here.
  }

  #sign(kind: string, fromX: boolean): void {
    this.kinds.add(kind);
    this.last = performance.now();
    this.isShown ||= fromX;
    this.#onSign();
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
    this.#whileThere(() => subtractDamage(this.#connection.display, damage));
  }

  #onNewWindow(window: Window, event: { type: string; overrideRedirect: boolean }): void {
    if (!this.#isOurs(window)) return;
    if (event.type === "create" && !event.overrideRedirect) this.#making.add(window);
    this.hasWindow ||= !event.overrideRedirect;
    this.#sign(event.overrideRedirect ? "a popup opened" : "a window is being made", true);
  }

  #onAccessibility({ sender, path, kind, detail, detail1 }: AccessibilityEvent): void {
    if (!this.#watched.busNames.has(sender)) return;
    this.#sign(`accessibility event ${kind}`, false);
    if (kind !== "Object:StateChanged" || detail1 !== 1 || this.gains.length >= MAX_STATE_CHANGES) return;
    this.gains.push({ sender, path, state: detail, at: performance.now() });
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
