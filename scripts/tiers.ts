/**
 * The tiers of tests: which files belong to which.
 * @module
 */
import { root } from "./processes.ts";

/** A tier of tests. */
export type Tier = "unit" | "integration" | "apps" | "soak";

/** Every tier, the quickest first. */
export const tiers: readonly Tier[] = ["unit", "integration", "apps", "soak"];

/** Whether a word names a tier. */
export function isTier(word: string): word is Tier {
  return tiers.some((tier) => tier === word);
}

/** Files that take minutes: they are begun first, so that nobody waits for them at the end. */
const long = [
  "tests/apps/engine/libreoffice_test.ts",
  "tests/apps/engine/end_to_end_test.ts",
  "tests/integration/engine/toolkits/elements_test.ts",
];

/**
 * The test files of a tier, as paths from the repository: those that take long, then the others, each sorted. Whatever
 * has no folder of its own is `unit`.
 */
export function testFiles(tier: Tier, base = root): string[] {
  const files = walk(base, "tests").filter((path) => path.endsWith("_test.ts") && tierOf(path) === tier).sort();
  return [...files.filter((path) => long.includes(path)), ...files.filter((path) => !long.includes(path))];
}

/** The tier of a test file. */
export function tierOf(path: string): Tier {
  const folder = path.split("/")[1] ?? "";
  return isTier(folder) ? folder : "unit";
}

/** Files whose tests are about time: nothing else may run beside them. */
const alone = ["tests/integration/engine/budgets_test.ts"];

/** Whether a test file has to run by itself. */
export function isAlone(path: string): boolean {
  return alone.includes(path);
}

/** Every file below a folder, as paths from `base`. A missing folder has none. */
export function walk(base: string, folder: string): string[] {
  const entries = list(`${base}/${folder}`);
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) return walk(base, path);
    return entry.isFile ? [path] : [];
  });
}

function list(folder: string): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(folder)];
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
