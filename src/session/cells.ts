/**
 * Cells: model code runs in a sandbox process, one cell at a time, with the session behind it.
 * @module
 */
import { OperationError, toOperationError } from "../contract/errors.ts";
import { type CellOutcome, Sandbox } from "../sandbox/sandbox.ts";
import { CellOutput, type OutputItem } from "./cell_output.ts";
import { CellCalls } from "./console/cell_calls.ts";
import { renderCellError } from "./console/render.ts";
import type { Caller, Session } from "./session.ts";

/** A cell as a surface gets it. */
export interface CellRequest {
  /** The model's code. */
  readonly code: string;
  /** What it is about, for people. */
  readonly title?: string;
  /** Milliseconds that it may take; the time that it waits for a person does not count. */
  readonly timeoutMs: number;
}

/** What a cell hands to the model. */
export interface CellResult {
  /** Texts and pictures in order. */
  readonly items: OutputItem[];
  /** Whether it ran to its end. */
  readonly ok: boolean;
}

/** The cells of one session. */
export class Cells implements AsyncDisposable {
  readonly #session: Session;
  #sandbox: Sandbox | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #isWarned = false;

  /** Nothing is started before the first cell. */
  constructor(session: Session) {
    this.#session = session;
  }

  /**
   * Runs a cell after those that came before it. What goes wrong in it is part of the result.
   *
   * @throws {OperationError} `cancelled` before it began; `internal` when no sandbox can be started.
   */
  async run(cell: CellRequest, caller: Caller): Promise<CellResult> {
    const turn = Promise.withResolvers<void>();
    const before = this.#last;
    this.#last = turn.promise;
    try {
      await unlessAborted(before, caller.signal);
      return await this.#runNow(cell, caller);
    } finally {
      void before.then(() => turn.resolve());
    }
  }

  /** Drops all bindings. */
  async reset(): Promise<void> {
    const sandbox = this.#sandbox;
    this.#sandbox = undefined;
    await sandbox?.close();
  }

  /** Ends the sandbox. */
  async close(): Promise<void> {
    await this.reset();
  }

  /** See {@linkcode Cells.close}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #runNow(cell: CellRequest, caller: Caller): Promise<CellResult> {
    const output = new CellOutput();
    const sandbox = await this.#ready(output, caller.signal);
    this.#session.emit({ type: "cell_started", title: cell.title ?? "" });
    const calls = new CellCalls(this.#session, output, { ...caller, onPark: parking(sandbox) });
    const outcome = await sandbox.run({
      code: cell.code,
      ...(cell.title === undefined ? {} : { title: cell.title }),
      timeoutMs: cell.timeoutMs,
      signal: caller.signal,
      onWrite: (text) => output.write(text),
      onCall: (name, args) => calls.handle(name, args),
    });
    calls.end();
    await this.#conclude(outcome, calls, output, caller);
    this.#session.emit({ type: "cell_ended", ok: outcome.ok });
    return { items: output.finish(), ok: outcome.ok };
  }

  async #conclude(outcome: CellOutcome, calls: CellCalls, output: CellOutput, caller: Caller): Promise<void> {
    if (outcome.error) output.note(renderCellError(outcome.error));
    if (outcome.lost !== undefined) {
      output.note(`The console was restarted (${outcome.lost}): its bindings are gone, the desktop is as it was.`);
      await this.reset();
    }
    if (isCutShort(outcome)) output.note("What was running may have had effects: look before you go on.");
    else if (!caller.signal.aborted) await calls.showUnseen();
    for (const notice of this.#session.takeNotices()) output.note(notice);
    if (output.isEmpty) output.note("done; nothing was put out");
  }

  /** The sandbox that runs, or a new one. A process that ended between two cells takes its bindings along. */
  async #ready(output: CellOutput, signal: AbortSignal): Promise<Sandbox> {
    if (this.#sandbox?.alive) return this.#sandbox;
    if (this.#sandbox) output.note("The console had ended and was started again: its bindings are gone.");
    try {
      this.#sandbox = await Sandbox.start({ signal });
    } catch (error) {
      this.#sandbox = undefined;
      throw toOperationError(error, "no");
    }
    this.#warnOfConfinement(output, this.#sandbox);
    return this.#sandbox;
  }

  #warnOfConfinement(output: CellOutput, { confinement }: Sandbox): void {
    if (confinement.confined || this.#isWarned) return;
    this.#isWarned = true;
    output.note(`warning: the console runs without seccomp: ${confinement.why ?? "it is not to be had here"}`);
  }
}

/** A cell that ran out of time or took its process along leaves no time to look. */
function isCutShort({ lost, error }: CellOutcome): boolean {
  return lost !== undefined || error?.name === "Timeout" || error?.name === "Interrupted";
}

/** Stops the cell's clock while at least one of its calls waits for a person. */
function parking(sandbox: Sandbox): (isParked: boolean) => void {
  let waiting = 0;
  return (isParked) => {
    waiting += isParked ? 1 : -1;
    if (isParked && waiting === 1) sandbox.pauseClock();
    if (!isParked && waiting === 0) sandbox.resumeClock();
  };
}

async function unlessAborted(before: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(new OperationError("cancelled", "The cell was cancelled before it began"));
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    await Promise.race([before, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
