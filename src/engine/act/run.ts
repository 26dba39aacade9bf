/**
 * Runs the actions of one call: in order, stopping at the first failure, with a report of each.
 * @module
 */
import type { Action, ActionReport } from "../../contract/actions.ts";
import { type Dispatched, OperationError } from "../../contract/errors.ts";
import type { Params } from "../../contract/operations.ts";
import { CallTimeout, DBusError, UnexpectedReply } from "../atspi/wire/errors.ts";
import type { Connection } from "../connection.ts";
import type { EngineContext } from "../context.ts";
import { explain } from "../explain.ts";
import { inline } from "../escape.ts";
import type { Reaction } from "../settle/reaction.ts";
import { SettleWatch } from "../settle/settle_watch.ts";
import { roundMs } from "../time.ts";
import { busNamesOf } from "../world/frames.ts";
import { lookAtWorld, windowInfo } from "../world/windows.ts";
import { parseChord } from "../x11/keysyms.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import { demandAnswering } from "./answering.ts";
import { planButtonDown, planButtonUp } from "./button.ts";
import { planDrag } from "./drag.ts";
import { leaveBackground } from "./background.ts";
import { judge } from "./effect.ts";
import { namesElement } from "./element.ts";
import { planFocus } from "./focus.ts";
import { planPerformAction } from "./perform_action.ts";
import { planClick } from "./click.ts";
import { planHover } from "./hover.ts";
import { planMoveRelative } from "./move_relative.ts";
import { planPaste } from "./paste.ts";
import { planPressKey } from "./press_key.ts";
import { pointOnDisplay, pointsOf } from "./frame_points.ts";
import { toolkitOf } from "./routes/toolkit.ts";
import { type Scene, setScene } from "./scene.ts";
import { distanceOf, planScroll } from "./scroll.ts";
import { planSelectText } from "./select_text.ts";
import { planSetValue } from "./set_value.ts";
import type { Step, Verification } from "./step.ts";
import { planTypeText } from "./type_text.ts";

/** What the actions did. */
export interface Performance {
  /** A report of each action, in order. */
  readonly reports: ActionReport[];
  /** The window that the last action was aimed at, before it. */
  readonly target: Toplevel;
}

/** Runs all actions. @throws {OperationError} With `details.reports` of what was done before the failure. */
export async function runActions(
  context: EngineContext,
  connection: Connection,
  params: Params<"act">,
  signal: AbortSignal,
): Promise<Performance> {
  let scene = setScene(context, connection, params, signal, params.actions[0]!);
  for (const action of params.actions) {
    // On the whole display each action has a target of its own.
    validate(action, params.target.display ? setScene(context, connection, params, signal, action) : scene);
  }
  const reports: ActionReport[] = [];
  for (const action of params.actions) {
    try {
      context.demandNoAbort();
      scene = setScene(context, connection, params, signal, action, scene.target);
      reports.push(await perform(action, scene));
    } catch (error) {
      throw withReports(error, reports);
    }
  }
  return { reports, target: scene.target };
}

/** What can be said to be wrong before anything is sent. */
function validate(action: Action, scene: Scene): void {
  if (action.type === "press_key") parseChord(action.key);
  if (action.type === "scroll") distanceOf(action);
  if ("element" in action || "locator" in action) namesElement(action);
  if ("element" in action && action.element !== undefined) scene.context.elements.get(action.element);
  for (const point of pointsOf(action)) pointOnDisplay(scene, point);
}

async function perform(action: Action, scene: Scene): Promise<ActionReport> {
  using background = scene.background;
  using _engaged = { [Symbol.dispose]: () => scene.connection.own?.disengage() };
  const { step, busNames, slowness } = await prepare(action, scene);
  const shown = scene.windows.filter(({ viewable }) => viewable);
  const watched = {
    pid: scene.target.pid,
    windows: shown.map(({ window }) => window),
    frames: shown.map(({ frame }) => frame),
    busNames,
  };
  using watch = new SettleWatch(scene.connection, watched, scene.context.settings.patientSettling);
  const started = performance.now();
  const warnings = await dispatch(step, watch);
  const dispatched = performance.now();
  const reaction = await watch.settle(step.expectation, scene.signal).catch(afterDispatch);
  if (reaction.isBlocked) { for (const name of busNames) scene.connection.bus?.responsiveness.markBlocked(name); }
  const verification = await verify(step, reaction).catch(afterDispatch);
  const after = lookAtWorld(scene.connection, scene.context.settings);
  if (background) warnings.push(...await leaveBackground(scene, background, after).catch(afterDispatch));
  const isWatched = shown.length > 0 || busNames.size > 0;
  const [before, pid, target] = [scene.world, scene.target.pid, step.window];
  const judgement = judge({ reaction, verification, before, after, pid, target, isWatched });
  return {
    type: action.type,
    route: step.route,
    ...judgement,
    window: windowInfo(step.window, scene.world),
    warnings: [
      ...slowness,
      ...warnings,
      ...(verification.warning ? [verification.warning] : []),
      ...hints(judgement.effect, reaction),
    ],
    timing: { dispatch_ms: roundMs(dispatched - started), settle_ms: roundMs(reaction.settleMs) },
  };
}

