/**
 * What the properties of windows say. Clients may write anything into them: every read is bounded, every type checked.
 * @module
 */
import type { Rect } from "../../contract/values.ts";
import type { Display } from "../../ffi/display.ts";
import { ask, origin, property, type RawProperty, size, together } from "../../ffi/xcb.ts";
import { type Window, xid } from "../../ffi/xid.ts";
import { textOf } from "./text_property.ts";

/** What is read of a top-level window. */
export interface WindowDetails {
  /** WM_CLASS: instance and class; empty when missing. */
  readonly wmClass: readonly [instance: string, className: string];
  /** _NET_WM_NAME, else WM_NAME. */
  readonly title: string;
  /** Client area on the display, X pixels. */
  readonly bounds: Rect;
  /** WM_TRANSIENT_FOR; null when it names no other window. */
  readonly transientFor: Window | null;
  /** Whether WM_STATE says iconic. */
  readonly iconified: boolean;
  /** _NET_WM_STATE says modal. */
  readonly modal: boolean;
  /** _NET_WM_WINDOW_TYPE says dialog. */
  readonly dialogType: boolean;
  /** _NET_WM_WINDOW_TYPE says tooltip, or what is dragged along with the pointer. */
  readonly tooltip: boolean;
}

/** Properties of a window that are read. */
export const detailProperties = [
  "WM_CLASS",
  "_NET_WM_NAME",
  "WM_NAME",
  "WM_STATE",
  "_NET_WM_STATE",
  "_NET_WM_WINDOW_TYPE",
  "WM_TRANSIENT_FOR",
] as const;
/** How much of each property is read, bytes. */
const limits = { text: 4096, list: 512, one: 4 } as const;
/** Longest title that is kept, in characters. */
const MAX_TITLE = 1024;
/** Longest part of WM_CLASS that is kept, in characters. */
const MAX_CLASS = 256;
/** Highest X window id. */
const MAX_ID = 0x1fffffff;
/** IconicState of ICCCM 4.1.3.1. */
const ICONIC_STATE = 3;

/** Reads windows in one round trip; null for those that are gone. */
export function detailsOf(display: Display, windows: readonly Window[]): (WindowDetails | null)[] {
  const answers = ask(display, windows.map((window) => question(display, window)));
  return answers.map((answer, index) => describe(display, windows[index]!, answer));
}

/** A property of format 32 as numbers; empty when it is missing or of another format. */
export function numbersOf(property: RawProperty | null): number[] {
  return property?.format === 32 ? [...new Uint32Array(property.bytes.buffer)] : [];
}

function question(display: Display, window: Window) {
  const read = (name: typeof detailProperties[number], limit: number) => property(display, window, name, limit);
  return together({
    origin: origin(window, display.root),
    size: size(window),
    wmClass: read("WM_CLASS", limits.text),
    netName: read("_NET_WM_NAME", limits.text),
    name: read("WM_NAME", limits.text),
    wmState: read("WM_STATE", limits.one),
    states: read("_NET_WM_STATE", limits.list),
    types: read("_NET_WM_WINDOW_TYPE", limits.list),
    transientFor: read("WM_TRANSIENT_FOR", limits.one),
  });
}

type Answer = ReturnType<ReturnType<ReturnType<typeof question>>>;

function describe(display: Display, window: Window, answer: Answer): WindowDetails | null {
  const { origin, size, states, types } = answer;
  if (!origin || !size) return null;
  const isOfType = (name: string) => numbersOf(types).includes(display.atom(`_NET_WM_WINDOW_TYPE_${name}`));
  return {
    wmClass: classOf(textOf(display, answer.wmClass)),
    title: titleOf(textOf(display, answer.netName) || textOf(display, answer.name)),
    bounds: { ...origin, ...size },
    transientFor: otherWindow(window, numbersOf(answer.transientFor)[0]),
    iconified: numbersOf(answer.wmState)[0] === ICONIC_STATE,
    modal: numbersOf(states).includes(display.atom("_NET_WM_STATE_MODAL")),
    dialogType: isOfType("DIALOG"),
    tooltip: isOfType("TOOLTIP") || isOfType("DND"),
  };
}

/** A window that is its own parent has none. */
function otherWindow(window: Window, id: number | undefined): Window | null {
  return id === undefined || id === 0 || id > MAX_ID || id === window ? null : xid<Window>(id);
}

/** Text ends at its first NUL. */
function titleOf(text: string | null): string {
  return (text ?? "").split("\0", 1)[0]!.slice(0, MAX_TITLE).toWellFormed();
}

function classOf(text: string | null): readonly [string, string] {
  const [instance = "", className = ""] = (text ?? "").split("\0").map((part) => part.slice(0, MAX_CLASS));
  return [instance.toWellFormed(), className.toWellFormed()];
}
