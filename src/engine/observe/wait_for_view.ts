/**
 * What `wait_for` sees: the windows of one application, as often as something changed, across all its dialogs.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import { executableOf } from "../../ffi/proc.ts";
import { decide, demandAccess } from "../../policy/decide.ts";
import type { Connection } from "../connection.ts";
import type { EngineContext } from "../context.ts";
import { inline } from "../escape.ts";
import { delay } from "../time.ts";
import { frameOfWindow } from "../world/frames.ts";
import { appIdOf, lookAtWorld, preferred, subjectOf, type WindowChoice, type World } from "../world/windows.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import { type Look, look } from "./look.ts";
import type { Moment, Sight } from "./wait_for_scope.ts";
import { ChangeWatch } from "./wait_for_watch.ts";

/** Most windows that are looked into. */
const MAX_SIGHTS = 16;
/** Least time between two looks, ms; and how many times a look's own time: looking must not fill the application's day. */
const MIN_SPACING_MS = 40;
const SPACING_FACTOR = 2;

/** The windows of an application, whoever asks for them by whatever name. */
interface Family {
  readonly world: World;
  /** All of them, topmost first. */
  readonly windows: readonly Toplevel[];
  /** Those that the policy lets be read. */
  readonly readable: readonly Toplevel[];
}

/** The application that is waited for. */
export class WaitView implements Disposable {
  readonly #context: EngineContext;
  readonly #connection: Connection;
  readonly #target: WindowChoice;
  readonly #watch: ChangeWatch;
  readonly #wantsTrees: boolean;
  /** Processes of the application, as far as windows showed them. */
  readonly #pids = new Set<number>();
  #sights: readonly Sight[] = [];
  /** What the sights were of, and how many signs there had been. */
  #seen: { readonly key: string; readonly signs: number } | undefined;
  #nextLook = 0;

  /**
   * Begins to watch.
   *
   * @param wantsTrees Whether windows are looked into.
   */
  constructor(context: EngineContext, connection: Connection, target: WindowChoice, wantsTrees: boolean) {
    if (target.app === undefined && target.window_id === undefined) {
      throw new OperationError("invalid_request", "Name a window_id or an app");
    }
    this.#context = context;
    this.#connection = connection;
    this.#target = target;
    this.#wantsTrees = wantsTrees;
    this.#watch = new ChangeWatch(connection);
  }

