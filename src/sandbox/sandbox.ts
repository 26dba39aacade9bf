/**
 * The host's side of a sandbox process: starts it and runs cells in it.
 *
 * A cell ends by its deadline (the process interrupts it) or, if its code can't be interrupted, 1.5 s later with the
 * process (the host kills it); the outcome then says that the console was lost, and the next
 * {@linkcode Sandbox.start} makes a new one.
 * @module
 */
import { OperationError } from "../contract/errors.ts";
import type { Cell, CellOutcome } from "./cell.ts";
import { CellRun } from "./cell_run.ts";
import { type CellError, MAX_CODE_LENGTH, type SandboxMessage } from "./protocol.ts";
import { SandboxProcess } from "./sandbox_process.ts";

export type { CallHandler, Cell, CellOutcome, OutputHandler } from "./cell.ts";

/** Whether the process is confined by seccomp. */
export interface Confinement {
  /** The filter holds on all threads. */
  readonly confined: boolean;
  /** Why not. */
  readonly why?: string;
}

/** How to start a sandbox. */
export interface StartOptions {
  /** Gives up. */
  readonly signal?: AbortSignal;
  /** How long it may take to become ready, ms. */
  readonly deadlineMs?: number;
}

const START_MS = 10_000;

/** One sandbox process. Its bindings live as long as it does. */
export class Sandbox implements AsyncDisposable {
  readonly #process: SandboxProcess;
  readonly #ready = Promise.withResolvers<Confinement>();
  #confinement: Confinement | undefined;
  #run: CellRun | undefined;
  #cells = 0;
  #lastCall = 0;
  #lost = false;

  private constructor() {
    this.#process = new SandboxProcess((message) => this.#receive(message));
    this.#process.ended.then((reason) => this.#ended(reason));
  }

  /**
   * Starts a process; resolves when it is ready. Needs `--allow-run`.
   *
   * @throws {OperationError} `internal` when it ends before it is ready, `timeout` when it takes too long.
   */
  static async start({ signal, deadlineMs = START_MS }: StartOptions = {}): Promise<Sandbox> {
    signal?.throwIfAborted();
    const sandbox = new Sandbox();
    const timer = setTimeout(() => sandbox.#giveUp("timeout", `was not ready within ${deadlineMs} ms`), deadlineMs);
    const abort = () => sandbox.#giveUp("cancelled", "was cancelled while it started");
    signal?.addEventListener("abort", abort);
    try {
      sandbox.#confinement = await sandbox.#ready.promise;
      return sandbox;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  }

  /** What confinement the process has. */
  get confinement(): Confinement {
    return this.#confinement ?? { confined: false, why: "it is not ready" };
  }

  /** Process id. */
  get pid(): number {
    return this.#process.pid;
  }

  /** Whether cells can be run. */
  get alive(): boolean {
    return this.#process.alive && !this.#lost;
  }

  /**
   * Runs a cell. Never rejects for what model code does.
   *
   * @throws {TypeError} When a cell is running: the caller runs one at a time.
   */
  async run(cell: Cell): Promise<CellOutcome> {
    if (this.#run) throw new TypeError("A cell is running; run one at a time");
    if (!this.alive) return { ok: false, error: notAlive, lost: "it had ended before the cell" };
    if (cell.signal.aborted) return { ok: false, error: cancelled };
    if (cell.code.length > MAX_CODE_LENGTH) return { ok: false, error: tooLong(cell.code.length) };
    const run = this.#run = new CellRun(cell, ++this.#cells, this.#lastCall, {
      send: (message) => this.#process.send(message),
      kill: (reason) => this.#process.kill(reason),
    });
    try {
      const outcome = await run.outcome;
      this.#lost ||= outcome.lost !== undefined;
      return outcome;
    } finally {
      this.#lastCall = run.lastCall;
      this.#run = undefined;
    }
  }

  /** Stops the running cell's clock while it waits for an approval; code that runs meanwhile still counts. */
  pauseClock(): void {
    this.#run?.pause();
  }

  /** Lets the clock go on. */
  resumeClock(): void {
    this.#run?.resume();
  }

  /** Ends the process within 0.5 s. */
  async close(): Promise<void> {
    await this.#process.close();
  }

  /** Ends the process. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #receive(message: SandboxMessage): void {
    if (this.#run) return this.#run.receive(message);
    if (message.type !== "ready" || this.#confinement) return this.#process.kill(`it sent "${message.type}" unasked`);
    const { confined, why } = message;
    this.#ready.resolve({ confined, ...(why !== undefined && { why }) });
  }

  #ended(reason: string): void {
    const message = `The console's process could not be started: ${reason}`;
    this.#ready.reject(new OperationError("internal", message));
    this.#run?.processEnded(reason);
  }

  #giveUp(code: "timeout" | "cancelled", what: string): void {
    this.#ready.reject(new OperationError(code, `The console's process ${what}`));
    this.#process.kill(`it ${what}`);
  }
}

const notAlive: CellError = { name: "ConsoleLost", message: "The console had ended before the cell could run" };

const cancelled: CellError = { name: "Interrupted", message: "The cell was cancelled before it ran" };

function tooLong(length: number): CellError {
  return { name: "RangeError", message: `The code has ${length} characters; a cell may have ${MAX_CODE_LENGTH}` };
}
