/**
 * One cell as the host sees it: serves its calls, holds it to its limits, and waits for its end.
 * @module
 */
import { OperationError, toOperationError } from "../contract/errors.ts";
import { MAX_LINE_BYTES } from "../contract/lines.ts";
import type { Cell, CellOutcome } from "./cell.ts";
import { Countdown } from "./clock.ts";
import {
  type CallReply,
  type CellError,
  type HostMessage,
  KILL_GRACE_MS,
  MAX_CALLS,
  MAX_OUTPUT_LENGTH,
  MAX_PENDING_CALLS,
  type SandboxMessage,
} from "./protocol.ts";

/** How long a cancelled cell may take to end, ms. */
const CANCEL_GRACE_MS = 500;
/** Largest answer as UTF-8: a line, less what stands around the answer. */
const MAX_ANSWER_BYTES = MAX_LINE_BYTES - 1024;

/** What a run needs of its process. */
export interface RunProcess {
  /** Sends a message. */
  readonly send: (message: HostMessage) => void;
  /** Kills the process. */
  readonly kill: (reason: string) => void;
}

/** See the module's text. */
export class CellRun {
  readonly #cell: Cell;
  readonly #number: number;
  readonly #process: RunProcess;
  readonly #clock: Countdown;
  readonly #ended = new AbortController();
  readonly #outcome = Promise.withResolvers<CellOutcome>();
  #cancelTimer: ReturnType<typeof setTimeout> | undefined;
  #pending = 0;
  #calls = 0;
  #lastCall: number;
  #written = 0;
  /** Says why the process is killed, before it is. */
  #verdict: CellError | undefined;

  /** Sends the cell. `lastCall` is the highest call id so far. */
  constructor(cell: Cell, number: number, lastCall: number, process: RunProcess) {
    this.#cell = cell;
    this.#number = number;
    this.#lastCall = lastCall;
    this.#process = process;
    this.#clock = new Countdown(cell.timeoutMs + KILL_GRACE_MS, () => this.#expire());
    process.send({
      type: "run",
      cell: number,
      code: cell.code,
      name: fileName(cell, number),
      deadline_ms: cell.timeoutMs,
    });
    cell.signal.addEventListener("abort", this.#cancel, { signal: this.#ended.signal });
  }

  /** How the cell ended. Rejects only when a handler of the cell's output throws. */
  get outcome(): Promise<CellOutcome> {
    return this.#outcome.promise;
  }

  /** Highest call id so far. */
  get lastCall(): number {
    return this.#lastCall;
  }

  /** Stops the clock. */
  pause(): void {
    this.#clock.pause();
    this.#process.send({ type: "pause" });
  }

  /** Lets the clock go on. */
  resume(): void {
    this.#clock.resume();
    this.#process.send({ type: "resume" });
  }

  /** Takes a message that the process sent. */
  receive(message: SandboxMessage): void {
    switch (message.type) {
      case "write":
        return this.#write(message.text);
      case "call":
        return this.#call(message.id, message.name, message.args);
      case "done":
        return message.cell === this.#number ? this.#done(message) : this.#breach("ended a cell that does not run");
      case "ready":
        return this.#breach("became ready twice");
    }
  }

  /** Takes the end of the process. */
  processEnded(reason: string): void {
    const message = `The console was lost while the cell ran: ${reason}`;
    this.#end({ ok: false, error: this.#verdict ?? { name: "ConsoleLost", message }, lost: reason });
  }

  #done({ ok, error, lost }: SandboxMessage & { type: "done" }): void {
    this.#end({ ok, ...(error && { error }), ...(lost !== undefined && { lost }) });
  }

  #end(outcome: CellOutcome): void {
    this.#clock.pause();
    clearTimeout(this.#cancelTimer);
    this.#ended.abort(new DOMException("The cell has ended", "AbortError"));
    this.#outcome.resolve(outcome);
  }

  #write(text: string): void {
    this.#written += text.length;
    // The process cuts the output itself, and adds one entry that says so.
    if (this.#written > MAX_OUTPUT_LENGTH + 200) return this.#breach("wrote more than a cell may");
    try {
      this.#cell.onWrite(text);
    } catch (error) {
      this.#outcome.reject(error);
      this.#process.kill("the output was refused");
    }
  }

  #call(id: number, name: string, args: unknown): void {
    if (id <= this.#lastCall) return this.#breach("used the id of a call twice");
    this.#lastCall = id;
    if (++this.#calls > MAX_CALLS || ++this.#pending > MAX_PENDING_CALLS) return this.#breach("made too many calls");
    // Never rejects: what goes wrong is the reply.
    this.#serve(name, args).then((reply) => {
      this.#pending--;
      if (!this.#ended.signal.aborted) this.#process.send({ type: "reply", call: id, reply });
    });
  }

  async #serve(name: string, args: unknown): Promise<CallReply> {
    try {
      const value = await this.#cell.onCall(name, args, this.#ended.signal);
      return checkedReply(name, value);
    } catch (thrown) {
      const error = toOperationError(thrown);
      return { ok: false, error: { message: error.message, ...error.toData() } };
    }
  }

  readonly #cancel = (): void => {
    const message = "The cell was cancelled";
    this.#verdict = { name: "Interrupted", message };
    this.#process.send({ type: "interrupt", why: message });
    this.#cancelTimer = setTimeout(() => this.#process.kill("the cancelled cell did not stop"), CANCEL_GRACE_MS);
  };

  #expire(): void {
    const message = `The cell did not end within ${this.#cell.timeoutMs} ms and could not be stopped`;
    this.#verdict = { name: "Timeout", message };
    this.#process.kill("the cell did not stop at its deadline");
  }

  #breach(what: string): void {
    this.#process.kill(`it ${what}`);
  }
}

/** A reply that fits a line. @throws {OperationError} When it doesn't. @throws {TypeError} When it isn't JSON. */
function checkedReply(name: string, value: unknown): CallReply {
  const text = JSON.stringify(value) ?? "";
  // A UTF-16 unit is at most three bytes: most answers need no counting.
  const bytes = text.length * 3 <= MAX_ANSWER_BYTES ? text.length : new TextEncoder().encode(text).length;
  if (bytes <= MAX_ANSWER_BYTES) return { ok: true, value };
  const message = `The answer of ${name} has ${bytes} bytes, and the limit is 16 MiB; ask for less`;
  throw new OperationError("too_long", message, { dispatched: "unknown" });
}

/** What stacks call the cell: without characters that would confuse a stack's syntax. */
function fileName(cell: Cell, number: number): string {
  const title = cell.title?.replace(/[^\p{L}\p{N} _-]/gu, "").trim().slice(0, 40);
  return title ? `cell-${number} ${title}` : `cell-${number}`;
}
