/**
 * A person at the desktop, whom nothing may disturb: see `sentinel.py`.
 * @module
 */
import { root } from "../../scripts/processes.ts";

/** What was seen since the beginning. */
export interface Undisturbed {
  /** How often it was looked. */
  readonly samples: number;
  /** Longest time between two looks, ms. */
  readonly largest_gap_ms: number;
  /** What changed: focus, pointer, stacking, clipboard. */
  readonly changes: readonly { readonly what: string; readonly from: unknown; readonly to: unknown }[];
  /** Whether another client holds the pointer or the keyboard now. */
  readonly grabbed: boolean;
}

/** A running sentinel. */
export class Sentinel implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #lines: ReadableStreamDefaultReader<string>;
  #rest = "";

  private constructor(environment: Readonly<Record<string, string>>) {
    this.#child = new Deno.Command("/usr/bin/python3", {
      args: [`${root}tests/support/sentinel.py`],
      env: environment,
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    this.#input = this.#child.stdin.getWriter();
    this.#lines = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** Starts one; it has focus, pointer and clipboard then. @param environment Where: at least `DISPLAY`. */
  static async start(environment: Readonly<Record<string, string>>): Promise<Sentinel> {
    const sentinel = new Sentinel(environment);
    await sentinel.#line();
    return sentinel;
  }

  /** What is now should stay. */
  async begin(): Promise<void> {
    await this.#ask("begin");
  }

  /** What was seen since. */
  async report(): Promise<Undisturbed> {
    return await this.#ask("report") as Undisturbed;
  }

  async #ask(command: string): Promise<unknown> {
    await this.#input.write(new TextEncoder().encode(`${command}\n`));
    return JSON.parse(await this.#line());
  }

  async #line(): Promise<string> {
    while (!this.#rest.includes("\n")) {
      const { value, done } = await this.#lines.read();
      if (done) throw new Error("The sentinel ended");
      this.#rest += value;
    }
    const end = this.#rest.indexOf("\n");
    const line = this.#rest.slice(0, end);
    this.#rest = this.#rest.slice(end + 1);
    return line;
  }

  /** Ends it. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#input.close().catch(() => {}); // It may have ended.
    await this.#lines.cancel();
    await this.#child.status;
  }
}
