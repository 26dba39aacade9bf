/**
 * Starts a stress fixture and gives it commands: see `fixtures/stress/stress.py`.
 * @module
 */
import { root } from "../../scripts/processes.ts";

/** A toolkit that has a stress fixture. */
export type StressToolkit = "gtk3" | "qt5";

/** A running stress fixture. */
export class StressFixture implements AsyncDisposable {
  /** Its application id. */
  readonly app: string;
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #output: ReadableStreamDefaultReader<string>;
  #rest = "";

  private constructor(toolkit: StressToolkit, child: Deno.ChildProcess) {
    this.app = `stress-${toolkit}`;
    this.#child = child;
    this.#input = child.stdin.getWriter();
    this.#output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
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
    // The engine's own: the programs of a desktop are not given it either.
    const { AT_SPI_BUS_ADDRESS: _engines, ...own } = env;
    const child = new Deno.Command("/usr/bin/python3", {
      args: [`${root}fixtures/stress/${toolkit}.py`, ...args],
      env: own,
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    const fixture = new StressFixture(toolkit, child);
    try {
      await fixture.#line();
      return fixture;
    } catch (error) {
      await fixture[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Its process. */
  get pid(): number {
    return this.#child.pid;
  }

  /** Makes a random change and tells which. */
  change(): Promise<string> {
    return this.#tell("change");
  }

  /** How many widgets `--churn` has added so far. */
  async churned(): Promise<number> {
    return Number(await this.#tell("churn"));
  }

  /** Stops its process, lets it go on, or kills it. */
  kill(signal: "SIGSTOP" | "SIGCONT" | "SIGKILL"): void {
    Deno.kill(this.pid, signal);
  }

  /** Ends it. */
  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.#child.kill("SIGKILL");
    } catch (error) {
      // It ended by itself.
      if (!(error instanceof TypeError) && !(error instanceof Deno.errors.NotFound)) throw error;
    }
    await this.#child.status;
    await this.#input.close().catch(() => {}); // Nobody reads it any more.
    await this.#output.cancel();
  }

  async #tell(command: string): Promise<string> {
    await this.#input.write(new TextEncoder().encode(`${command}\n`));
    return await this.#line();
  }

  async #line(): Promise<string> {
    while (!this.#rest.includes("\n")) {
      const { value, done } = await this.#output.read();
      if (done) throw new Error("The stress fixture ended");
      this.#rest += value;
    }
    const end = this.#rest.indexOf("\n");
    const line = this.#rest.slice(0, end);
    this.#rest = this.#rest.slice(end + 1);
    return line;
  }
}
