/**
 * A fixture as the rows of the matrix drive it: things are found in the tree, or by the places that the fixture logs.
 * @module
 */
import type { ActionReport } from "../../src/contract/actions.ts";
import type { ParamsInput, Result } from "../../src/contract/operations.ts";
import type { Point, Rect } from "../../src/contract/values.ts";
import { delay } from "../../src/engine/time.ts";
import type { FixtureEvent, Toolkit } from "../support/fixture.ts";
import { type DesktopKind, pictured, type Setting } from "./desktops.ts";
import { type ThingName, things } from "./things.ts";

/** An action as a model gives it. */
export type Action = ParamsInput<"act">["actions"][number];
/** What else a call says. */
export type More = Partial<ParamsInput<"act">>;
/** Where an action goes: `element` in a tree, `point` in a picture. */
export type Target = { readonly element: number } | { readonly point: Point };

/** How long something may take to show up, ms. */
const SHOW_MS = 15_000;
const RETRY_MS = 50;

/** What is shown for a while, and may be elsewhere the next time. */
const passing: ReadonlySet<ThingName> = new Set(["menuOpen", "menuRecent", "menuBudget", "green"]);

/** Something that was found. */
export interface Place {
  readonly target: Target;
  /** The frame of its points. */
  readonly frame: number;
  /** A point of it in the frame, at shares of its width and height. */
  at(x: number, y: number): Point;
  /** Its width in X pixels. */
  readonly width: number;
}

/** Something that did not show up: the row can't be tried. */
export class Missing extends Error {}

/** The fixture. */
export class Driven {
  /** Where we are. */
  readonly kind: DesktopKind;
  /** Whose fixture. */
  readonly toolkit: Toolkit;
  readonly #setting: Setting;
  #mark = 0;

  constructor(kind: DesktopKind, toolkit: Toolkit, setting: Setting) {
    [this.kind, this.toolkit, this.#setting] = [kind, toolkit, setting];
  }

  /** Everything logged since the start of the row. */
  events(): FixtureEvent[] {
    return this.#setting.fixture.events().slice(this.#mark);
  }

  /** Everything logged since the fixture started. */
  history(): FixtureEvent[] {
    return this.#setting.fixture.events();
  }

  /** A new row starts; later also: what was logged before counts no more. */
  begin(): void {
    this.#mark = this.#setting.fixture.events().length;
  }

  /** Performs one action. */
  async act(action: Action, more: More = {}): Promise<ActionReport> {
    const { engine, app } = this.#setting;
    return (await engine.call("act", { target: { app }, actions: [action], observe: false, ...more })).reports[0]!;
  }

  /** Waits until the log says something. */
  async hears(matches: (events: readonly FixtureEvent[]) => boolean, timeoutMs = SHOW_MS): Promise<boolean> {
    const end = performance.now() + timeoutMs;
    for (;;) {
      if (matches(this.events())) return true;
      if (performance.now() > end) return false;
      // The log is a file: looking again is all that can be done.
      await delay(10);
    }
  }

  /** Finds something that is shown. @throws {Missing} */
  place(name: ThingName): Promise<Place> {
    return pictured.includes(this.toolkit) ? this.#placeInPicture(name) : this.#placeInTree(name);
  }

  async #placeInTree(name: ThingName): Promise<Place> {
    const end = performance.now() + SHOW_MS;
    for (;;) {
      const found = await this.#find(name);
      if (found?.bounds) return await this.#placeOf({ element: found.element }, found.bounds);
      if (performance.now() > end) throw new Missing(`no ${name} in the tree`);
      await delay(RETRY_MS);
    }
  }

  async #find(name: ThingName): Promise<Result<"find">["matches"][number] | undefined> {
    const { engine, app } = this.#setting;
    const { roles, name: label } = things[name];
    const locator = label === "" ? { role: roles[0] } : { name: label };
    const { matches } = await engine.call("find", { app, locator, max_results: 100 });
    return matches.find((match) => roles.includes(match.role) && match.name === label && match.bounds);
  }

  /** The last place that was logged: of what is shown for a while, since it was opened. */
  async #placeInPicture(name: ThingName): Promise<Place> {
    const { widget, value } = { value: undefined, ...things[name] };
    const isThere = (event: FixtureEvent) =>
      event.event === "place" && event.widget === widget && event.value === value;
    await this.hears((events) => (passing.has(name) ? events : this.history()).some(isThere));
    const { x, y, width = 0, height = 0 } = this.history().findLast(isThere) ?? {};
    if (x === undefined || y === undefined) throw new Missing(`no place of ${name} in the log`);
    const left = x - Math.floor(width / 2);
    return await this.#placeOf(undefined, { x: left, y: y - Math.floor(height / 2), width, height });
  }

  async #placeOf(target: Target | undefined, bounds: Rect): Promise<Place> {
    const { engine, app } = this.#setting;
    const { frame, window } = await engine.call("observe", { app });
    if (!frame) throw new Missing("no frame");
    const at = (x: number, y: number): Point => [
      Math.floor(bounds.x + x * bounds.width) - window.bounds.x,
      Math.floor(bounds.y + y * bounds.height) - window.bounds.y,
    ];
    return { target: target ?? { point: at(0.5, 0.5) }, frame: frame.id, at, width: bounds.width };
  }
}
