/**
 * What is remembered of a window from one look to the next.
 * @module
 */
import { XRequestError } from "../../ffi/x_errors.ts";
import type { Window } from "../../ffi/xid.ts";
import type { Repainted } from "../atspi/reading.ts";
import type { Connection } from "../connection.ts";
import type { WindowFrame } from "../world/frames.ts";
import { onDisplay, type Placement } from "../world/placement.ts";
import type { World } from "../world/windows.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import { Repaints } from "./repaints.ts";

/** What is remembered of one window. */
export class View {
  /** Its accessible frame, once that was found. */
  frame: WindowFrame | undefined;
  /** Where its toolkit's coordinates lie. */
  placement: Placement | undefined;
  #repaints: Repaints | undefined;
  #hadPopups = false;

  /** Begins to take note of repaints. */
  constructor(connection: Connection, toplevel: Toplevel) {
    try {
      this.#repaints = new Repaints(connection.display, toplevel);
    } catch (error) {
      if (!(error instanceof XRequestError)) throw error; // The window is gone: whoever reads it is told.
    }
  }

  /**
   * Takes note of what was repainted up to now, and says it in the toolkit's coordinates. Undefined when everything
   * counts as repainted.
   *
   * @param now The time of the mirror's clock.
   */
  repainted(toplevel: Toplevel, world: World, now: number): Repainted | undefined {
    const hasPopups = world.toplevels.some(({ overrideRedirect, pid }) => overrideRedirect && pid === toplevel.pid);
    // Popups are windows of their own.
    this.#repaints?.take(toplevel, now, hasPopups || this.#hadPopups);
    this.#hadPopups = hasPopups;
    const [repaints, placement] = [this.#repaints, this.placement];
    if (!repaints || !placement) return undefined;
    return (place, since) => repaints.wasRepainted(place && onDisplay(placement, toplevel.bounds, place), since);
  }

  /** Says that the look that began then was complete: the next one relies on it. */
  confirm(now: number): void {
    this.#repaints?.confirm(now);
  }
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
    if (known) return known;
    const there = new Set(world.toplevels.map(({ window }) => window));
    for (const window of this.#views.keys()) if (!there.has(window)) this.#views.delete(window);
    const view = new View(connection, toplevel);
    this.#views.set(toplevel.window, view);
    return view;
  }
}