/** An action that can be sent. */
interface Prepared {
  readonly step: Step;
  readonly busNames: Set<string>;
  /** A warning that the application is slow. */
  readonly slowness: readonly string[];
}

/** Whether an action sends keys: text goes in over accessibility where that can be done, Return never does. */
function sendsKeys(action: Action, { route }: Step): boolean {
  if (action.type === "type_text") return route !== "accessibility" || action.text.endsWith("\n");
  return action.type === "press_key" || (action.type === "paste" && route !== "accessibility");
}

/** Nothing is sent while an action is planned, whatever goes wrong. */
async function prepare(action: Action, scene: Scene): Promise<Prepared> {
  try {
    const isByToolkit = scene.background !== null || scene.connection.own !== null;
    const toolkit = isByToolkit ? await toolkitOf(scene, scene.active) : scene.toolkit;
    const step = await plan(action, { ...scene, toolkit });
    const slowness = sendsKeys(action, step) ? await demandAnswering(scene) : [];
    return { step, busNames: await busNamesOf(scene.connection, scene.target, scene.signal), slowness };
  } catch (error) {
    throw explain(error, "no");
  }
}

function hints(effect: ActionReport["effect"], { isBlocked }: Reaction): string[] {
  if (isBlocked) {
    return ["the application does not answer: it is busy, blocked or stopped; look again before you go on"];
  }
  return effect === "none" ? ["nothing was seen to happen; look again before you repeat it"] : [];
}

async function plan(action: Action, scene: Scene): Promise<Step> {
  switch (action.type) {
    case "click":
      return await planClick(action, scene);
    case "hover":
      return await planHover(action, scene);
    case "move_relative":
      return await planMoveRelative(action, scene);
    case "button_down":
      return await planButtonDown(action, scene);
    case "button_up":
      return await planButtonUp(action, scene);
    case "drag":
      return await planDrag(action, scene);
    case "scroll":
      return await planScroll(action, scene);
    case "paste":
      return await planPaste(action, scene);
    case "press_key":
      return await planPressKey(action, scene);
    case "type_text":
      return await planTypeText(action, scene);
    case "set_value":
      return await planSetValue(action, scene);
    case "select_text":
      return await planSelectText(action, scene);
    case "focus":
      return await planFocus(action, scene);
    case "perform_action":
      return await planPerformAction(action, scene);
  }
}

/** An error before the first thing was sent left nothing; after it, the outcome is open. */
async function dispatch(step: Step, watch: SettleWatch): Promise<string[]> {
  let dispatched: Dispatched = "no";
  watch.begin();
  // What comes before it, raising the window for instance, is no reaction to the action.
  const sending = () => {
    if (dispatched === "no") watch.begin();
    dispatched = "unknown";
  };
  try {
    return await step.dispatch(sending);
  } catch (error) {
    const failure = explain(error, dispatched);
    throw failure.dispatched === "no" && dispatched !== "no" ? failure.withDispatched(dispatched) : failure;
  }
}

/** Whatever goes wrong after the dispatch, the action was sent. */
function afterDispatch(error: unknown): never {
  const failure = explain(error, "yes");
  throw failure.dispatched === "no" ? failure.withDispatched("yes") : failure;
}

/** What can't be read back is no failure of the action. */
async function verify(step: Step, reaction: Reaction): Promise<Verification> {
  try {
    return await step.verify?.(reaction) ?? {};
  } catch (error) {
    const isTold = [DBusError, OperationError, CallTimeout, UnexpectedReply].some((kind) => error instanceof kind);
    if (!isTold) throw error;
    return { warning: `the result could not be read back (${inline((error as Error).message)})` };
  }
}

function withReports(error: unknown, reports: readonly ActionReport[]): OperationError {
  const failure = explain(error, "unknown");
  const partly: Dispatched = failure.dispatched === "no" && reports.length > 0 ? "partly" : failure.dispatched;
  return new OperationError(failure.code, failure.message, {
    dispatched: partly,
    cause: failure.cause,
    details: {
      ...failure.details,
      failed_action: reports.length,
      completed: reports.map(({ type, effect }) => ({ type, effect })),
    },
  });
}
