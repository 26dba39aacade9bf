/**
 * A child process that speaks lines of JSON.
 * @module
 */
import { LineWriter, readLines } from "../../src/contract/lines.ts";
import { endsWithin } from "./ending.ts";

/** How long a child may take to end once its standard input is closed, ms. */
const CLOSE_MS = 1_000;

/** A running child. Its standard error goes to ours. */
export class LineProcess implements AsyncDisposable {
  /** Process id. */
  readonly pid: number;
  readonly #child: Deno.ChildProcess;
  readonly #writer: LineWriter;
  readonly #lines: ReturnType<typeof readLines>;

  /**
   * Starts it.
   *
   * @param argv The program and its arguments.
   * @param env All its variables.
   */
  constructor(argv: readonly string[], env: Record<string, string>) {
    const [program = "", ...args] = argv;
    this.#child = new Deno.Command(program, { args, env, clearEnv: true, stdin: "piped", stdout: "piped" }).spawn();
    this.pid = this.#child.pid;
    this.#writer = new LineWriter(this.#child.stdin);
    this.#lines = readLines(this.#child.stdout);
  }

  /** Sends one value and waits for one. @throws {Error} When it ends, or says nothing within the deadline (ms). */
  async ask(value: unknown, deadlineMs: number): Promise<unknown> {
    await this.#writer.write(value);
    return await this.next(deadlineMs);
  }

  /** Waits for the next value. @throws {Error} When it ends, or says nothing within the deadline (ms). */
  async next(deadlineMs: number): Promise<unknown> {
    const { promise, reject } = Promise.withResolvers<never>();
    const late = () => reject(new Error(`Process ${this.pid} said nothing within ${deadlineMs} ms`));
    const timer = setTimeout(late, deadlineMs);
    try {
      const { value, done } = await Promise.race([this.#lines.next(), promise]);
      if (done || !value.ok) throw new Error(`Process ${this.pid} ended, or said what is no line`);
      return JSON.parse(value.text);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends it: by closing its standard input, and by SIGKILL when that does not help. */
  async [Symbol.asyncDispose](): Promise<void> {
    const ended = endsWithin(this.#child, CLOSE_MS);
    await this.#writer.close().catch(() => {}); // It has ended by itself.
    for await (const _line of this.#lines); // Nobody wants the rest.
    await ended;
  }
}
