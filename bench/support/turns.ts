/**
 * Measures ways of doing one thing that take turns, with the CPU time of the processes that serve them.
 * @module
 */
import { median } from "./median.ts";
import { cpuTime, untilIdle } from "./cpu.ts";

/** When no further turn is begun, ms, and how many are counted whatever they take. */
const BUDGET_MS = 8_000;
const FEWEST_RUNS = 3;

/** One way. Only `run` is measured. */
export interface Way<T> {
  /** Done before each run. */
  readonly prepare?: () => Promise<unknown>;
  /** What is measured. */
  readonly run: () => Promise<T>;
  /** Done after each run, whatever came of it. */
  readonly finish?: () => Promise<unknown>;
}

/** What the runs of one way came to. */
export interface Measured<T> {
  /** Median time, ms. */
  readonly ms: number;
  /** Median CPU time of the processes, ms. */
  readonly cpuMs: number;
  /** How many runs are counted. */
  readonly runs: number;
  /** What each run gave. */
  readonly values: readonly T[];
  /** What the last one gave. */
  readonly last: T;
}

interface Run<T> {
  readonly ms: number;
  readonly cpuMs: number;
  readonly value: T;
}

/**
 * Runs the ways in turns, in one order and then in the other, so that load hits all alike. Slow ones run less often.
 *
 * @param ways The ways.
 * @param pids Processes whose CPU time is counted.
 * @param runs How often each way is counted at most.
 * @param warmUps How often each is run before.
 */
export async function takeTurns<T extends readonly unknown[]>(
  ways: { readonly [K in keyof T]: Way<T[K]> },
  pids: readonly number[],
  runs: number,
  warmUps = 1,
): Promise<{ [K in keyof T]: Measured<T[K]> }> {
  const taken = ways.map((): Run<unknown>[] => []);
  const deadline = performance.now() + BUDGET_MS;
  const goesOn = (turn: number) => turn < warmUps + FEWEST_RUNS || performance.now() < deadline;
  for (let turn = 0; turn < warmUps + runs && goesOn(turn); turn++) {
    const order = [...ways.keys()];
    for (const at of turn % 2 === 0 ? order : order.reverse()) {
      const run = await runOnce(ways[at]!, pids);
      if (turn >= warmUps) taken[at]!.push(run);
    }
  }
  return taken.map(summarize) as { [K in keyof T]: Measured<T[K]> };
}

async function runOnce<T>(way: Way<T>, pids: readonly number[]): Promise<Run<T>> {
  try {
    await way.prepare?.();
    await untilIdle(pids);
    const before = cpuTime(pids);
    const started = performance.now();
    const value = await way.run();
    const ms = performance.now() - started;
    // What it is still doing on account of the run counts.
    await untilIdle(pids);
    return { ms, cpuMs: cpuTime(pids) - before, value };
  } finally {
    await way.finish?.();
  }
}

function summarize<T>(runs: readonly Run<T>[]): Measured<T> {
  const last = runs.at(-1);
  if (!last) throw new RangeError("At least one run must be counted");
  const middle = (of: (run: Run<T>) => number) => median(runs.map(of));
  return {
    ms: middle((run) => run.ms),
    cpuMs: middle((run) => run.cpuMs),
    runs: runs.length,
    values: runs.map((run) => run.value),
    last: last.value,
  };
}
