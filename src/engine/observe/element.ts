/**
 * What an observation is made of: elements as a person sees them.
 * @module
 */
import type { Rect } from "../../contract/values.ts";
import type { CellPosition } from "../atspi/accessible_node.ts";
import type { AccessibleRef } from "../atspi/accessible_ref.ts";
import type { SkewSource } from "../atspi/skew.ts";
import type { Placement } from "../world/placement.ts";

/** One element of a snapshot. */
export interface Element {
  /** Element id; the same object has the same id in every snapshot. */
  readonly id: number;
  readonly ref: AccessibleRef;
  /** Short role, such as `button`, `textbox`, `checkbox`, `text`; see `roles.ts`. */
  readonly role: string;
  /** Role as AT-SPI names it. */
  readonly atspiRole: string;
  /** Its accessible name, or what its label says. */
  readonly name: string;
  /** Name as the toolkit gives it; `name` may come from a label beside it. */
  readonly accessibleName: string;
  /** Text or number that it holds; never that of a secret field. */
  readonly value?: string;
  /** Length of the whole text in the toolkit's characters, where `value` is only its beginning. */
  readonly valueLength?: number;
  /** Range of a number. */
  readonly range?: { readonly minimum: number; readonly maximum: number };
  readonly description?: string;
  /** Hint that an empty field shows. */
  readonly placeholder?: string;
  /** Keys that do the same, for menu items. */
  readonly shortcut?: string;
  /** States that matter, such as `focused`, `disabled`, `checked`; see `states.ts`. */
  readonly states: readonly string[];
  /** All states, as AT-SPI names them. */
  readonly atspiStates: ReadonlySet<string>;
  /** Whether it holds a password, PIN or one-time code. */
  readonly secret: boolean;
  /** Its whole place on the screen. */
  readonly bounds?: Rect;
  /** What was added to `bounds` besides the window's placement, X pixels. */
  readonly shift?: { readonly x: number; readonly y: number };
  /** Where its coordinates lie, when not where those of the window do. */
  readonly placement?: Placement;
  /** The part of its place that its ancestors leave visible; none when it is scrolled out of view. */
  readonly visible?: Rect;
  /** What its ancestors leave visible of whatever stands in them; none when that is not known. */
  readonly clip?: Rect;
  /** Names of its actions, in the toolkit's own spelling and order. */
  readonly actions: readonly string[];
  /** Short names of its AT-SPI interfaces. */
  readonly interfaces: ReadonlySet<string>;
  /** Row and column of a cell, from 0. */
  readonly cell?: CellPosition;
  readonly table?: { readonly rows: number; readonly columns: number };
  /** Which of its cells are in view, such as `A1:K20`, for sheets: those without content have no lines. */
  readonly showing?: string;
  /** Whether the text leaves it out: it is there to be found. */
  readonly unsaid?: boolean;
  /** What tells by how much its reported place has to be moved. */
  readonly skew?: SkewSource;
  /** How many children it has that are out of view. */
  readonly unread: number;
  readonly children: readonly Element[];
  readonly parent?: Element;
}

/** What one look at a window saw. */
export interface Snapshot {
  readonly root: Element;
  /** Elements by id, in reading order. */
  readonly elements: ReadonlyMap<number, Element>;
}

/** An element and everything below it, in reading order. */
export function* descendants(element: Element): Generator<Element> {
  yield element;
  for (const child of element.children) yield* descendants(child);
}

/** A snapshot of a finished tree. */
export function snapshotOf(root: Element): Snapshot {
  return { root, elements: new Map([...descendants(root)].map((element) => [element.id, element])) };
}
