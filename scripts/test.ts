/**
 * Runs tiers of tests: `deno run -A scripts/test.ts unit integration`. The last line is `N passed, N failed`; the exit
 * status is 0 when something ran and nothing failed.
 *
 * Files run side by side, as many as there are processors (long ones one by one); what a file says is shown when it is done.
 *
 * The tests get a folder of their own for temporary files and for the runtime directory, and no display and no bus of
 * whoever runs them.
 * @module
 */
import { print, warn } from "../src/terminal.ts";
import { addCounts, type Counts, countTests, isGood, noTests } from "./junit.ts";
import { endLeftovers, leftovers } from "./leftovers.ts";
import { inLanes } from "./lanes.ts";
import { deno } from "./processes.ts";
import { isAlone, isTier, testFiles, type Tier, tiers } from "./tiers.ts";

/** Variables that lead to the desktop of whoever runs the tests. */
const ownersVariables = [
  "DISPLAY",
  "WAYLAND_DISPLAY",
  "XAUTHORITY",
  "DBUS_SESSION_BUS_ADDRESS",
  "AT_SPI_BUS_ADDRESS",
  "CUA_DISPLAY",
  "CUA_WORKSPACE",
];
/** Types are checked once, for all files together. */
const testFlags = ["test", "-A", "--no-prompt", "--frozen", "--no-check"];
/** How long one file may take, ms: a test that hangs must not hide what the others say. */
const FILE_MS = 600_000;

/** Runs the tiers named in `args`; 0 when all is well, 1 when not, 2 for a wrong name. */
export async function main(args: readonly string[]): Promise<number> {
  const wrong = args.find((word) => !isTier(word));
  if (wrong !== undefined || args.length === 0) return usage(wrong);
  // Short: a browser's socket in a desktop's own folder in this one must not be longer than 107 bytes.
  const folder = `/tmp/cua-${crypto.randomUUID().slice(0, 8)}`;
  Deno.mkdirSync(folder, { mode: 0o700 });
  try {
    const counts = await runTiers(args.filter(isTier), folder);
    const left = await reportLeftovers(folder);
    return summary({ ...counts, failed: counts.failed + left });
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

function usage(wrong: string | undefined): number {
  warn(`${wrong === undefined ? "No tier given" : `No tier "${wrong}"`}; give one or more of ${tiers.join(", ")}\n`);
  return 2;
}

async function runTiers(names: readonly Tier[], folder: string): Promise<Counts> {
  const all: Counts[] = [];
  for (const tier of names) all.push(await runTier(tier, folder));
  return addCounts(all);
}

async function runTier(tier: Tier, folder: string): Promise<Counts> {
  const files = testFiles(tier);
  if (files.length === 0) return sayEmpty(tier);
  print(`== ${tier}: ${files.length} files\n`);
  const checked = await deno(["check", "--frozen", ...files]);
  if (checked.code !== 0) {
    warn(checked.stderr);
    return { ...noTests, failed: 1 };
  }
  const env = testEnvironment(folder);
  const run = (group: readonly string[]) => runFiles(group, env, `${folder}/${crypto.randomUUID()}.xml`);
  const lanes = tier === "soak" ? 1 : navigator.hardwareConcurrency;
  const together = await inLanes(groups(tier, files.filter((path) => !isAlone(path))), lanes, run);
  return addCounts([...together, ...await inLanes(files.filter(isAlone).map((path) => [path]), 1, run)]);
}

/** What runs in one process: all unit tests, and each other file by itself. */
function groups(tier: Tier, files: readonly string[]): (readonly string[])[] {
  return tier === "unit" ? [files] : files.map((path) => [path]);
}

async function runFiles(files: readonly string[], env: Record<string, string>, report: string): Promise<Counts> {
  const args = [...testFlags, `--junit-path=${report}`, ...files];
  const { code, stdout, stderr } = await deno(args, { env, signal: AbortSignal.timeout(FILE_MS) });
  print(stdout);
  warn(stderr);
  return countTests(readReport(report), code);
}

function sayEmpty(tier: Tier): Counts {
  print(`== ${tier}: no tests yet\n`);
  return noTests;
}

/** A run that ended early, by a crash of Deno for example, leaves no report. */
function readReport(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

function testEnvironment(folder: string): Record<string, string> {
  const own = Object.entries(Deno.env.toObject()).filter(([name]) => !ownersVariables.includes(name));
  for (const name of ["run", "tmp"]) Deno.mkdirSync(`${folder}/${name}`, { recursive: true, mode: 0o700 });
  return { ...Object.fromEntries(own), XDG_RUNTIME_DIR: `${folder}/run`, TMPDIR: `${folder}/tmp` };
}

async function reportLeftovers(folder: string): Promise<number> {
  const left = await leftovers(folder);
  for (const { pid, command } of left) warn(`Left alive by the tests: ${pid} ${command.slice(0, 200)}\n`);
  endLeftovers(folder);
  return left.length;
}

function summary(counts: Counts): number {
  if (counts.skipped > 0) print(`${counts.skipped} skipped\n`);
  print(`${counts.passed} passed, ${counts.failed} failed\n`);
  return isGood(counts) ? 0 : 1;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
