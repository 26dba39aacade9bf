/**
 * What is remembered of an application's objects from one look to the next: most of a window stays as it is, and what
 * an event named or the screen repainted is read again.
 * @module
 */
import type { AccessibleText, AccessibleValue, CellPosition } from "./accessible_node.ts";
import { type AccessibleRef, refKey } from "./accessible_ref.ts";
import type { Identity, Sight } from "./bare_object.ts";
import type { CellRange } from "./cell_names.ts";
import type { Header } from "./wire/message.ts";

/** How long a mirror is used before everything is read anew, ms: no toolkit announces every change. */
const REBUILD_MS = 5_000;
/** As long as that when no reading came to its end meanwhile, ms: a slow application would never be read to the end. */
const PATIENT_REBUILD_MS = 20_000;
/** How long events are still noted when nobody looks, ms: longer than a reading that began just before a rebuild. */
const IDLE_MS = 25_000;
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

/** Which of an object's many children can be in view: those from the first to the last. */
export interface Reach {
  /** All of them. */
  readonly children: readonly ChildRef[];
  readonly first: number;
  readonly last: number;
  /** The mirror's clock when that was asked. */
  readonly at: number;
}

/** What is remembered of one object. */
export interface Memory {
  /** Its states, and its place where that was asked for. */
  sight: Omit<Sight, "bounds"> & Partial<Pick<Sight, "bounds">>;
  /** Whether it is on the screen, where its place alone does not say so. */
  mapped?: boolean | undefined;
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
  /** … when those of an object were whose toolkit does not announce them all, … */
  childrenAt?: number | undefined;
  /** … and when `text` was. */
  textAt?: number | undefined;
  /** Which of its children can be in view, where not all were asked. */
  reach?: Reach | undefined;
  /** The labels that name it, where only they tell it. */
  labels?: readonly AccessibleRef[] | undefined;
  fixed?: FixedDetails | undefined;
  /** Its number, and when it was read. */
  value?: AccessibleValue | undefined;
  valueAt?: number | undefined;
  /** Whether it is a widget of GTK; undefined when that was not asked. */
  isGtk?: boolean | undefined;
  /** What an object that is no field says. */
  text?: AccessibleText | undefined;
}

/** What is remembered of a sheet: as long as it is not repainted, even when all else is read anew. */
export interface SheetMemory {
  readonly size: { readonly rows: number; readonly columns: number } | undefined;
  /** Which cells are in view. */
  readonly range: CellRange;
  /** Whether the sheet had the focus, by which its active cell has it. */
  readonly focused: boolean;
  /** When that was asked, in the mirror's clock; undefined when time cut it short. */
  readonly listedAt: number | undefined;
  /** The cells, by the keys of their references. */
  readonly cells: ReadonlyMap<string, SheetCell>;
}

/** A cell of a sheet that was read. */
export interface SheetCell {
  readonly ref: AccessibleRef;
  readonly cell: CellPosition;
  readonly memory: Memory & { readonly identity: Identity };
}

/** The objects of one application. */
export class Mirror {
  /** The sheets of its last reading, by the keys of their references. */
  sheets: ReadonlyMap<string, SheetMemory> = new Map();
  readonly #home: string;
  readonly #memories = new Map<string, Memory>();
  readonly #eventAt = new Map<string, number>();
  readonly #movedAt = new Map<string, number>();
  #builtAt = performance.now();
  #clock = 0;
  #lastEventAt = 0;
  /** Whether events are noted: not before the first reading, nor when nobody looked for long. */
  #attentive = false;
  /** Whether a reading came to its end since everything was forgotten. */
  #isWhole = false;
  /** When everything was forgotten for the last time, events too. */
  #clearedAt = 0;

  /**
   * Remembers nothing yet.
   *
   * @param home Unique bus name of the application: only its own objects are remembered, whose events arrive.
   */
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
    if (!this.#attentive || this.#age > (this.#isWhole ? REBUILD_MS : PATIENT_REBUILD_MS)) this.clear();
    this.#attentive = true;
    return this.tick();
  }

  /** Says that a reading came to its end. */
  confirm(): void {
    this.#isWhole = true;
  }

  /** What is remembered of an object. */
  get(ref: AccessibleRef): Memory | undefined {
    return this.#memories.get(refKey(ref));
  }

  /** Remembers an object, unless events that may have named it are forgotten. */
  put(ref: AccessibleRef, memory: Memory): void {
    if (!this.#attentive || ref.bus !== this.#home || memory.readAt < this.#clearedAt) return;
    if (this.#memories.size < MAX_REMEMBERED) this.#memories.set(refKey(ref), memory);
  }

  /** Whether no event has named an object since it was read. */
  isFresh({ bus, path }: AccessibleRef, memory: Memory): boolean {
    return bus === this.#home && (this.#eventAt.get(refKey({ bus, path })) ?? 0) <= memory.readAt;
  }

  /** Whether the application has announced nothing since a time, and what is remembered is not too old. */
  isQuietSince(time: number): boolean {
    return this.#attentive && this.#lastEventAt <= time && this.#age <= REBUILD_MS;
  }

  /** Whether an event told of another place of an object since its place was asked for. */
  hasMoved({ bus, path }: AccessibleRef, { boundsAt, readAt }: Memory): boolean {
    return (this.#movedAt.get(refKey({ bus, path })) ?? 0) > (boundsAt ?? readAt);
  }

  /** Takes note of an event of the application. */
  onEvent(path: string, member: string): void {
    if (!this.#attentive) return;
    this.#lastEventAt = this.tick();
    const noted = member === "BoundsChanged" ? this.#movedAt : this.#eventAt;
    if (this.#age > IDLE_MS || noted.size >= MAX_REMEMBERED) return this.clear();
    noted.set(refKey({ bus: this.#home, path }), this.#lastEventAt);
  }

  /** Forgets everything, until the next reading. */
  clear(): void {
    this.#attentive = false;
    this.#isWhole = false;
    this.#clearedAt = this.#clock;
    this.#memories.clear();
    this.#eventAt.clear();
    this.#movedAt.clear();
    this.#builtAt = performance.now();
  }

  get #age(): number {
    return performance.now() - this.#builtAt;
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
  onEvent({ sender, path, member }: Pick<Header, "sender" | "path" | "member">): void {
    if (sender && path && member) this.#mirrors.get(sender)?.onEvent(path, member);
  }

  /** Forgets an application that left. */
  forget(name: string): void {
    this.#mirrors.delete(name);
  }
}
