/**
 * Applications that benches look at: they show declared strings, and change when told to. This one is a GTK 3 form.
 * @module
 */
import type { OwnedDesktop } from "../../src/desktop/desktop.ts";
import { LineProcess } from "./line_process.ts";
import type { LookTarget } from "./looker.ts";

/** A form of 6000 widgets takes seconds to lay out, and what looked at it may have left much for it to answer. */
const START_MS = 60_000;
const CHANGE_MS = 30_000;

/** An application whose window is shown. */
export interface Application extends AsyncDisposable {
  /** Its window. */
  readonly target: LookTarget;
  /** Its processes. */
  readonly pids: readonly number[];
  /** Strings that it shows; all are there as long as it runs. */
  readonly strings: readonly string[];
  /** Changes one text; resolves with the new one when it is shown. */
  change(): Promise<string>;
  /** What it says was done to it, a line each: `clicked NAME`, `NAME = VALUE`. */
  log(): readonly string[];
}

/**
 * Starts a GTK 3 form.
 *
 * @param options See `bench/fixtures/gtk3_form.py`.
 */
export async function startForm(desktop: OwnedDesktop, options: readonly string[]): Promise<Application> {
  const log = Deno.makeTempFileSync();
  const argv = ["/usr/bin/python3", fixturePath("gtk3_form.py"), "--log", log, ...options];
  const process = new LineProcess(argv, desktop.state.environment);
  const end = async () => {
    await process[Symbol.asyncDispose]();
    Deno.removeSync(log);
  };
  try {
    const { strings, window } = await process.next(START_MS) as { strings: string[]; window: number };
    return {
      target: { pid: process.pid, window },
      pids: [process.pid],
      strings,
      change: async () => (await process.ask("change", CHANGE_MS) as { changed: string }).changed,
      log: () => Deno.readTextFileSync(log).split("\n").slice(0, -1),
      [Symbol.asyncDispose]: end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** The path of a file in `bench/fixtures`. */
export function fixturePath(name: string): string {
  return decodeURIComponent(new URL(`../fixtures/${name}`, import.meta.url).pathname);
}