  /**
   * What is there now. Looks into windows only when something changed since the last time.
   *
   * @throws {OperationError} `denied`, `approval_required`, `desktop_unavailable`.
   */
  async take(signal: AbortSignal): Promise<Moment> {
    const { lost } = this.#connection;
    if (lost !== null) throw new OperationError("desktop_unavailable", `The desktop was lost: ${lost}`);
    const family = this.#family();
    await this.#watch.follow(family.readable, signal);
    if (this.#wantsTrees) await this.#lookInto(family, signal);
    const { last } = this.#watch;
    return {
      app: this.#target.app ?? `window ${this.#target.window_id}`,
      windows: family.windows,
      others: new Set(family.world.toplevels.map(({ window }) => window)),
      sights: this.#sights,
      wasThere: this.#pids.size > 0,
      quietMs: performance.now() - last.at,
      lastSign: last.kind,
    };
  }

  /** Waits until there may be something new to see, or until `deadline`. */
  async next(deadline: number, signal: AbortSignal): Promise<void> {
    await this.#watch.next(deadline, signal);
    const pause = Math.min(this.#nextLook, deadline) - performance.now();
    if (this.#wantsTrees && pause > 0 && this.#watch.signs !== this.#seen?.signs) await delay(pause, signal);
  }

  /** Stops watching. */
  [Symbol.dispose](): void {
    this.#watch[Symbol.dispose]();
  }

  /** A denied application is never read; a window that appears needs no more than the application's approval. */
  #family(): Family {
    const { settings } = this.#context;
    const world = lookAtWorld(this.#connection, settings);
    const named = world.toplevels.filter((toplevel) => this.#isNamed(toplevel, world));
    // A window outlives its process for a moment; nobody can say any more whose it was.
    const living = named.filter(({ pid }) => pid === null || executableOf(pid) !== null);
    const asked = living.length > 0 ? living : named.filter(({ pid }) => pid === null || !this.#pids.has(pid));
    const main = preferred(asked, world) ?? asked[0];
    if (main) demandAccess(subjectOf(main, world), settings.policy);
    for (const { pid } of named) if (pid !== null) this.#pids.add(pid);
    const windows = world.toplevels.filter((toplevel) => named.includes(toplevel) || this.#isKin(toplevel));
    const readable = windows.filter((window) => decide(subjectOf(window, world), settings.policy).access === "allowed");
    return { world, windows, readable };
  }

  #isNamed(toplevel: Toplevel, world: World): boolean {
    const { window_id, app } = this.#target;
    if (window_id !== undefined) return toplevel.window === window_id;
    return appIdOf(toplevel, world).toLowerCase() === app!.toLowerCase();
  }

  #isKin({ pid }: Toplevel): boolean {
    return pid !== null && this.#pids.has(pid);
  }

  async #lookInto({ world, windows, readable }: Family, signal: AbortSignal): Promise<void> {
    const shown = windows.filter(({ viewable, iconified }) => viewable && !iconified);
    const key = JSON.stringify(shown.map((toplevel) => [toplevel.window, toplevel.title, readable.includes(toplevel)]));
    const { signs } = this.#watch;
    if (this.#seen?.key === key && this.#seen.signs === signs) return;
    const started = performance.now();
    const chosen = shown.filter((toplevel) => readable.includes(toplevel)).slice(0, MAX_SIGHTS);
    const sights = await Promise.all(chosen.map((window) => this.#sight(window, world, signal)));
    this.#sights = withUnseen(sights.filter((sight) => sight !== null), shown);
    this.#seen = { key, signs };
    const now = performance.now();
    this.#nextLook = now + Math.max(MIN_SPACING_MS, SPACING_FACTOR * (now - started));
  }

  /** Null for a popup that is no window on the bus: what it shows stands in the tree of the window that opened it. */
  async #sight(toplevel: Toplevel, world: World, signal: AbortSignal): Promise<Sight | null> {
    if (toplevel.overrideRedirect && "cause" in await frameOfWindow(this.#connection, toplevel, world, signal)) {
      return null;
    }
    return sightOf(await look(this.#context, this.#connection, toplevel, world, signal));
  }
}

function sightOf({ toplevel, snapshot, incomplete }: Look): Sight {
  const elements = snapshot ? [...snapshot.elements.values()] : [];
  const partly = elements.filter(({ unread }) => unread > 0).map(({ id, role, name, unread }) =>
    `${unread} more in ${role} ${id} ${inline(name)} are out of view`
  );
  const gaps = [...incomplete.map(({ cause }) => cause), ...partly];
  return { window: toplevel.window, title: toplevel.title, elements, gaps };
}

/** What could not be looked into is said, or nothing could be said to be absent. */
function withUnseen(sights: readonly Sight[], shown: readonly Toplevel[]): Sight[] {
  const unseen = shown.filter((toplevel) =>
    sights.every((sight) => sight.window !== toplevel.window) &&
    !(toplevel.overrideRedirect && sights.some((sight) => showsPopup(sight, toplevel)))
  );
  return [
    ...sights,
    ...unseen.map(({ window, title, overrideRedirect }) => ({
      window,
      title,
      elements: [],
      gaps: [`${overrideRedirect ? "the popup" : "the window"} ${window} could not be read`],
    })),
  ];
}

function showsPopup({ elements }: Sight, { bounds: popup }: Toplevel): boolean {
  return elements.some(({ visible }) =>
    visible !== undefined && visible.width * visible.height > 0 && visible.x >= popup.x && visible.y >= popup.y &&
    visible.x + visible.width <= popup.x + popup.width && visible.y + visible.height <= popup.y + popup.height
  );
}
