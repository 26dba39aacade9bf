/**
 * What one reading of an accessibility tree holds: plain data, as the toolkit reported it.
 * @module
 */
import type { Rect } from "../../contract/values.ts";
import type { AccessibleRef } from "./accessible_ref.ts";
import type { SkewSource } from "./skew.ts";
import type { CoordType } from "./interfaces/component.ts";

/** Content of an object's Text interface. Offsets count what the toolkit counts (code points in GTK, UTF-16 in Qt). */
export interface AccessibleText {
  /** The text from its start, bounded. */
  readonly content: string;
  /** Length of the whole text in the toolkit's characters. */
  readonly length: number;
  /** Whether `content` is only the beginning. */
  readonly truncated: boolean;
  /** Offset of the caret; -1 when there is none. */
  readonly caret: number;
  /** Selected ranges, `[start, end)`. */
  readonly selections: readonly (readonly [number, number])[];
}

/** Content of an object's Value interface. */
export interface AccessibleValue {
  readonly current: number;
  readonly minimum: number;
  readonly maximum: number;
  /** Smallest step; 0 when the toolkit names none. */
  readonly increment: number;
}

/** Where a cell stands in its table, both counted from 0. */
export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

/** One object of a tree, with what it holds and shows. */
export interface AccessibleNode {
  readonly ref: AccessibleRef;
  /** AT-SPI role name, such as `push button`. */
  readonly role: string;
  readonly name: string;
  readonly description: string;
  /** AT-SPI state names, such as `focused`, `showing`, `manages descendants`. */
  readonly states: ReadonlySet<string>;
  /** Short interface names, such as `Action`, `EditableText`. */
  readonly interfaces: ReadonlySet<string>;
  /** Extents as the toolkit reports them for the screen; none for objects without a place (junk extents). */
  readonly bounds?: Rect;
  /** What was added to `bounds` besides the window's placement, X pixels. */
  readonly shift?: { readonly x: number; readonly y: number };
  /** Where its coordinates lie, when not where those of the window do. */
  readonly placement?: {
    readonly scale: number;
    readonly coordType: CoordType;
    readonly offset: { readonly x: number; readonly y: number };
  };
  /** Role and name as the toolkit gives them, where they are told otherwise. */
  readonly reported?: { readonly role: string; readonly name: string };
  /** Where its children can be seen, in the units of `bounds`; null for anywhere. Left out, its role says that. */
  readonly viewport?: Rect | null;
  /** What tells by how much its reported place has to be moved, where it has to; `bounds` is moved already. */
  readonly skew?: SkewSource;
  readonly value?: AccessibleValue;
  /** Never there for secret fields. */
  readonly text?: AccessibleText;
  /** Whether the object holds a password, PIN or one-time code: its text was not read. */
  readonly secret?: boolean;
  /** Names of the actions, in the toolkit's own spelling and order. */
  readonly actions?: readonly string[];
  /** Keys of the first action as the toolkit writes them, for menu items. */
  readonly keys?: string;
  /** Object attributes (`placeholder-text`, `level`, …), for objects where they were read. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Names of the objects that label this one, for fields without a name of their own. */
  readonly label?: string;
  /** Place in the table, for cells. */
  readonly cell?: CellPosition;
  /** Size of the table, for tables. */
  readonly table?: { readonly rows: number; readonly columns: number };
  /** Which of its cells are in view, such as `A1:K20`, for sheets. */
  readonly showing?: string;
  /** Whether it is not worth a line: it is there for who asks for it. */
  readonly unsaid?: boolean;
  /** How many children were left out although they may be in view, or are out of view in a big container. */
  readonly unread: number;
  /** The children that show, in order. */
  readonly children: readonly AccessibleNode[];
}

/** Why something is missing from a reading, and what helps. */
export interface Incompleteness {
  readonly cause: string;
  readonly remedy: string;
}

/** One reading of a tree. */
export interface TreeReading {
  readonly root: AccessibleNode;
  /** Empty when everything was read. */
  readonly incomplete: readonly Incompleteness[];
}
