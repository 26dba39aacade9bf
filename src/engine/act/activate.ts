/**
 * Before core input: make the window active and see the proof, or send nothing.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import { inline } from "../escape.ts";
import { delay } from "../time.ts";
import { inputFocus } from "../../ffi/x11_windows.ts";
import { clientPid } from "../../ffi/xres.ts";
import type { Window } from "../../ffi/xid.ts";
import {
  forceActivation,
  forceRaise,
  guestAt,
  hasWindowManager,
  isInside,
  requestActivation,
  requestRaise,
  topmostAt,
} from "../x11/focus.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import { enterBackground, windowInBackgroundAt } from "./background.ts";
import type { Scene } from "./scene.ts";

/** When the window manager has not helped by then, ms: raise and focus ourselves (measured: median 2–6, worst 39). */
const HELP_YOURSELF_MS = 100;
/** When to give up, ms. */
const GIVE_UP_MS = 1_000;
/** How often the proof is looked for, ms. */
const PROBE_MS = 2;

/** A point of the display. */
export interface DisplayPoint {
  /** X pixels. */
  readonly x: number;
  /** X pixels. */
  readonly y: number;
}

/**
 * Makes a window active and proves it: the keyboard focus is inside it, and at `point` it (or one of the application's
 * popups) is topmost.
 *
 * @returns Warnings: that a covered window was raised.
 * @throws {OperationError} `input_refused` with what is in the way; nothing was sent.
 */
export async function activate(scene: Scene, toplevel: Toplevel, point?: DisplayPoint): Promise<string[]> {
  const { background, connection: { display, own } } = scene;
  if (background) {
    await enterBackground(scene, background, toplevel);
    return [];
  }
  own?.engage(toplevel.window, !toplevel.overrideRedirect);
  if (isProven(scene, toplevel, point)) return [];
  const covered = point !== undefined && ownerAt(scene, point) === null;
  const start = performance.now();
  const managed = hasWindowManager(display);
  // With a keyboard of our own a window need not be the active one.
  const request = own ? requestRaise : requestActivation;
  if (managed) request(display, toplevel.window);
  let forced = false;
  while (!isProven(scene, toplevel, point)) {
    const waited = performance.now() - start;
    if (!forced && (!managed || waited > HELP_YOURSELF_MS)) {
      forced = own ? forceRaise(display, toplevel.frame) : forceActivation(display, toplevel.window, toplevel.frame);
    }
    if (waited > GIVE_UP_MS) throw refusal(scene, toplevel, point);
    await delay(PROBE_MS, scene.signal);
  }
  return covered ? [`the window ${inline(toplevel.title)} was covered and has been raised`] : [];
}

/**
 * The last look before keys go out.
 *
 * @param isPartly Whether some went out already.
 * @throws {OperationError} `input_refused` when the window lost the keyboard.
 */
export function demandKeyboard(scene: Scene, window: Toplevel, isPartly: boolean): void {
  scene.context.demandNoAbort();
  if (hasKeyboard(scene, window)) return;
  throw new OperationError(
    "input_refused",
    `The keyboard focus left the window ${inline(window.title)}; look before you go on`,
    { dispatched: isPartly ? "partly" : "no" },
  );
}

/** Whether keys go to a window, and to no other client's window inside it. In the background they always do. */
export function hasKeyboard(scene: Scene, { window, pid }: Toplevel): boolean {
  if (scene.background) return true;
  const { display } = scene.connection;
  const focus = keyboardFocus(scene);
  return focus !== null && isInside(display, focus, window) && clientPid(display, focus) === pid;
}

function isProven(scene: Scene, toplevel: Toplevel, point?: DisplayPoint): boolean {
  if (point !== undefined && ownerAt(scene, point) === null) return false;
  // A popup never gets the focus: it grabs the devices while it is open.
  if (toplevel.overrideRedirect) return true;
  const focus = keyboardFocus(scene);
  return focus !== null && isInside(scene.connection.display, focus, toplevel.window);
}

/** Where the keys of the scene's keyboard go. */
function keyboardFocus({ connection: { own, display } }: Scene): Window | null {
  return own ? own.focus() : inputFocus(display);
}

/** The application's window that is topmost at a point; null when it is somebody else's. */
export function ownerAt(scene: Scene, { x, y }: DisplayPoint): Toplevel | null {
  const topmost = topmostAt(scene.connection.display, x, y);
  const owner = scene.background
    ? windowInBackgroundAt(scene, { x, y })
    : scene.windows.find((toplevel) => toplevel.frame === topmost || toplevel.window === topmost);
  if (owner) demandNoGuest(scene, owner, { x, y });
  return owner ?? null;
}

/** A window of another client inside this one (XEmbed, reparented) was not approved with it. */
function demandNoGuest(scene: Scene, owner: Toplevel, { x, y }: DisplayPoint): void {
  const guest = guestAt(scene.connection.display, owner.window, owner.pid, x, y);
  if (guest === null) return;
  throw new OperationError(
    "input_refused",
    `At ${x},${y} another application's window is embedded in ${
      inline(owner.title)
    }; it can't be driven through this one`,
  );
}

function refusal(scene: Scene, toplevel: Toplevel, point?: DisplayPoint): OperationError {
  const title = inline(toplevel.title);
  if (point === undefined || ownerAt(scene, point) !== null) {
    return new OperationError("input_refused", `The window ${title} could not be given the keyboard focus; look again`);
  }
  const topmost = topmostAt(scene.connection.display, point.x, point.y);
  const other = scene.world.toplevels.find(({ frame, window }) => frame === topmost || window === topmost);
  const what = other ? `the window ${inline(other.title)}` : "something else";
  return new OperationError(
    "input_refused",
    `At ${point.x},${point.y} ${what} covers ${title}; close or move it first`,
  );
}
