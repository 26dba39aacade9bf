/**
 * The gate: `deno task ok`. Runs every check, one line each with its time, and lists at the end what failed.
 * @module
 */
import { print } from "../src/terminal.ts";
import { deno, type Ended, root } from "./processes.ts";
import { testFiles, tiers, walk } from "./tiers.ts";

/** One step of the gate. */
interface Step {
  readonly name: string;
  readonly run: () => Promise<Ended>;
}

const steps: readonly Step[] = [
  { name: "format", run: () => deno(["fmt", "--check"]) },
  { name: "lint", run: () => deno(["lint"]) },
  { name: "types", run: () => deno(["check", ...sources(), ...tests()]) },
  { name: "documentation", run: () => deno(["run", "-A", "scripts/doc_lint.ts"]) },
  { name: "generated documents", run: () => deno(["run", "-A", "scripts/docs.ts", "--check"]) },
  { name: "secrets", run: () => deno(["run", "-A", "scripts/secrets.ts"]) },
  { name: "architecture and unit tests", run: () => deno(["run", "-A", "scripts/test.ts", "unit"]) },
];

/** Every module of the program, its scripts and its benches. */
function sources(): string[] {
  const top = [...Deno.readDirSync(root)].filter((entry) => entry.isFile).map((entry) => entry.name);
  const all = [...top, ...["src", "scripts", "bench"].flatMap((folder) => walk(root, folder))];
  return all.filter((path) => path.endsWith(".ts")).sort();
}

function tests(): string[] {
  return tiers.flatMap((tier) => testFiles(tier));
}

async function runStep(step: Step): Promise<boolean> {
  const started = performance.now();
  const ended = await step.run();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const good = ended.code === 0;
  print(`${good ? "ok    " : "FAILED"} ${step.name} (${seconds} s)\n`);
  if (!good) print(`${ended.stdout}${ended.stderr}\n`);
  return good;
}

/** Runs all steps, also after one failed; 0 when all are well. */
export async function main(): Promise<number> {
  const failed: string[] = [];
  for (const step of steps) {
    if (!await runStep(step)) failed.push(step.name);
  }
  print(failed.length === 0 ? "ok\n" : `failed: ${failed.join(", ")}\n`);
  return failed.length === 0 ? 0 : 1;
}

if (import.meta.main) Deno.exit(await main());
