/**
 * `wait_for`.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { Params, Result } from "../../contract/operations.ts";
import type { Predicate, Verdict } from "../../contract/predicates.ts";
import type { EngineContext } from "../context.ts";
import { judge } from "../observe/wait_for_judge.ts";
import type { Moment } from "../observe/wait_for_scope.ts";
import { WaitView } from "../observe/wait_for_view.ts";
import { roundMs } from "../time.ts";
import type { Handler } from "./handler.ts";

/** Waits until the predicates hold together (`all`), or one does (`any`), and says what was seen of each. */
export const waitFor: Handler<"wait_for"> = async (params, context, { signal }) => {
  const started = performance.now();
  const end = started + params.timeout_ms;
  const homes = homesOf(params.predicates, context);
  const connection = await context.connect(signal);
  using view = new WaitView(context, connection, params, params.predicates.some(needsTree));
  for (let isFirst = true;; isFirst = false) {
    const moment = await view.take(signal);
    if (isFirst) demandWindow(params, moment);
    const verdicts = params.predicates.map((predicate) => judge(predicate, moment, homes));
    const met = isMet(verdicts, params.mode);
    if (met || performance.now() >= end) return answer(met, verdicts);
    await view.next(Math.min(end, ...quietDue(params.predicates, moment)), signal);
  }

  function answer(met: boolean, predicates: Verdict[]): Result<"wait_for"> {
    return { met, predicates, waited_ms: roundMs(performance.now() - started), last_id: context.ids.last };
  }
};

function isMet(verdicts: readonly Verdict[], mode: Params<"wait_for">["mode"]): boolean {
  const isMetOne = ({ result }: Verdict) => result === "met";
  return mode === "all" ? verdicts.every(isMetOne) : verdicts.some(isMetOne);
}

function needsTree({ type }: Predicate): boolean {
  return type !== "window" && type !== "quiet";
}

/** The windows of the elements that are named by id. @throws {OperationError} `element_not_found` for unknown ids. */
function homesOf(predicates: readonly Predicate[], { elements }: EngineContext): Map<number, number> {
  const ids = predicates.flatMap((one) => "element" in one && one.element !== undefined ? [one.element] : []);
  return new Map(ids.map((id) => [id, elements.get(id).window]));
}

/** A window that was never there is a mistake, unless it is waited for to be gone. */
function demandWindow({ window_id, predicates }: Params<"wait_for">, { others }: Moment): void {
  if (window_id === undefined || others.has(window_id)) return;
  if (predicates.every((one) => one.type === "window" && one.is === "gone")) return;
  throw new OperationError(
    "window_not_found",
    `No window ${window_id} on this display; call list_windows for those there are`,
  );
}

/** When predicates that wait for quiet will hold if nothing happens until then. */
function quietDue(predicates: readonly Predicate[], { quietMs }: Moment): number[] {
  const now = performance.now();
  return predicates.flatMap((one) => one.type === "quiet" && one.ms > quietMs ? [now + one.ms - quietMs + 1] : []);
}
