/**
 * Top-level windows as the X server and the window manager's properties (EWMH, ICCCM) describe them.
 * @module
 * @see {@link https://specifications.freedesktop.org/wm-spec/latest/}
 */
import type { Rect } from "../../contract/values.ts";
import type { Display } from "../../ffi/display.ts";
import { getNumbers, getText } from "../../ffi/x11_properties.ts";
import { queryTree, translate, windowAttributes } from "../../ffi/x11_windows.ts";
import { type Window, xid } from "../../ffi/xid.ts";
import { XRequestError } from "../../ffi/x_errors.ts";
import { clientPid } from "../../ffi/xres.ts";

/** A top-level window of some client. */
export interface Toplevel {
  /** The client's window. */
  readonly window: Window;
  /** The child of the root window that holds it: the window manager's frame, or itself. */
  readonly frame: Window;
  /** The process that made it, by the X server's word; null when the server can't say. */
  readonly pid: number | null;
  /** WM_CLASS: instance and class; empty when missing. */
  readonly wmClass: readonly [instance: string, className: string];
  /** _NET_WM_NAME, else WM_NAME. */
  readonly title: string;
  /** Client area on the display, X pixels. */
  readonly bounds: Rect;
  /** Whether it is shown. */
  readonly viewable: boolean;
  /** Whether the window manager leaves it alone (menus, tooltips). */
  readonly overrideRedirect: boolean;
  /** WM_TRANSIENT_FOR. */
  readonly transientFor: Window | null;
  /** Whether WM_STATE says iconic. */
  readonly iconified: boolean;
  /** _NET_WM_STATE atoms' names that matter: modal. */
  readonly modal: boolean;
  /** _NET_WM_WINDOW_TYPE says dialog. */
  readonly dialogType: boolean;
  /** _NET_WM_WINDOW_TYPE says tooltip. */
  readonly tooltip: boolean;
}

/** Longest title that is kept, in characters. */
const MAX_TITLE = 1024;
/** IconicState of ICCCM 4.1.3.1. */
const ICONIC_STATE = 3;

/** All top-level windows, topmost first: managed ones (iconified too) and the shown override-redirect ones. */
export function listToplevels(display: Display): Toplevel[] {
  const stacked = queryTree(display, display.root).children;
  const clients = managedClients(display);
  const frames = new Map(clients.map((client) => [client, whileThere(() => frameOf(display, client))]));
  const toplevels = clients.flatMap((client) => {
    const frame = frames.get(client);
    return frame ? (whileThere(() => describe(display, client, frame)) ?? []) : [];
  });
  const known = new Set([...clients, ...frames.values()]);
  const others = stacked.filter((window) => !known.has(window))
    .flatMap((window) => whileThere(() => describe(display, window, window)) ?? [])
    .filter((toplevel) =>
      toplevel.viewable && isShown(toplevel) && (toplevel.overrideRedirect || clients.length === 0)
    );
  const order = new Map(stacked.map((window, index) => [window, index]));
  const height = (toplevel: Toplevel) => order.get(toplevel.frame) ?? -1;
  return [...toplevels, ...others].sort((a, b) => height(b) - height(a));
}

/** One window, if it is a top-level one that exists. */
export function findToplevel(display: Display, window: Window): Toplevel | null {
  return listToplevels(display).find((toplevel) => toplevel.window === window) ?? null;
}

/** The windows that the window manager manages; none without one. */
function managedClients(display: Display): Window[] {
  const ids = getNumbers(display, display.root, "_NET_CLIENT_LIST_STACKING");
  const list = ids.length > 0 ? ids : getNumbers(display, display.root, "_NET_CLIENT_LIST");
  return list.map((id) => xid<Window>(id));
}

/** Windows come and go while they are listed; one that is gone is no failure. */
function whileThere<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof XRequestError && error.isGone) return null;
    throw error;
  }
}

/** Tiny windows are helpers of toolkits, not something to see. */
function isShown(toplevel: Toplevel): boolean {
  return toplevel.bounds.width > 1 && toplevel.bounds.height > 1;
}

/** The child of the root window that a window lives in. */
export function frameOf(display: Display, window: Window): Window {
  let at = window;
  for (let parent = queryTree(display, at).parent; parent !== display.root;) {
    if (!parent) return at;
    at = parent;
    parent = queryTree(display, at).parent;
  }
  return at;
}

function describe(display: Display, window: Window, frame: Window): Toplevel | null {
  const attributes = windowAttributes(display, window);
  if (attributes.inputOnly) return null;
  const { x, y } = translate(display, window, display.root, 0, 0);
  const states = getNumbers(display, window, "_NET_WM_STATE");
  const types = getNumbers(display, window, "_NET_WM_WINDOW_TYPE");
  const transientFor = getNumbers(display, window, "WM_TRANSIENT_FOR")[0];
  return {
    window,
    frame,
    pid: clientPid(display, window),
    wmClass: wmClass(display, window),
    title: titleOf(display, window),
    bounds: { x, y, width: attributes.width, height: attributes.height },
    viewable: attributes.viewable,
    overrideRedirect: attributes.overrideRedirect,
    transientFor: transientFor ? xid<Window>(transientFor) : null,
    iconified: getNumbers(display, window, "WM_STATE")[0] === ICONIC_STATE,
    modal: states.includes(display.atom("_NET_WM_STATE_MODAL")),
    dialogType: types.includes(display.atom("_NET_WM_WINDOW_TYPE_DIALOG")),
    tooltip: types.includes(display.atom("_NET_WM_WINDOW_TYPE_TOOLTIP")),
  };
}

function titleOf(display: Display, window: Window): string {
  const title = getText(display, window, "_NET_WM_NAME") ?? getText(display, window, "WM_NAME") ?? "";
  return title.slice(0, MAX_TITLE).toWellFormed();
}

function wmClass(display: Display, window: Window): [string, string] {
  const [instance = "", className = ""] = (getText(display, window, "WM_CLASS") ?? "").split("\0");
  return [instance.slice(0, 256), className.slice(0, 256)];
}
