/**
 * A fixture that takes commands on standard input and answers each with a line.
 * @module
 */
import { LineChild } from "./line_child.ts";

/** A running fixture. The first line that it writes says that its window is shown. */
export class CommandedFixture implements AsyncDisposable {
  readonly #child: LineChild;

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
    this.#child = new LineChild({ script: program, env: own, args });
  }

  /** Its process. */
  get pid(): number {
    return this.#child.pid;
  }

  /** Gives a command and waits for the answer. */
  async tell(command: string): Promise<string> {
    return await this.#child.ask(command);
  }

  /** The next line that it writes. */
  async line(): Promise<string> {
    return await this.#child.line();
  }

  /** Ends it, whatever it does. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill();
    await this.#child[Symbol.asyncDispose]();
  }
}
