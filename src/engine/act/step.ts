/**
 * One action, planned: what it will send, where it lands, and how its effect can be read back.
 * @module
 */
import type { Action, Route } from "../../contract/actions.ts";
import type { Expectation, Reaction } from "../settle/reaction.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import type { Scene } from "./scene.ts";

/** What reading back said. */
export interface Verification {
  /** What was read back and is as it should be. */
  readonly confirmed?: string;
  /** What differs from what was asked for, with a hint where one saves a turn. */
  readonly warning?: string;
  /** Why it may not have met what it was aimed at: such an action is never taken for confirmed. */
  readonly doubt?: string;
}

/** An action that is ready to be sent. */
export interface Step {
  /** How it is delivered; chosen here, before anything is sent, and never changed. */
  readonly route: Route;
  /** The window that it lands on. */
  readonly window: Toplevel;
  /** What it is likely to cause. */
  readonly expectation: Expectation;
  /**
   * Sends it.
   *
   * @param sending Called right before the first thing is sent: after that a failure leaves the outcome open.
   * @returns Warnings.
   */
  dispatch(sending: () => void): Promise<string[]>;
  /** Reads the effect back after settling, where that can be done. */
  verify?(reaction: Reaction): Promise<Verification>;
}

/** Plans an action of one type. It may look and wait, but sends nothing. */
export type Planner<A extends Action> = (action: A, scene: Scene) => Promise<Step>;

/** The dialog that an action may close: the window itself, if it is one. */
export function dialogOf(toplevel: Toplevel): Toplevel["window"] | null {
  const isDialog = toplevel.modal || toplevel.dialogType || toplevel.transientFor !== null;
  return isDialog && !toplevel.overrideRedirect ? toplevel.window : null;
}

/** Whether a name promises a dialog, as menus and buttons do by an ellipsis: it is waited for even without a trace of it. */
export function promisesDialog(name: string | undefined): boolean {
  return /(?:…|\.\.\.)$/.test(name?.trim() ?? "");
}
