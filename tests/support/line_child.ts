/**
 * A Python program of this repository that takes commands on standard input and answers each with a line.
 * @module
 */
import { root } from "../../scripts/processes.ts";

/** How one is started. */
export interface LineChildStart {
  /** Path of the script in this repository. */
  readonly script: string;
  /** Its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Its options. */
  readonly args?: readonly string[];
  /** What runs it; Python when left out. */
  readonly interpreter?: readonly [string, ...string[]];
}

/** A running program. Its standard error goes to ours. */
export class LineChild implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #output: ReadableStreamDefaultReader<string>;
  readonly #script: string;
  #rest = "";

  /** Starts one. */
  constructor({ script, env, args = [], interpreter = ["/usr/bin/python3"] }: LineChildStart) {
    const [program, ...before] = interpreter;
    this.#script = script;
    this.#child = new Deno.Command(program, {
      args: [...before, root + script, ...args],
      env,
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

  /** Resolves when the process that was started has ended. */
  get ended(): Promise<Deno.CommandStatus> {
    return this.#child.status;
  }

  /** Gives a command and waits for the answer. */
  async ask(command: string): Promise<string> {
    await this.#input.write(new TextEncoder().encode(`${command}\n`));
    return await this.line();
  }

  /** The next line that it writes. */
  async line(): Promise<string> {
    while (!this.#rest.includes("\n")) {
      const { value, done } = await this.#output.read();
      if (done) throw new Error(`${this.#script} ended`);
      this.#rest += value;
    }
    const end = this.#rest.indexOf("\n");
    const line = this.#rest.slice(0, end);
    this.#rest = this.#rest.slice(end + 1);
    return line;
  }

  /** Ends it at once, whatever it does. */
  kill(): void {
    try {
      this.#child.kill("SIGKILL");
    } catch (error) {
      // It ended by itself.
      if (!(error instanceof TypeError) && !(error instanceof Deno.errors.NotFound)) throw error;
    }
  }

  /** Ends it: each of these programs ends with its standard input. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#input.close().catch(() => {}); // It may have ended.
    await this.#output.cancel();
    await this.#child.status;
  }
}
