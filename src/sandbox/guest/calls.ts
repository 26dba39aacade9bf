/**
 * Calls to the host, from the guest's side.
 * @module
 */
import type { Bridge } from "./bridge.ts";
import type { Primordials } from "./primordials.ts";

/** Sends a call, its arguments being JSON text. Rejects with an Error that has `code`, `dispatched` and `details`. */
export type Send = (name: string, args: string) => Promise<unknown>;

/**
 * Makes the function that sends calls. See `primordials.ts` for what such functions may refer to.
 *
 * @param p The captured language.
 * @param bridge The process.
 * @param revive What each value of an answer becomes; a reviver of `JSON.parse`.
 */
export function makeCalls(p: Primordials, bridge: Bridge, revive: (key: string, value: unknown) => unknown): Send {
  type Failure = Error & Record<string, unknown>;

  const receive = async (answer: Promise<string>, failure: Failure): Promise<unknown> => {
    const reply = p.parse(await answer, revive);
    if (reply.ok) return reply.value;
    p.hide(failure, "name", "OperationError");
    p.hide(failure, "message", reply.error.message);
    const shown = ["code", "dispatched", "details"];
    for (let i = 0; i < shown.length; i++) {
      p.define(failure, shown[i]!, { value: reply.error[shown[i]!], enumerable: true, configurable: true });
    }
    throw failure;
  };

  // The error is made before the wait: later the stack would not show the cell's line any more.
  return (name, args) => receive(bridge.call(name, args), new p.Error() as Failure);
}
