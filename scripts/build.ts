/**
 * Builds the program: `dist/app/` (a bundle, split so that each role loads only what it needs) and `dist/linux-cua` (one
 * executable file that needs nothing else).
 * @module
 */
import { VERSION } from "../src/version.ts";
import { print, warn } from "../src/terminal.ts";
import { writeExecutable } from "./launcher.ts";
import { deno, root } from "./processes.ts";

/** Bundles the program into a folder: `main.js` and its parts. */
export async function bundle(folder: string): Promise<void> {
  const flags = ["bundle", "--quiet", "--minify", "--code-splitting", "--outdir", folder];
  const { code, stderr } = await deno([...flags, `${root}main.ts`]);
  if (code !== 0) throw new Error(`"deno bundle" ended with ${code}: ${stderr.trim()}`);
}

/** Builds both forms into a folder, which is emptied first. */
export async function build(folder: string): Promise<void> {
  await Deno.remove(`${folder}/app`, { recursive: true }).catch(ignoreMissing);
  await Deno.mkdir(`${folder}/app`, { recursive: true });
  await bundle(`${folder}/app`);
  await writeExecutable(`${folder}/app`, `${folder}/linux-cua`, VERSION);
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}

if (import.meta.main) {
  const folder = `${root}dist`;
  try {
    await build(folder);
  } catch (error) {
    warn(`The build failed. ${error instanceof Error ? error.message : String(error)}\n`);
    Deno.exit(1);
  }
  const size = (Deno.statSync(`${folder}/linux-cua`).size / 1e6).toFixed(1);
  print(`dist/app/main.js\ndist/linux-cua (${size} MB)\n`);
}
