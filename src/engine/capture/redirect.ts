/**
 * Composite redirection of windows: once a window, and with what is known of its first content. A window that is
 * covered when it is redirected holds what covered it until its client has drawn again.
 * @module
 */
import type { Rect } from "../../contract/values.ts";
import type { Display } from "../../ffi/display.ts";
import type { XEvent } from "../../ffi/events.ts";
import { queryTree, windowAttributes } from "../../ffi/x11_windows.ts";
import { XRequestError } from "../../ffi/x_errors.ts";
import { redirectWindow } from "../../ffi/xcomposite.ts";
import { createDamage, destroyDamage, subtractDamage } from "../../ffi/xdamage.ts";
import type { Damage, Window } from "../../ffi/xid.ts";
import { intersection } from "../atspi/rectangles.ts";
import type { Connection } from "../connection.ts";
import { isOverlay } from "../x11/pointer_overlay.ts";
import type { Toplevel } from "../x11/toplevels.ts";

/** How long a client has to begin drawing what was covered, ms. */
const FIRST_PAINT_MS = 300;
/** Quiet after which it is taken to have drawn everything, ms … */
const QUIET_MS = 35;
/** … and how long quiet is waited for, ms: animations never end. */
const QUIET_CAP_MS = 600;

/** The redirected windows of each display. Redirection ends with the connection. */
const redirected = new WeakMap<Display, Map<Window, Redirection>>();

/**
 * Redirects a window at the first call, and waits until its client has drawn what was covered.
 *
 * @returns Whether its pixels are its own; false too for a window that is gone.
 * @throws The signal's reason when it is aborted.
 */
export async function ensureRedirected(
  connection: Connection,
  toplevel: Toplevel,
  signal?: AbortSignal,
): Promise<boolean> {
  try {
    const redirection = redirect(connection, toplevel);
    await redirection.settle(signal);
    return redirection.painted;
  } catch (error) {
    if (error instanceof XRequestError) return false; // Whoever reads the window is told that it is gone.
    throw error;
  }
}

/** Redirects a window at the first call. Waits for nothing. @throws {XRequestError} When it is gone. */
export function redirect(connection: Connection, toplevel: Toplevel): Redirection {
  const windows = windowsOf(connection.display);
  const known = windows.get(toplevel.window);
  if (known) return known;
  const made = new Redirection(connection, toplevel);
  windows.set(toplevel.window, made);
  return made;
}

/** Like {@linkcode redirect}, for a window that is only looked at: one that is gone is no failure of its own. */
export function redirectQuietly(connection: Connection, toplevel: Toplevel): void {
  try {
    redirect(connection, toplevel);
  } catch (error) {
    if (!(error instanceof XRequestError)) throw error; // Whoever reads the window is told that it is gone.
  }
}

/** Forgets a window whose id now names another one. */
export function forgetRedirection(display: Display, window: Window): void {
  windowsOf(display).delete(window);
}

function windowsOf(display: Display): Map<Window, Redirection> {
  let windows = redirected.get(display);
  if (!windows) redirected.set(display, windows = new Map());
  return windows;
}

/** One redirected window. */
export class Redirection {
  readonly #connection: Connection;
  readonly #covered: boolean;
  readonly #wakes = new Set<() => void>();
  #lastPaint = -1;
  #waited = false;
  #watch: { readonly damage: Damage; readonly listener: Disposable } | undefined;

  /** Redirects the window; a covered one is watched for its client's drawing. */
  constructor(connection: Connection, toplevel: Toplevel) {
    this.#connection = connection;
    this.#covered = toplevel.viewable && isCovered(connection.display, toplevel);
    if (this.#covered) this.#redirectAndWatch(toplevel.window);
    else redirectWindow(connection.display, toplevel.window);
  }

  /** Whether the window was not covered, or its client has drawn since. */
  get painted(): boolean {
    return !this.#covered || this.#lastPaint >= 0;
  }

  /** Waits for the client's drawing, once: a client that did not draw then is not waited for at each picture. */
  async settle(signal?: AbortSignal): Promise<void> {
    if (!this.#covered || this.#waited) return;
    const started = performance.now();
    const end = () =>
      this.painted ? Math.min(this.#lastPaint + QUIET_MS, started + QUIET_CAP_MS) : started + FIRST_PAINT_MS;
    while (performance.now() < end()) await this.#nextPaint(end() - performance.now(), signal);
    this.#waited = true;
    if (this.painted) this.#unwatch();
  }

  /** The server itself paints backgrounds while it redirects: what is reported by then is not the client's drawing. */
  #redirectAndWatch(window: Window): void {
    const { display, pump } = this.#connection;
    const damage = createDamage(display, window);
    redirectWindow(display, window);
    pump.drain();
    this.#watch = { damage, listener: pump.listen((event) => this.#onEvent(event)) };
    subtractDamage(display, damage);
  }

  #onEvent(event: XEvent): void {
    if (event.type !== "damage" || event.damage !== this.#watch?.damage) return;
    this.#lastPaint = performance.now();
    if (this.#waited) return this.#unwatch();
    subtractDamage(this.#connection.display, event.damage);
    for (const wake of [...this.#wakes]) wake();
  }

  #unwatch(): void {
    const { display } = this.#connection;
    if (this.#watch && !display.dead) destroyDamage(display, this.#watch.damage);
    this.#watch?.listener[Symbol.dispose]();
    this.#watch = undefined;
  }

  #nextPaint(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
        this.#wakes.delete(done);
        resolve();
      };
      const abort = () => {
        reject(signal?.reason);
        done();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener("abort", abort, { once: true });
      this.#wakes.add(done);
    });
  }
}

/** Whether a part of a window is under another or outside the display. */
function isCovered(display: Display, { frame, bounds }: Toplevel): boolean {
  const { width, height } = windowAttributes(display, display.root);
  if (bounds.x < 0 || bounds.y < 0 || bounds.x + bounds.width > width || bounds.y + bounds.height > height) return true;
  const { children } = queryTree(display, display.root);
  return children.slice(children.indexOf(frame) + 1).some((other) => isOver(display, other, bounds));
}

function isOver(display: Display, window: Window, bounds: Rect): boolean {
  try {
    const { viewable, inputOnly, ...place } = windowAttributes(display, window);
    return viewable && !inputOnly && !isOverlay(display, window) && intersection(place, bounds) !== undefined;
  } catch (error) {
    if (error instanceof XRequestError && error.isGone) return false;
    throw error;
  }
}
