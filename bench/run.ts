/**
 * Runs benches: `deno task bench` lists them and runs all, `deno task bench NAME…` runs some. A bench is a module
 * `bench/NAME_bench.ts` that exports {@linkcode Bench} as `bench`, or a function `run` that prints what it measures.
 * @module
 */
import { print, warn } from "../src/terminal.ts";
import { median } from "./support/median.ts";

/** Several ways to do one thing, measured side by side. */
export interface Bench {
  /** What is measured, in one line. */
  readonly title: string;
  /** The ways, by name. The first one is ours; the others are what it is compared with. */
  readonly ways: Readonly<Record<string, () => Promise<void>>>;
  /** How often each way is run; the first run of each is not counted. */
  readonly runs: number;
  /** Ends what the bench started. */
  readonly close?: () => Promise<void>;
}

type BenchModule = { readonly bench: Bench } | { readonly run: () => Promise<void> };

const folder = new URL("./", import.meta.url);

/** The names of all benches. */
export function benchNames(): string[] {
  const files = [...Deno.readDirSync(folder)].map((entry) => entry.name);
  return files.filter((name) => name.endsWith("_bench.ts")).map((name) => name.replace(/_bench\.ts$/, "")).sort();
}

/** Milliseconds of each run of a way, without the first. The ways take turns, so that load hits all alike. */
export async function measure(bench: Bench): Promise<Map<string, number[]>> {
  const times = new Map(Object.keys(bench.ways).map((name) => [name, [] as number[]]));
  for (let run = 0; run <= bench.runs; run++) {
    for (const [name, way] of Object.entries(bench.ways)) {
      const started = performance.now();
      await way();
      if (run > 0) times.get(name)?.push(performance.now() - started);
    }
  }
  return times;
}

/** One line for each way: its median, and how many times the first one's median that is. */
export function report(bench: Bench, times: ReadonlyMap<string, readonly number[]>): string {
  const [ours] = [...times.values()].map(median);
  const lines = [...times].map(([name, values]) => {
    const middle = median(values);
    return `  ${name.padEnd(24)} ${middle.toFixed(2).padStart(10)} ms  ${(middle / (ours ?? NaN)).toFixed(2)} x`;
  });
  return [`${bench.title} (median of ${bench.runs})`, ...lines, ""].join("\n");
}

async function runBench(name: string): Promise<void> {
  const module = await import(new URL(`${name}_bench.ts`, folder).href) as BenchModule;
  if ("run" in module) return await module.run();
  const { bench } = module;
  try {
    print(`${name}: ${report(bench, await measure(bench))}\n`);
  } finally {
    await bench.close?.();
  }
}

/** Runs the benches with these names, or all; 0, or 2 for a wrong name. */
export async function main(args: readonly string[]): Promise<number> {
  const all = benchNames();
  const wrong = args.find((name) => !all.includes(name));
  if (wrong !== undefined) {
    warn(`No bench "${wrong}"; there ${all.length === 0 ? "is none yet" : `are ${all.join(", ")}`}\n`);
    return 2;
  }
  print(`Benches: ${all.join(", ") || "none yet"}\n`);
  for (const name of args.length > 0 ? args : all) await runBench(name);
  return 0;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
