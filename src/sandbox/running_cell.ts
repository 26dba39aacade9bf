/**
 * One cell while it runs, in the sandbox process: its clock, its calls, its timers, its output, its end.
 *
 * A cell ends when its code has ended and all of its calls are answered, awaited or not: what was sent happens
 * anyway, and the model should see it. Timers end with the cell. A cell that waits for nothing that could come ends
 * at once.
 * @module
 */
import type { QuickJSHandle } from "quickjs-emscripten-core";
import { brokenConsole, cellError, losses, memoryFull, timeout, unsettled } from "./cell_errors.ts";
import { Countdown } from "./clock.ts";
import {
  type CallReply,
  type CellError,
  type HostMessage,
  MAX_CALLS,
  MAX_OUTPUT_LENGTH,
  MAX_PENDING_CALLS,
  type SandboxMessage,
} from "./protocol.ts";
import { CellSyntaxError, rewriteCell } from "./rewrite.ts";
import { Timers } from "./timers.ts";
import type { Settle } from "./guest_bridge.ts";
import type { Described, VirtualMachine } from "./virtual_machine.ts";

/** The host's request to run a cell. */
export type RunMessage = Extract<HostMessage, { type: "run" }>;
/** How a cell ended. */
export type DoneMessage = Extract<SandboxMessage, { type: "done" }>;

/** What a cell needs of the process. */
export interface CellProcess {
  /** Sends a message to the host. */
  readonly send: (message: SandboxMessage) => void;
  /** Has the kernel end the process after so many seconds; 0 takes it back. */
  readonly alarm: (seconds: number) => void;
  /** Takes the end of the cell. */
  readonly done: (message: DoneMessage) => void;
}

/** See the module's text. */
export class RunningCell {
  readonly timers = new Timers((id) => this.#fire(id));
  readonly #machine: VirtualMachine;
  readonly #process: CellProcess;
  readonly #run: RunMessage;
  readonly #clock: Countdown;
  readonly #calls = new Map<number, { readonly name: string; readonly settle: Settle }>();
  #promise: QuickJSHandle | undefined;
  #callsMade = 0;
  #written = 0;
  #outcome: { error?: CellError } | undefined;

  /** Takes the message; {@linkcode start} runs it. */
  constructor(machine: VirtualMachine, process: CellProcess, run: RunMessage) {
    this.#machine = machine;
    this.#process = process;
    this.#run = run;
    this.#clock = new Countdown(run.deadline_ms, () => this.#expire());
  }

  /** Runs the code up to where it waits. */
  start(): void {
    const code = this.#rewrite();
    if (code === undefined) return this.#end();
    this.#slice(() => {
      const started = this.#machine.start(code, this.#run.name);
      if ("message" in started) this.#fail(started);
      else this.#promise = started;
    });
  }

  /** Sends a call of the guest. @throws {RangeError} When there are too many. */
  call(id: number, name: string, args: string, settle: Settle): void {
    if (this.#calls.size >= MAX_PENDING_CALLS) {
      throw new RangeError(`${MAX_PENDING_CALLS} calls are waiting for an answer; await some first`);
    }
    if (++this.#callsMade > MAX_CALLS) throw new RangeError(`A cell may make ${MAX_CALLS} calls`);
    // Parsed here, so that nothing but JSON ever gets into the line.
    const message = { type: "call", id, name, args: JSON.parse(args) as unknown } as const;
    this.#calls.set(id, { name, settle });
    this.#process.send(message);
  }

  /** Sends an entry of output, while there is room for it. */
  write(text: string): void {
    const room = MAX_OUTPUT_LENGTH - this.#written;
    if (room <= 0) return;
    this.#written += text.length + 1;
    if (text.length <= room) return this.#process.send({ type: "write", text });
    this.#process.send({ type: "write", text: text.slice(0, room).toWellFormed() });
    this.#process.send({ type: "write", text: `… (the output of a cell ends after ${MAX_OUTPUT_LENGTH} characters)` });
  }

  /** Takes the answer of a call; one that nobody waits for any more is dropped. */
  reply(call: number, reply: CallReply): void {
    const waiting = this.#calls.get(call);
    if (!waiting) return;
    this.#calls.delete(call);
    if (!reply.ok && this.#outcome) {
      this.write(`${waiting.name} failed when the code had ended: ${reply.error.message}`);
    }
    this.#slice(() => waiting.settle(JSON.stringify(reply)));
  }

  /** Lets the clock stand still while the cell waits. */
  pause(): void {
    this.#clock.pause();
  }

  /** Lets the clock go on. */
  resume(): void {
    this.#clock.resume();
  }

  /** Ends the cell from outside. */
  interrupt(why: string): void {
    this.#stop({ name: "Interrupted", message: why });
  }

  #rewrite(): string | undefined {
    try {
      return rewriteCell(this.#run.code);
    } catch (error) {
      if (!(error instanceof CellSyntaxError)) throw error;
      const { name, message, line, column } = error;
      this.#outcome = { error: { name, message, line, column } };
      return undefined;
    }
  }

  #fire(id: number): void {
    this.#slice(() => {
      const thrown = this.#machine.fire(id);
      if (thrown && !this.#machine.overdue) this.write(`Uncaught in a timer: ${thrown.name}: ${thrown.message}`);
    });
  }

  /** Runs guest code and what follows from it, on the clock, and looks where the cell is then. */
  #slice(body: () => void): void {
    const left = Math.max(1, this.#clock.left);
    // Native code can't be interrupted. The host kills earlier than this, unless it is gone itself.
    this.#process.alarm(Math.ceil(left / 1000) + 3);
    try {
      const overdue = this.#clock.counting(() => this.#machine.within(left, () => this.#work(body)));
      if (overdue) this.#expire();
      else this.#look();
    } catch (error) {
      this.#lose(error as Error);
    }
    this.#process.alarm(0);
  }

  /** Whether the time was over before all was run. */
  #work(body: () => void): boolean {
    body();
    this.#machine.runJobs();
    return this.#machine.overdue;
  }

  /** The machine itself failed: a trap in WebAssembly, or no stack left. Its state is unknown from here on. */
  #lose(error: Error): void {
    const lost = `QuickJS failed (${error.name}: ${error.message})`;
    this.#report(brokenConsole(lost), lost);
  }

  #look(): void {
    if (this.#promise && !this.#outcome) {
      const state = this.#machine.state(this.#promise);
      if (state.type === "fulfilled") this.#outcome = {};
      if (state.type === "rejected") this.#fail(state.error);
    }
    if (this.#calls.size > 0) return;
    if (this.#outcome) return this.#end();
    if (this.timers.size === 0) this.#stop(unsettled);
  }

  #expire(): void {
    this.#stop(timeout(this.#run.deadline_ms, [...this.#calls.values()].map((call) => call.name)));
  }

  #fail(described: Described): void {
    this.#outcome ??= { error: cellError(described, this.#run.name) };
  }

  #stop(error: CellError): void {
    this.#outcome = { error };
    this.#end();
  }

  /** Drops what the cell left running and says how it ended. */
  #end(): void {
    this.#clock.pause();
    this.timers.clear();
    for (const { settle } of this.#calls.values()) settle(undefined);
    this.#calls.clear();
    this.#promise?.dispose();
    const condition = this.#machine.tidy();
    this.#report(condition === "full" ? memoryFull : this.#outcome?.error, losses[condition]);
  }

  #report(error: CellError | undefined, lost: string | undefined): void {
    const done: DoneMessage = { type: "done", cell: this.#run.cell, ok: !error };
    this.#process.done({ ...done, ...(error && { error }), ...(lost !== undefined && { lost }) });
  }
}
