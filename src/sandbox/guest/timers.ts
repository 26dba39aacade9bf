/**
 * Timers, from the guest's side: the process waits, the callbacks stay here.
 * @module
 */
import type { Bridge } from "./bridge.ts";
import type { Primordials } from "./primordials.ts";

/** Makes the timer functions. See `primordials.ts` for what such functions may refer to. */
export function makeTimers(p: Primordials, bridge: Bridge) {
  type Callback = (...args: unknown[]) => unknown;
  let waiting: Record<number, { readonly run: Callback; readonly args: unknown[]; readonly repeats: boolean }> = {};

  const start = (repeats: boolean) => (run: Callback, ms?: unknown, ...args: unknown[]): number => {
    if (typeof run !== "function") throw new p.TypeError("A timer needs a function");
    const id = bridge.startTimer(typeof ms === "number" ? ms : 0, repeats);
    p.define(waiting, id, { value: { run, args, repeats }, configurable: true });
    return id;
  };
  const stop = (id?: unknown): void => {
    if (typeof id !== "number" || !p.has(waiting, id)) return;
    delete waiting[id];
    bridge.stopTimer(id);
  };
  const setTimeout = start(false);
  return {
    setTimeout,
    setInterval: start(true),
    stop,
    sleep: (ms?: unknown) => new p.Promise<void>((resolve) => setTimeout(() => resolve(), ms)),
    /** Runs the callback of a timer that is due. */
    fire: (id: number): void => {
      const entry = p.has(waiting, id) ? waiting[id]! : undefined;
      if (!entry) return;
      if (!entry.repeats) delete waiting[id];
      p.apply(entry.run, undefined, entry.args);
    },
    /** Forgets all. */
    forget: (): void => {
      waiting = {};
    },
  };
}
