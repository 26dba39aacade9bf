/**
 * One reading of a tree: its deadline, and what it could not read.
 * @module
 */
import type { Incompleteness } from "./accessible_node.ts";
import type { Rect } from "../../contract/values.ts";
import { type AccessibleRef, isNull } from "./accessible_ref.ts";
import type { AccessibilityBus } from "./bus.ts";
import type { CallOptions } from "./connection.ts";
import type { CoordType } from "./interfaces/component.ts";
import type { Memory, Mirror } from "./mirror.ts";
import { Ownership } from "./ownership.ts";
import type { Skew } from "./skew.ts";
import { encloses } from "./rectangles.ts";
import { coordTypeOf, isAnnouncedHidden, showsItsTree, type Toolkit } from "./toolkit_rules.ts";
import { CallTimeout, DBusError, UnexpectedReply } from "./wire/errors.ts";

/** Share of a place that scrolling repaints, at least. */
const SCROLLED_SHARE = 0.5;
/** Most children that are told apart from what is around them. */
const MAX_CHILDREN_APART = 256;
/** Calls that are under way at once: enough to keep the application busy, few enough to stop in time. */
const BATCH = 128;
/** Time for what must be known even when time ran out, ms. */
const GRACE_MS = 250;
/** Errors of the bus that mean that the application is gone. */
const goneErrors = new Set([
  "org.freedesktop.DBus.Error.NoReply",
  "org.freedesktop.DBus.Error.ServiceUnknown",
  "org.freedesktop.DBus.Error.NameHasNoOwner",
  "org.freedesktop.DBus.Error.Disconnected",
]);

/** Whether an error of a call says that the application left the bus. */
export function meansGone(error: unknown): boolean {
  return error instanceof DBusError && goneErrors.has(error.errorName);
}

/**
 * Whether a place, as the toolkit reports places, was repainted since a time of the mirror's clock, or at least a share of
 * it; null is everywhere. What was repainted within one of the places of `except` does not count.
 */
export type Repainted = (place: Rect | null, since: number, share?: number, except?: readonly Rect[]) => boolean;

/** What is read, and how. */
export interface ReadingOptions {
  /** Unique bus name of the application. */
  readonly home: string;
  readonly toolkit: Toolkit;
  /** Time that it may take, ms. */
  readonly deadlineMs: number;
  readonly signal?: AbortSignal | undefined;
  /** What was repainted; everything counts as repainted when left out. */
  readonly repainted?: Repainted | undefined;
  /** Popups that the process shows, X pixels of the display. */
  readonly popups?: readonly Rect[] | undefined;
}

/** What the parts of one reading share. */
export class Reading {
  readonly bus: AccessibilityBus;
  readonly toolkit: Toolkit;
  /** Unique bus name of the application. */
  readonly home: string;
  /** What is remembered of the application. */
  readonly mirror: Mirror;
  /** When it began, in the mirror's clock. */
  readonly began: number;
  /** Popups that the process shows, X pixels of the display. */
  readonly popups: readonly Rect[];
  /** The distances by which places are moved. */
  readonly skews: Skew[] = [];
  readonly #repainted: Repainted;
  readonly #expires: number;
  readonly #signal: AbortSignal | undefined;
  readonly #ownership: Ownership;
  readonly #notes = new Map<string, Incompleteness>();

  /** Starts the clock. */
  constructor(bus: AccessibilityBus, options: ReadingOptions) {
    const { home, toolkit, deadlineMs, signal, repainted, popups = [] } = options;
    this.bus = bus;
    this.popups = popups;
    this.home = home;
    this.#ownership = new Ownership(bus, home);
    this.toolkit = toolkit;
    this.mirror = bus.mirrors.of(home);
    this.began = this.mirror.begin();
    this.#repainted = repainted ?? ((_place, since) => since < this.began);
    this.#expires = performance.now() + deadlineMs;
    this.#signal = signal;
  }

  /** What the toolkit's extents count from. */
  get coordType(): CoordType {
    return coordTypeOf(this.toolkit);
  }

  /** Whether a place may have been repainted since a time of the mirror's clock. */
  wasRepainted(place: Rect | null, since: number | undefined, share = 0, except: readonly Rect[] = []): boolean {
    return since === undefined || since < this.began && this.#repainted(place, since, share, except);
  }

  /** Whether an object may stand elsewhere than is remembered. @param place Its place, or the nearest known one around it. */
  mayHaveMoved(ref: AccessibleRef, memory: Memory, place: Rect | null): boolean {
    return this.wasRepainted(place, memory.boundsAt) || this.mirror.hasMoved(ref, memory);
  }

