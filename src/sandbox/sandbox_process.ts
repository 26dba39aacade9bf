/**
 * A sandbox process as the host holds it: messages out, checked messages in, and its end.
 * @module
 */
import { bounded } from "../contract/errors.ts";
import { type Line, LineWriter, readLines } from "../contract/lines.ts";
import { roleCommand, roleEnvironment } from "../roles.ts";
import { type HostMessage, parseSandboxMessage, type SandboxMessage } from "./protocol.ts";

/** How much of standard error is kept, in UTF-16 units. */
const STDERR_LENGTH = 1_000;
/** How long a process may take to end by itself after its standard input was closed, ms. */
const CLOSE_MS = 300;

/** A running process. */
export class SandboxProcess {
  /** Process id. */
  readonly pid: number;
  /** Resolves with the reason when the process has ended and all that it sent was taken. */
  readonly ended: Promise<string>;
  readonly #child: Deno.ChildProcess;
  readonly #writer: LineWriter;
  readonly #receive: (message: SandboxMessage) => void;
  #reason: string | undefined;
  #alive = true;

  /** Starts a process. `receive` takes its messages in order. Needs `--allow-run`. */
  constructor(receive: (message: SandboxMessage) => void) {
    const { command, args } = roleCommand("sandbox", ["sandbox"]);
    const piped = { stdin: "piped", stdout: "piped", stderr: "piped" } as const;
    this.#child = new Deno.Command(command, { args, env: roleEnvironment("sandbox"), clearEnv: true, ...piped })
      .spawn();
    this.pid = this.#child.pid;
    this.#receive = receive;
    this.#writer = new LineWriter(this.#child.stdin);
    this.ended = this.#watch(this.#read(), readTail(this.#child.stderr));
  }

  /** Whether the process has not ended and is not being killed. */
  get alive(): boolean {
    return this.#alive;
  }

  /** Sends a message. What can't be delivered any more is dropped: the process has ended then, which says enough. */
  send(message: HostMessage): void {
    this.#writer.write(message).catch(() => {});
  }

  /** Kills the process at once. A stopped one too. */
  kill(reason: string): void {
    this.#reason ??= reason;
    if (!this.#alive) return;
    this.#alive = false;
    try {
      this.#child.kill("SIGKILL");
    } catch (error) {
      // It has ended a moment ago.
      if (!(error instanceof TypeError)) throw error;
    }
  }

  /** Lets the process end, and kills it when it doesn't. */
  async close(): Promise<void> {
    // It may be gone already; then there is nothing to close.
    this.#writer.close().catch(() => {});
    const timer = setTimeout(() => this.kill("it was closed"), CLOSE_MS);
    await this.ended;
    clearTimeout(timer);
  }

  async #read(): Promise<void> {
    try {
      for await (const line of readLines(this.#child.stdout)) this.#take(line);
    } catch (error) {
      this.kill(`reading from it failed: ${(error as Error).message}`);
    }
  }

  #take(line: Line): void {
    const parsed = parseSandboxMessage(line);
    if (!this.#alive) return;
    if (parsed.ok) this.#receive(parsed.message);
    else this.kill(`it sent ${parsed.why}`);
  }

  async #watch(reading: Promise<void>, stderr: Promise<string>): Promise<string> {
    const status = await this.#child.status;
    await reading;
    this.#alive = false;
    const said = await stderr;
    const how = status.signal ? `its process was ended by ${status.signal}` : `its process ended with ${status.code}`;
    return this.#reason ?? (said ? `${how}: ${said}` : how);
  }
}

/** The end of a stream of text, without control characters. */
async function readTail(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) text = (text + decoder.decode(chunk, { stream: true })).slice(-STDERR_LENGTH);
  // deno-lint-ignore no-control-regex -- control characters must not reach a terminal
  return bounded(text.replace(/\x1b\[[\d;]*m|[\x00-\x1f\x7f-\x9f]+/g, " ").toWellFormed().trim(), STDERR_LENGTH);
}
