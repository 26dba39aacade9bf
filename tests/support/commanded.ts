/**
 * A fixture that takes commands on standard input and answers each with a line.
 * @module
 */
import { root } from "../../scripts/processes.ts";

/** A running fixture. The first line that it writes says that its window is shown. */
export class CommandedFixture implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #output: ReadableStreamDefaultReader<string>;
  #rest = "";

  /**
   * Starts one; wait for its first {@linkcode line}.
   *
   * @param program Its path in this repository.
   * @param env Its environment: at least `DISPLAY`.
   * @param args Its options.
   */
  constructor(program: string, env: Readonly<Record<string, string>>, args: readonly string[]) {
    // The engine's own: the programs of a desktop are not given it either.
    const { AT_SPI_BUS_ADDRESS: _engines, ...own } = env;
    this.#child = new Deno.Command("/usr/bin/python3", {
      args: [root + program, ...args],
      env: own,
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    this.#input = this.#child.stdin.getWriter();
    this.#output = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** Its process. */
  get pid(): number {
    return this.#child.pid;
  }

  /** Gives a command and waits for the answer. */
  async tell(command: string): Promise<string> {
    await this.#input.write(new TextEncoder().encode(`${command}\n`));
    return await this.line();
  }

  /** The next line that it writes. */
  async line(): Promise<string> {
    while (!this.#rest.includes("\n")) {
      const { value, done } = await this.#output.read();
      if (done) throw new Error("The fixture ended");
      this.#rest += value;
    }
    const end = this.#rest.indexOf("\n");
    const line = this.#rest.slice(0, end);
    this.#rest = this.#rest.slice(end + 1);
    return line;
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
}
