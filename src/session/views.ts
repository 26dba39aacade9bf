/**
 * What the model has seen of each application: which tree later ones are compared with, which frame its
 * coordinates were read from, which windows there were.
 * @module
 */
import type { Observation } from "../contract/operations.ts";
import type { Frame, WindowInfo } from "../contract/values.ts";

/** What is known of one application's windows. */
interface View {
  windows: readonly WindowInfo[];
  lastWindow: number | undefined;
  frame: number | undefined;
  readonly seen: Map<number, number>;
}

/** How many applications are remembered. */
const MAX_VIEWS = 256;

/** The views of a session, by application id. */
export class Views {
  readonly #views = new Map<string, View>();

  /** The observation that the next one of this application is compared with: the last that the model received. */
  since(appId: string): number | undefined {
    const view = this.#views.get(keyOf(appId));
    return view?.lastWindow === undefined ? undefined : view.seen.get(view.lastWindow);
  }

  /** The frame that coordinates refer to. */
  frame(appId: string): number | undefined {
    return this.#views.get(keyOf(appId))?.frame;
  }

  /** The windows as they were last told. */
  windows(appId: string): readonly WindowInfo[] {
    return this.#views.get(keyOf(appId))?.windows ?? [];
  }

  /** Model code got a tree. @param isShown Whether the model received the whole text. */
  observed(observation: Observation, isShown: boolean): void {
    const { window, windows, frame, lineage, observation_id } = observation;
    const view = this.#view(window.app_id);
    view.windows = windows;
    view.lastWindow = window.window_id;
    if (frame) view.frame = frame.id;
    if (isShown && lineage !== "queried") view.seen.set(window.window_id, observation_id);
  }

  /** Model code got a picture of a window. */
  pictured(appId: string, frame: Frame): void {
    this.#view(appId).frame = frame.id;
  }

  /** An action told the windows. */
  acted(appId: string, windows: readonly WindowInfo[]): void {
    this.#view(appId).windows = windows;
  }

  /** Forgets everything: the desktop is another one. */
  clear(): void {
    this.#views.clear();
  }

  #view(appId: string): View {
    const key = keyOf(appId);
    const known = this.#views.get(key);
    if (known) return known;
    const view: View = { windows: [], lastWindow: undefined, frame: undefined, seen: new Map() };
    this.#views.set(key, view);
    const oldest = this.#views.keys().next().value;
    if (this.#views.size > MAX_VIEWS && oldest !== undefined) this.#views.delete(oldest);
    return view;
  }
}

function keyOf(appId: string): string {
  return appId.toLowerCase();
}
