/**
 * The engine: dispatches validated calls to handlers, acting ones one at a time, each within its deadline.
 * @module
 */
import { OperationError } from "../contract/errors.ts";
import { type OperationName, operations, type Params } from "../contract/operations.ts";
import { EngineContext } from "./context.ts";
import { explain } from "./explain.ts";
import { handlers } from "./handlers.ts";
import type { Call, Handler } from "./handlers/handler.ts";
import { type EngineOptions, readSettings } from "./settings.ts";

export type { EngineOptions, LiveAdmission } from "./settings.ts";
export type { Call } from "./handlers/handler.ts";

/** One engine, for one display. */
export interface Engine {
  /**
   * Runs an operation.
   *
   * @param name The operation.
   * @param params Its parameters, validated by the contract.
   * @throws {OperationError}
   */
  dispatch(name: OperationName, params: unknown, call: Call): Promise<unknown>;
  /** Closes the connections. */
  close(): Promise<void>;
}

/** Makes an engine. Nothing is opened before the first call that needs the desktop. */
export function createEngine(options: EngineOptions): Engine {
  const context = new EngineContext(readSettings(options));
  let lastAct: Promise<unknown> = Promise.resolve();
  return {
    dispatch(name, params, call) {
      const run = () => serve(name, params, context, call);
      if (operations[name].effect !== "acts") return run();
      const turn = lastAct.then(run, run);
      lastAct = turn.catch(() => {}); // Its caller is told; the next act only waits for the end.
      return turn;
    },
    close: () => context[Symbol.asyncDispose](),
  };
}

async function serve<K extends OperationName>(name: K, params: unknown, context: EngineContext, call: Call) {
  // Not AbortSignal.timeout(), which lives on until it is due.
  const deadline = new AbortController();
  const timer = setTimeout(
    () => deadline.abort(new DOMException("The operation took too long", "TimeoutError")),
    operations[name].deadlineMs,
  );
  const signal = AbortSignal.any([call.signal, deadline.signal]);
  try {
    signal.throwIfAborted();
    const handler: Handler<K> = handlers[name];
    return await handler(params as Params<K>, context, { ...call, signal });
  } catch (error) {
    const dispatched = operations[name].effect === "acts" ? "unknown" : "no";
    if (deadline.signal.aborted && !(error instanceof OperationError)) {
      const ms = operations[name].deadlineMs;
      throw new OperationError("timeout", `${name} was not done after ${ms} ms`, { dispatched, cause: error });
    }
    throw explain(error, dispatched);
  } finally {
    clearTimeout(timer);
  }
}
