/**
 * What settling is told, and what it tells.
 * @module
 */
import type { Window } from "../../ffi/xid.ts";

/** What an action is likely to cause. */
export interface Expectation {
  /** Whether it may open a window: wait for more quiet. */
  readonly mayOpen: boolean;
  /** Whether it is known to open a window, perhaps by a timer or another process that leave no evidence. */
  readonly opens?: boolean;
  /** The dialog that it may close. */
  readonly mayClose: Window | null;
}

/** What was seen after an action. */
export interface Reaction {
  /** Kinds of signs in the order of their first appearance. */
  readonly signs: readonly string[];
  /** Time from the dispatch until it was taken to be done, ms. */
  readonly settleMs: number;
  /** States that objects came to have, in order. */
  readonly stateChanges: readonly StateGain[];
  /** Whether the application did not come back to its main loop: it is busy, blocked or stopped. */
  readonly isBlocked: boolean;
}

/** A state that an accessible object came to have. */
export interface StateGain {
  /** Unique bus name of the application. */
  readonly sender: string;
  /** Path of the object. */
  readonly path: string;
  /** The state as AT-SPI names it. */
  readonly state: string;
  /** When it was told, by `performance.now()`. */
  readonly at: number;
}

/** What is watched. */
export interface Watched {
  /** The application's process. */
  readonly pid: number | null;
  /** Its shown windows. */
  readonly windows: readonly Window[];
  /** What holds them on the screen: the window manager's frames, or the windows themselves. */
  readonly frames: readonly Window[];
  /** Its names on the accessibility bus. */
  readonly busNames: ReadonlySet<string>;
}
