/**
 * Listens for signs that an application changed, so that what waits for it looks again when there is something to see.
 * @module
 */
import type { XEvent } from "../../ffi/events.ts";
import { createDamage, destroyDamage, subtractDamage } from "../../ffi/xdamage.ts";
import type { Damage, Window } from "../../ffi/xid.ts";
import { XRequestError } from "../../ffi/x_errors.ts";
import { clientPid } from "../../ffi/xres.ts";
import type { Connection } from "../connection.ts";
import { Alarm } from "../time.ts";
import { busNamesOf } from "../world/frames.ts";
import type { Toplevel } from "../x11/toplevels.ts";

/** Looks again after this long without any sign: not everything announces itself, ms. */
const BACKSTOP_MS = 1_000;

/** A sign that something changed. */
export interface Sign {
  /** What was seen, in words. */
  readonly kind: string;
  /** When, by `performance.now()`. */
  readonly at: number;
}

/** Watches the windows of one application: pixels, windows that come and go, titles, accessibility events. */
export class ChangeWatch implements Disposable {
  /** How many signs there were. */
  signs = 0;
  /** The last sign; at first the start of the watch. */
  last: Sign = { kind: "the watch began", at: performance.now() };
  readonly #connection: Connection;
  readonly #alarm = new Alarm();
  readonly #listeners: Disposable[] = [];
  readonly #damages = new Map<Window, Damage>();
  #windows: readonly Toplevel[] = [];
  #pids: ReadonlySet<number | null> = new Set();
  #busNames: ReadonlySet<string> = new Set();
  #isWoken = false;

  /** Starts listening; call {@linkcode ChangeWatch.follow} to say what to. */
  constructor(connection: Connection) {
    this.#connection = connection;
    this.#listeners.push(connection.pump.listen((event) => this.#onXEvent(event)));
    const { bus } = connection;
    if (bus) this.#listeners.push(bus.onEvent(({ sender, kind }) => this.#onAccessibility(sender, kind)));
  }

  /** Watches these windows from now on, and no others. */
  async follow(windows: readonly Toplevel[], signal: AbortSignal): Promise<void> {
    const fresh = windows.filter(({ window }) => !this.#damages.has(window));
    const gone = [...this.#damages.keys()].filter((id) => windows.every(({ window }) => window !== id));
    this.#windows = windows;
    for (const window of gone) this.#forget(window);
    for (const { window } of fresh) this.#watch(window);
    if (fresh.length === 0) return;
    this.#pids = new Set(windows.map(({ pid }) => pid));
    const leaders = [...this.#pids].map((pid) => windows.find((toplevel) => toplevel.pid === pid)!);
    const names = await Promise.all(leaders.map((toplevel) => busNamesOf(this.#connection, toplevel, signal)));
    this.#busNames = new Set(names.flatMap((set) => [...set]));
  }

  /**
   * Resolves at the next sign since the last call, when some window of the display comes or goes, or at `deadline` (by
   * `performance.now()`).
   *
   * @throws The signal's reason.
   */
  async next(deadline: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!this.#isWoken) await this.#alarm.wait(Math.min(BACKSTOP_MS, deadline - performance.now()), signal);
    this.#isWoken = false;
  }

  /** Stops listening. */
  [Symbol.dispose](): void {
    for (const listener of this.#listeners) listener[Symbol.dispose]();
    const { display } = this.#connection;
    if (display.dead) return;
    for (const window of [...this.#damages.keys()]) this.#forget(window);
    display.sync(); // Errors about windows that are gone are dropped here.
  }

  #rouse(): void {
    this.#isWoken = true;
    this.#alarm.ring();
  }

  #sign(kind: string): void {
    this.signs++;
    this.last = { kind, at: performance.now() };
    this.#rouse();
  }

  #onXEvent(event: XEvent): void {
    if (event.type === "damage") return this.#onDamage(event.damage);
    if (event.type === "create") return void (this.#isOurs(event.window) && this.#sign("a window was made"));
    if (event.type === "property") return this.#onProperty(event.window, event.atom);
    if (event.type === "map") return this.#rouse();
    if (event.type !== "unmap" && event.type !== "destroy") return;
    const ours = this.#windows.some(({ window, frame }) => window === event.window || frame === event.window);
    if (ours) this.#sign("a window went away");
    else this.#rouse();
  }

  #onDamage(damage: Damage): void {
    if (![...this.#damages.values()].includes(damage)) return;
    this.#sign("pixels changed");
    subtractDamage(this.#connection.display, damage);
  }

  /** On the root: which windows there are, and which is active. */
  #onProperty(window: Window, atom: number): void {
    const { display } = this.#connection;
    if (window === display.root) return this.#rouse();
    if (!this.#damages.has(window)) return;
    const titles = [display.atom("_NET_WM_NAME"), display.atom("WM_NAME")] as number[];
    if (titles.includes(atom)) this.#sign("a title changed");
  }

  #onAccessibility(sender: string, kind: string): void {
    if (this.#busNames.has(sender)) this.#sign(`accessibility event ${kind}`);
  }

  #watch(window: Window): void {
    const { display } = this.#connection;
    this.#whileThere(() => {
      this.#damages.set(window, createDamage(display, window));
    });
  }

  #forget(window: Window): void {
    const damage = this.#damages.get(window);
    this.#damages.delete(window);
    if (damage !== undefined) destroyDamage(this.#connection.display, damage);
  }

  #isOurs(window: Window): boolean {
    return this.#whileThere(() => this.#pids.has(clientPid(this.#connection.display, window))) ?? false;
  }

  /** Windows come and go while they are watched. */
  #whileThere<T>(read: () => T): T | null {
    try {
      return read();
    } catch (error) {
      if (error instanceof XRequestError) return null;
      throw error;
    }
  }
}
