/**
 * Top-level windows as the X server and the window manager's properties (EWMH, ICCCM) describe them. However many
 * there are, a look costs five round trips or so: all windows are asked about at once.
 * @module
 * @see {@link https://specifications.freedesktop.org/wm-spec/latest/}
 */
import type { Rect } from "../../contract/values.ts";
import type { Display } from "../../ffi/display.ts";
import { ask, attributes, focus, property, size, together, tree } from "../../ffi/xcb.ts";
import { type Window, xid } from "../../ffi/xid.ts";
import { clientProcesses } from "./client_processes.ts";
import { isOverlayOf } from "./pointer_overlay.ts";
import { detailsOf, numbersOf, type WindowDetails } from "./window_details.ts";

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
  /** WM_TRANSIENT_FOR, the root window for a whole group; null when it names no other window. */
  readonly transientFor: Window | null;
  /** Whether WM_STATE says iconic. */
  readonly iconified: boolean;
  /** _NET_WM_STATE atoms' names that matter: modal. */
  readonly modal: boolean;
  /** _NET_WM_WINDOW_TYPE says dialog. */
  readonly dialogType: boolean;
  /** _NET_WM_WINDOW_TYPE says tooltip, or what is dragged along with the pointer. */
  readonly tooltip: boolean;
}

/** The top-level windows of a moment. */
export interface Stack {
  /** Topmost first; those that are not shown come last. */
  readonly toplevels: readonly Toplevel[];
  /** The window that calls itself the window manager's own; null for none. */
  readonly claimed: Window | null;
  /** The active window by the window manager's word, else the one that the keyboard focus is in. */
  readonly focused: Toplevel | null;
}

/** What the root window says. */
interface Root {
  /** Its children from bottom to top. */
  readonly stacked: readonly Window[];
  /** The windows that a living window manager manages; null without one. */
  readonly clients: ReadonlySet<Window> | null;
  /** The window that is said to be the window manager's own. */
  readonly claimed: Window | null;
  /** The same if that window manager lives. */
  readonly manager: Window | null;
  /** _NET_ACTIVE_WINDOW. */
  readonly active: Window | null;
  /** The window with the keyboard focus. */
  readonly focus: Window | null;
}

/** A window that may be a top-level one, and the child of the root that holds it. */
interface Candidate {
  readonly window: Window;
  readonly frame: Window;
  readonly viewable: boolean;
  readonly overrideRedirect: boolean;
}

/** Properties of the root window that are read. */
export const rootProperties = [
  "_NET_CLIENT_LIST_STACKING",
  "_NET_CLIENT_LIST",
  "_NET_SUPPORTING_WM_CHECK",
  "_NET_ACTIVE_WINDOW",
] as const;
/** Longest list of windows that is read from the root, bytes. */
const LIST_BYTES = 65_536;
/** Deepest that a client's window sits in its window manager's frame, or a focus inside of its window. */
const MAX_DEPTH = 32;

/** All top-level windows: managed ones (iconified too) and the shown others. */
export function readStack(display: Display): Stack {
  const root = readRoot(display);
  const candidates = findCandidates(display, root);
  const details = detailsOf(display, candidates.map(({ window }) => window));
  const processes = clientProcesses(display);
  const height = new Map(root.stacked.map((window, index) => [window, index]));
  const above = (one: Toplevel, other: Toplevel) =>
    Number(other.viewable) - Number(one.viewable) || height.get(other.frame)! - height.get(one.frame)!;
  const toplevels = candidates.flatMap((candidate, index) => {
    const detail = details[index]!; // Null for one that went away meanwhile.
    if (!detail || isOverlayOf(detail.wmClass[1], processes.pidOf(candidate.window))) return [];
    return isOwn(candidate, detail, root, processes.clientOf)
      ? [{ ...candidate, pid: processes.pidOf(candidate.window), ...detail }]
      : [];
  }).sort(above);
  return { toplevels, claimed: root.claimed, focused: focusedOf(display, root, toplevels) };
}

/** One window, if it is a top-level one that exists. */
export function findToplevel(display: Display, window: Window): Toplevel | null {
  return readStack(display).toplevels.find((toplevel) => toplevel.window === window) ?? null;
}

