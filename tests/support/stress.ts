/**
 * Starts a stress fixture and gives it commands: see `fixtures/stress/stress.py`.
 * @module
 */
import { CommandedFixture } from "./commanded.ts";

/** A toolkit that has a stress fixture. */
export type StressToolkit = "gtk3" | "qt5";

/** A running stress fixture. */
export class StressFixture extends CommandedFixture {
  /** Its application id. */
  readonly app: string;

  private constructor(toolkit: StressToolkit, env: Readonly<Record<string, string>>, args: readonly string[]) {
    super(`fixtures/stress/${toolkit}.py`, env, args);
    this.app = `stress-${toolkit}`;
  }

  /**
   * Starts one and waits until its window is shown.
   *
   * @param env Its environment: at least `DISPLAY`.
   * @param args Its options.
   */
  static async start(
    toolkit: StressToolkit,
    env: Readonly<Record<string, string>>,
    args: readonly string[] = [],
  ): Promise<StressFixture> {
    const fixture = new StressFixture(toolkit, env, args);
    try {
      await fixture.line();
      return fixture;
    } catch (error) {
      await fixture[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Makes a random change and tells which. */
  change(): Promise<string> {
    return this.tell("change");
  }

  /** How many widgets `--churn` has added so far. */
  async churned(): Promise<number> {
    return Number(await this.tell("churn"));
  }

  /** Stops its process, lets it go on, or kills it. */
  kill(signal: "SIGSTOP" | "SIGCONT" | "SIGKILL"): void {
    Deno.kill(this.pid, signal);
  }
}
