/**
 * What is remembered of an application's objects from one look to the next: most of a window stays as it is, and what
 * an event named or the screen repainted is read again.
 * @module
 */
import type { AccessibilityEvent } from "./accessibility_event.ts";
import type { AccessibleText, AccessibleValue, CellPosition } from "./accessible_node.ts";
import { type AccessibleRef, refKey } from "./accessible_ref.ts";
import type { Identity, Sight } from "./bare_object.ts";

/** How long a mirror is used before everything is read anew, ms: no toolkit announces every change. */
const REBUILD_MS = 5_000;
/** Most objects and events that are remembered: an application that makes up more is read anew. */
const MAX_REMEMBERED = 200_000;

/** A child of an object, with its place where the object is a table. */
export interface ChildRef {
  readonly ref: AccessibleRef;
  readonly cell?: CellPosition | undefined;
}

/** What hardly ever changes without an event. */
export interface FixedDetails {
  readonly actions?: readonly string[];
  readonly attributes?: Readonly<Record<string, string>>;
  /** Keys of its first action as the toolkit writes them. */
  readonly keys?: string;
  /** The objects that label it. */
  readonly labels?: readonly AccessibleRef[];
}

/** What is remembered of one object. */
export interface Memory {
  /** Its states, and its place where that was asked for. */
  sight: Omit<Sight, "bounds"> & Partial<Pick<Sight, "bounds">>;
  /** What it is; undefined of an object that was hidden when it was seen. */
  identity?: Identity | undefined;
  /** The mirror's clock when it was asked. */
  readAt: number;
  /** Its children that are worth reading; undefined when they have to be asked for. */
  children?: readonly ChildRef[] | undefined;
  table?: { readonly rows: number; readonly columns: number } | undefined;
  /** How many children of a table or list are not among `children`. */
  unread?: number | undefined;
  /** When its place was asked for, in the mirror's clock, … */
  boundsAt?: number | undefined;
  /** … when `children` of a table or list were, … */
  listedAt?: number | undefined;
  /** … and when `text` was. */
  textAt?: number | undefined;
  fixed?: FixedDetails | undefined;
  range?: Omit<AccessibleValue, "current"> | undefined;
  /** What an object that is no field says. */
  text?: AccessibleText | undefined;
}

/** The objects of one application. */
export class Mirror {
  readonly #home: string;
  readonly #memories = new Map<string, Memory>();
  readonly #eventAt = new Map<string, number>();
  #builtAt = -Infinity;
  #clock = 0;

  /** @param home Unique bus name of the application: only its own objects are remembered, whose events arrive. */
  constructor(home: string) {
    this.#home = home;
  }

  /** How many objects are remembered. */
  get size(): number {
    return this.#memories.size;
  }

  /** The time now, in events and readings. */
  get clock(): number {
    return this.#clock;
  }

  /** Lets time go on, and gives the new time. */
  tick(): number {
    return ++this.#clock;
  }

  /** Begins a reading and gives its time. What is too old is forgotten before. */
  begin(): number {
    if (performance.now() - this.#builtAt > REBUILD_MS) this.clear();
    return this.tick();
  }

  /** What is remembered of an object. */
  get(ref: AccessibleRef): Memory | undefined {
    return this.#memories.get(refKey(ref));
  }

  /** Remembers an object. */
  put(ref: AccessibleRef, memory: Memory): void {
    if (ref.bus === this.#home && this.#memories.size < MAX_REMEMBERED) this.#memories.set(refKey(ref), memory);
  }

  /** Whether no event has named an object since it was read. */
  isFresh(ref: AccessibleRef, memory: Memory): boolean {
    return ref.bus === this.#home && (this.#eventAt.get(refKey(ref)) ?? 0) <= memory.readAt;
  }

  /** Takes note of an event of the application. */
  onEvent(path: string): void {
    if (this.#memories.size === 0) return;
    if (this.#eventAt.size >= MAX_REMEMBERED) this.clear();
    this.#eventAt.set(refKey({ bus: this.#home, path }), ++this.#clock);
  }

  /** Forgets everything. */
  clear(): void {
    this.#memories.clear();
    this.#eventAt.clear();
    this.#builtAt = performance.now();
  }
}

/** The mirrors of a bus, by the unique bus name of the application. */
export class Mirrors {
  readonly #mirrors = new Map<string, Mirror>();

  /** The mirror of an application. */
  of(name: string): Mirror {
    let mirror = this.#mirrors.get(name);
    if (!mirror) this.#mirrors.set(name, mirror = new Mirror(name));
    return mirror;
  }

  /** Passes an event on to the mirror that it is about. */
  onEvent({ sender, path }: Pick<AccessibilityEvent, "sender" | "path">): void {
    this.#mirrors.get(sender)?.onEvent(path);
  }

  /** Forgets an application that left. */
  forget(name: string): void {
    this.#mirrors.delete(name);
  }
}