function readRoot(display: Display): Root {
  const { root } = display;
  const list = (name: typeof rootProperties[number]) => property(display, root, name, LIST_BYTES);
  const [answers] = ask(display, [together({
    tree: tree(root),
    stacking: list("_NET_CLIENT_LIST_STACKING"),
    managed: list("_NET_CLIENT_LIST"),
    check: list("_NET_SUPPORTING_WM_CHECK"),
    active: list("_NET_ACTIVE_WINDOW"),
    focus: focus(),
  })]);
  const { tree: known, stacking, managed, check, active, focus: focused } = answers!;
  const windows = (value: typeof stacking) => numbersOf(value).map((id) => xid<Window>(id));
  const claimed = windows(check)[0] ?? null;
  const manager = livingManager(display, claimed);
  const both = [...windows(stacking), ...windows(managed)].filter((window) => window !== root);
  return {
    stacked: known?.children ?? [],
    clients: manager === null ? null : new Set(both),
    claimed,
    manager,
    active: manager === null ? null : windows(active)[0] ?? null,
    focus: focused,
  };
}

/** A window manager that was killed leaves its word on the root; its own window says whether it lives (EWMH). */
function livingManager(display: Display, claimed: Window | null): Window | null {
  if (!claimed) return null;
  const [check] = ask(display, [property(display, claimed, "_NET_SUPPORTING_WM_CHECK", 4)]);
  return numbersOf(check!)[0] === claimed ? claimed : null;
}

/** The windows to look at closely: what is managed, and what else stands shown on the root. */
function findCandidates(display: Display, { stacked, clients }: Root): Candidate[] {
  const onRoot = new Set(stacked);
  const windows = [...new Set([...(clients ?? []), ...stacked])];
  const facts = ask(display, windows.map((window) => together({ shown: attributes(window), size: size(window) })));
  const frames = framesOf(display, [...(clients ?? [])], onRoot);
  const held = new Set(frames.values());
  return windows.flatMap((window, index) => {
    const { shown, size } = facts[index]!;
    const frame = frames.get(window) ?? (clients?.has(window) ? null : window);
    if (!shown || shown.inputOnly || !size || frame === null) return [];
    const candidate = { window, frame, viewable: shown.viewable, overrideRedirect: shown.overrideRedirect };
    if (clients?.has(window)) return [candidate];
    // Tiny windows are helpers of toolkits, not something to see.
    const isSeen = shown.viewable && size.width > 1 && size.height > 1 && !held.has(window);
    return isSeen && (shown.overrideRedirect || clients === null) ? [candidate] : [];
  });
}

/** The child of the root that holds each window; none for windows that are gone or on another screen. */
function framesOf(
  display: Display,
  windows: readonly Window[],
  onRoot: ReadonlySet<Window>,
): ReadonlyMap<Window, Window> {
  const frames = new Map<Window, Window>();
  let climbing = windows.map((window) => ({ window, at: window }));
  for (let depth = 0; climbing.length > 0 && depth <= MAX_DEPTH; depth++) {
    for (const { window, at } of climbing.filter(({ at }) => onRoot.has(at))) frames.set(window, at);
    const below = climbing.filter(({ at }) => !onRoot.has(at));
    const parents = ask(display, below.map(({ at }) => tree(at)));
    climbing = below.flatMap(({ window }, index) => {
      const parent = parents[index]?.parent;
      return parent && parent !== display.root ? [{ window, at: parent }] : [];
    });
  }
  return frames;
}

/** What a window manager draws itself, such as the frame of a window that just closed, is no application's window. */
function isOwn(
  { window, overrideRedirect }: Candidate,
  { wmClass }: WindowDetails,
  { manager }: Root,
  clientOf: (window: Window) => number,
): boolean {
  if (manager === null || !overrideRedirect || wmClass[1] !== "") return true;
  return clientOf(window) !== clientOf(manager);
}

function focusedOf(display: Display, root: Root, toplevels: readonly Toplevel[]): Toplevel | null {
  const active = toplevels.find(({ window }) => window === root.active);
  if (active) return active;
  let at = root.focus;
  for (let depth = 0; at !== null && depth <= MAX_DEPTH; depth++) {
    const holder = toplevels.find(({ window, viewable }) => window === at && viewable);
    if (holder) return holder;
    at = ask(display, [tree(at)])[0]?.parent ?? null;
  }
  return null;
}
