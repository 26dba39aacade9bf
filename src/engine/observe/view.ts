/**
 * What is remembered of a window from one look to the next.
 * @module
 */
import type { Rect } from "../../contract/values.ts";
import type { Display } from "../../ffi/display.ts";
import { XRequestError } from "../../ffi/x_errors.ts";
import type { Window } from "../../ffi/xid.ts";
import type { Incompleteness } from "../atspi/accessible_node.ts";
import type { Repainted } from "../atspi/reading.ts";
import { showsItsTree } from "../atspi/toolkit_rules.ts";
import type { Connection } from "../connection.ts";
import type { WindowFrame } from "../world/frames.ts";
import { type Placement, possiblePlaces } from "../world/placement.ts";
import type { World } from "../world/windows.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import type { Snapshot } from "./element.ts";
import { Repaints } from "./repaints.ts";

/** What a look saw. */
export interface Look {
  /** The window. */
  readonly toplevel: Toplevel;
  /** The tree; null when the window has none. */
  readonly snapshot: Snapshot | null;
  /** Unique bus name of the application; null when it is not on the bus. */
  readonly busName: string | null;
  /** Toolkit name and version. */
  readonly toolkit: string | undefined;
  /** X pixels for each of the toolkit's; undefined without a tree. */
  readonly scale?: number | undefined;
  /** What is missing and why. */
  readonly incomplete: readonly Incompleteness[];
}

/** How long a tree that is made apart may lag behind what is painted, ms. */
const LAG_MS = 1_000;

/** What is remembered of one window. */
export class View implements Disposable {
  /** The process that it belongs to. */
  readonly pid: number | null;
  /** Its accessible frame, once that was found. */
  frame: WindowFrame | undefined;
  /** Where its toolkit's coordinates lie. */
  placement: Placement | undefined;
  /** The last look that was complete, and when it began by the mirror's clock. */
  last: { readonly at: number; readonly look: Look } | undefined;
  /** Whether its page, if it shows one, was waited for in vain. */
  isPageless = false;
  readonly #display: Display;
  #repaints: Repaints | undefined;
  #hadPopups = false;

  /** Begins to take note of repaints. */
  constructor(connection: Connection, toplevel: Toplevel) {
    this.pid = toplevel.pid;
    this.#display = connection.display;
    this.#repaints = this.#watch(toplevel);
  }

  /**
   * Takes note of what was repainted up to now, and says it in the toolkit's coordinates. Undefined when everything
   * counts as repainted.
   *
   * @param now The time of the mirror's clock.
   */
  repainted(toplevel: Toplevel, world: World, now: number): Repainted | undefined {
    if (this.#repaints?.isLost) this.#repaints = undefined;
    this.#repaints ??= this.#watch(toplevel);
    const hasPopups = world.toplevels.some(({ overrideRedirect, pid }) => overrideRedirect && pid === toplevel.pid);
    if (this.#repaints && this.frame && !showsItsTree(this.frame.application.toolkit)) this.#repaints.lagMs = LAG_MS;
    // Popups are windows of their own, and what is not shown is not painted.
    this.#repaints?.take(toplevel, now, hasPopups || this.#hadPopups || !toplevel.viewable);
    this.#hadPopups = hasPopups;
    const [repaints, placement, frame] = [this.#repaints, this.placement, this.frame];
    if (!repaints || !placement || !frame) return undefined;
    const placesOf = (place: Rect) => possiblePlaces(frame.application.toolkit, placement, toplevel.bounds, place);
    return lastAnswerKept((place, since, share, except = []) => {
      if (place === null) return repaints.wasRepainted(null, since);
      const excepted = except.map(placesOf);
      return placesOf(place).some((one, index) =>
        repaints.wasRepainted(one, since, share, excepted.flatMap((places) => places[index] ?? []))
      );
    });
  }

  /** Undefined when the window is gone (whoever reads it is told), or when an error of another request came up. */
  #watch(toplevel: Toplevel): Repaints | undefined {
    try {
      return new Repaints(this.#display, toplevel);
    } catch (error) {
      if (error instanceof XRequestError) return undefined;
      throw error;
    }
  }

  /** Whether nothing of the window was repainted since a time. Asked after {@linkcode View.repainted}. */
  isStillSince(time: number): boolean {
    return this.#repaints !== undefined && !this.#repaints.wasRepainted(null, time);
  }

  /** Says that the look that began then was complete: the next one relies on it. */
  confirm(now: number): void {
    this.#repaints?.confirm(now);
  }

  /** Takes no more note of repaints. */
  [Symbol.dispose](): void {
    this.#repaints?.[Symbol.dispose]();
  }
}

/** What is hidden in a container is asked about thousands of times in a row, with the place of the container. */
function lastAnswerKept(repainted: Repainted): Repainted {
  let last: [Rect | null, number, number] | undefined;
  let answer = false;
  return (place, since, share = 0, except = []) => {
    if (except.length > 0) return repainted(place, since, share, except);
    if (last && last[0] === place && last[1] === since && last[2] === share) return answer;
    answer = repainted(place, since, share);
    last = [place, since, share];
    return answer;
  };
}

/** The views of a session's windows. */
export class Views {
  #views = new Map<Window, View>();
  #connection: Connection | undefined;

  /** The view of a window; those of windows that are gone are forgotten. */
  of(connection: Connection, toplevel: Toplevel, world: World): View {
    if (this.#connection !== connection) this.#views.clear();
    this.#connection = connection;
    const known = this.#views.get(toplevel.window);
    // The id of a window that is gone may name another application's by now.
    if (known?.pid === toplevel.pid) return known;
    known?.[Symbol.dispose]();
    this.#forgetAllBut(new Set(world.toplevels.map(({ window }) => window)));
    const view = new View(connection, toplevel);
    this.#views.set(toplevel.window, view);
    return view;
  }

  #forgetAllBut(shown: ReadonlySet<Window>): void {
    for (const [window, view] of this.#views) {
      if (shown.has(window)) continue;
      view[Symbol.dispose]();
      this.#views.delete(window);
    }
  }
}
