/**
 * A person at the desktop, whom nothing may disturb: see `sentinel.py`.
 * @module
 */
import { LineChild } from "./line_child.ts";

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
  readonly #child: LineChild;

  private constructor(env: Readonly<Record<string, string>>) {
    this.#child = new LineChild({ script: "tests/support/sentinel.py", env });
  }

  /** Starts one; it has focus, pointer and clipboard then. @param environment Where: at least `DISPLAY`. */
  static async start(environment: Readonly<Record<string, string>>): Promise<Sentinel> {
    const sentinel = new Sentinel(environment);
    await sentinel.#child.line();
    return sentinel;
  }

  /** What is now should stay. */
  async begin(): Promise<void> {
    await this.#child.ask("begin");
  }

  /** What was seen since. */
  async report(): Promise<Undisturbed> {
    return JSON.parse(await this.#child.ask("report"));
  }

  /** Ends it. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#child[Symbol.asyncDispose]();
  }
}
