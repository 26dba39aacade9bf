/**
 * The stack of windows as it is now. It is read again only after the server told of a change: a look at a desktop where
 * nothing happened costs one round trip.
 * @module
 */
import type { Display } from "../../ffi/display.ts";
import type { EventPump } from "../../ffi/event_pump.ts";
import { eventMask, type XEvent } from "../../ffi/events.ts";
import { startTimeOf } from "../../ffi/proc.ts";
import { selectInput } from "../../ffi/x11_windows.ts";
import { ask, focus, tree } from "../../ffi/xcb.ts";
import { XRequestError } from "../../ffi/x_errors.ts";
import type { Window } from "../../ffi/xid.ts";
import { readStack, rootProperties, type Stack } from "./toplevels.ts";
import { detailProperties } from "./window_details.ts";

/** Deepest that a client's window sits in its window manager's frame. */
const MAX_DEPTH = 32;
/** Most windows whose events were asked for: then all is begun anew. */
const MAX_WATCHED = 4_096;

/** What was read, and what it rests on that no event tells of. */
interface Reading {
  readonly stack: Stack;
  readonly focus: Window | null;
  /** When the processes of the windows started. */
  readonly processes: ReadonlyMap<number, string | null>;
}

/** Watches the windows of a display whose root window sends its substructure's and its properties' events. */
export class StackWatch implements Disposable {
  readonly #display: Display;
  readonly #pump: EventPump;
  readonly #listener: Disposable;
  readonly #telling: ReadonlySet<number>;
  readonly #watched = new Set<Window>();
  #reading: Reading | undefined;

  /** Begins to listen. */
  constructor(display: Display, pump: EventPump) {
    this.#display = display;
    this.#pump = pump;
    this.#telling = new Set([...rootProperties, ...detailProperties].map((name) => display.atom(name)));
    this.#listener = pump.listen((event) => this.#onEvent(event));
  }

  /** The windows now. */
  now(): Stack {
    // The answer comes after the events of all that happened before.
    const [focused] = ask(this.#display, [focus()]) as [Window | null];
    const isDrained = this.#pump.drain();
    if (isDrained && this.#reading && this.#isCurrent(this.#reading, focused)) return this.#reading.stack;
    // What changes from here on is told, and makes the next look read again.
    const stack = readStack(this.#display);
    const isWatched = this.#watch(stack);
    this.#reading = isDrained && isWatched ? { stack, focus: focused, processes: processesOf(stack) } : undefined;
    return stack;
  }

  /** Stops listening. */
  [Symbol.dispose](): void {
    this.#listener[Symbol.dispose]();
  }

  #isCurrent(reading: Reading, focused: Window | null): boolean {
    if (focused !== reading.focus) return false;
    return [...reading.processes].every(([pid, start]) => startTimeOf(pid) === start);
  }

  #onEvent(event: XEvent): void {
    if (event.type === "damage" || event.type === "focus" || event.type === "other") return;
    if (event.type === "property" && !this.#telling.has(event.atom)) return;
    if (event.type === "destroy") this.#watched.delete(event.window);
    this.#reading = undefined;
  }

  /** Asks for the events of windows that are new. @returns Whether there were none: else they changed unheard. */
  #watch({ toplevels, claimed }: Stack): boolean {
    if (this.#watched.size > MAX_WATCHED) this.#watched.clear();
    const held = toplevels.flatMap(({ window, frame }) => this.#watched.has(window) ? [] : this.#upTo(window, frame));
    const fresh = claimed === null || this.#watched.has(claimed) ? held : [claimed, ...held];
    for (const window of fresh) this.#select(window);
    return fresh.length === 0;
  }

  /** A window and those around it, up to the child of the root: that one's events come by way of the root. */
  #upTo(window: Window, frame: Window): Window[] {
    const windows = [window];
    for (let at = window; at !== frame && windows.length < MAX_DEPTH;) {
      const parent = ask(this.#display, [tree(at)])[0]?.parent;
      if (!parent || parent === frame || parent === this.#display.root) break;
      windows.push(at = parent);
    }
    return windows;
  }

  #select(window: Window): void {
    try {
      selectInput(this.#display, window, eventMask.structureNotify | eventMask.propertyChange);
      this.#watched.add(window);
    } catch (error) {
      if (!(error instanceof XRequestError)) throw error; // It is gone, and the next look does not list it.
    }
  }
}

function processesOf({ toplevels }: Stack): ReadonlyMap<number, string | null> {
  const pids = new Set(toplevels.flatMap(({ pid }) => pid ?? []));
  return new Map([...pids].map((pid) => [pid, startTimeOf(pid)]));
}