  /** Whether an object may have been repainted itself, not just something inside of a child of it. */
  #wasItselfRepainted(memory: Memory, place: Rect | null): boolean {
    const since = memory.readAt;
    if (!this.wasRepainted(place, since)) return false;
    const inside = this.#placesInside(memory);
    return inside.length === 0 || this.wasRepainted(place, since, 0, inside);
  }

  /** Places of the children: where the tree is that of the widgets, each draws itself. */
  #placesInside({ children = [] }: Memory): Rect[] {
    if (!showsItsTree(this.toolkit) || children.length > MAX_CHILDREN_APART) return [];
    return children.flatMap(({ ref }) => this.mirror.get(ref)?.sight.bounds ?? []);
  }

  /**
   * Whether what is remembered of an object can be relied on.
   *
   * @param around The nearest known place around it, for objects without one.
   * @param clip Where it can be seen; null when that is not known.
   */
  isCurrent(ref: AccessibleRef, memory: Memory, around: Rect | null, clip: Rect | null = null): boolean {
    if (memory.sight.bounds === undefined && isAnnouncedHidden(memory.sight.states, this.toolkit)) {
      return this.mirror.isFresh(ref, memory) && !this.wasRepainted(around, memory.readAt, SCROLLED_SHARE);
    }
    const place = memory.sight.bounds ?? around;
    // What stood out of view may have been scrolled into it; of what is cut off, a border may be all that showed.
    const shown = place && clip && !encloses(clip, place) ? clip : place;
    return this.mirror.isFresh(ref, memory) && !this.#wasItselfRepainted(memory, shown);
  }

  /** What is missing so far. */
  get incomplete(): Incompleteness[] {
    return [...this.#notes.values()];
  }

  /** Time left, ms. */
  get left(): number {
    return Math.max(0, this.#expires - performance.now());
  }

  /** Options for a call: until the deadline, or for a part of what is left. */
  options(part = 1): CallOptions {
    return { deadlineMs: this.left * part, signal: this.#signal };
  }

  /** Options for a call that is worth a little more time than the reading has. */
  graceOptions(): CallOptions {
    return { deadlineMs: Math.max(this.left, GRACE_MS), signal: this.#signal };
  }

  /** Says that something is missing; the same cause is said once. */
  note(cause: string, remedy: string): void {
    this.#notes.set(cause, { cause, remedy });
  }

  /** Says that time ran out. */
  noteTimeout(): void {
    this.note("the application answered too slowly for the whole tree", "observe again, or narrow the query");
  }

  /** What is the application's own of what it named; says that objects of others were left out. */
  async own<T extends { readonly bus: string }>(refs: readonly T[]): Promise<T[]> {
    const owned = await this.#ownership.own(refs, this.options());
    if (owned.length < refs.length) {
      this.note("parts of the window belong to another process", "use a screenshot and coordinates");
    }
    return owned;
  }

  /** As {@linkcode Reading.attempt}, for a call that gives a reference: undefined when it is not the application's. */
  async attemptRef(call: Promise<AccessibleRef>): Promise<AccessibleRef | undefined> {
    const ref = await this.attempt(call);
    return ref && !isNull(ref) ? (await this.own([ref]))[0] : undefined;
  }

  /**
   * What a call gives, or undefined when this object can't say. Objects come and go while they are read, and toolkits
   * lack methods: neither spoils the rest.
   *
   * @throws {ConnectionLost | DBusError} When the application is gone; the signal's reason.
   */
  async attempt<T>(call: Promise<T>): Promise<T | undefined> {
    return await this.answer(call) ?? undefined;
  }

  /** As {@linkcode Reading.attempt}, but null when the object answered that it can't say. */
  async answer<T>(call: Promise<T>): Promise<T | null | undefined> {
    try {
      return await call;
    } catch (error) {
      if (error instanceof CallTimeout) this.noteTimeout();
      else if (error instanceof UnexpectedReply) this.note(error.message, "report the toolkit and its version");
      else if (!(error instanceof DBusError) || meansGone(error)) throw error;
      else return null;
      return undefined;
    }
  }

  /** Runs `work` for each item, a batch at a time, until time runs out: what is left then gives undefined. */
  async each<T, R>(items: readonly T[], work: (item: T, index: number) => Promise<R>): Promise<(R | undefined)[]> {
    const results: (R | undefined)[] = [];
    for (let i = 0; i < items.length; i += BATCH) {
      if (this.left === 0) {
        this.noteTimeout();
        return results.concat(new Array(items.length - i).fill(undefined));
      }
      results.push(...await Promise.all(items.slice(i, i + BATCH).map((item, j) => work(item, i + j))));
    }
    return results;
  }
}
