/**
 * A console for tests: runs cells in a real sandbox process and keeps what they did.
 * @module
 */
import type { CallHandler, CellOutcome } from "../../../src/sandbox/cell.ts";
import { Sandbox } from "../../../src/sandbox/sandbox.ts";

/** What a cell did. */
export interface Ran extends CellOutcome {
  /** Its output. */
  readonly texts: readonly string[];
  /** Its calls. */
  readonly calls: readonly { readonly name: string; readonly args: unknown }[];
  /** How long it took, ms. */
  readonly ms: number;
}

/** How to run a cell. */
export interface RunOptions {
  readonly timeoutMs?: number;
  readonly onCall?: CallHandler;
  readonly signal?: AbortSignal;
  readonly title?: string;
}

/** Runs a cell; calls are answered with null unless `onCall` says more. */
export async function run(sandbox: Sandbox, code: string, options: RunOptions = {}): Promise<Ran> {
  const texts: string[] = [];
  const calls: { name: string; args: unknown }[] = [];
  const start = performance.now();
  const outcome = await sandbox.run({
    code,
    ...(options.title !== undefined && { title: options.title }),
    timeoutMs: options.timeoutMs ?? 10_000,
    signal: options.signal ?? new AbortController().signal,
    onWrite: (text) => void texts.push(text),
    onCall: (name, args, signal) => {
      calls.push({ name, args });
      return options.onCall?.(name, args, signal) ?? Promise.resolve(null);
    },
  });
  return { ...outcome, texts, calls, ms: performance.now() - start };
}

/** A test with a sandbox of its own. */
export function sandboxTest(name: string, body: (sandbox: Sandbox) => Promise<void>): void {
  Deno.test(name, async () => {
    await using sandbox = await Sandbox.start();
    await body(sandbox);
  });
}
