/**
 * One engine process and its NDJSON stream: requests out, answers in, deadlines kept by SIGKILL.
 * X11 calls block the engine's thread, so a deadline inside it would not do.
 * @module
 */
import { z } from "zod";
import { errorDataSchema, OperationError } from "../contract/errors.ts";
import { CANCEL_METHOD, PROGRESS_METHOD } from "../contract/jsonrpc.ts";
import { LineWriter, readLines } from "../contract/lines.ts";
import { type OperationName, operations } from "../contract/operations.ts";
import type { RoleCommand } from "../roles.ts";
import { StderrTail } from "./stderr_tail.ts";

/** How long an engine may take to answer a cancelled call before it is killed, ms. */
export const CANCEL_GRACE_MS = 2_000;
/** How long an engine may take to shut down before it is killed, ms. */
export const SHUTDOWN_MS = 2_000;

/** How a request is limited. */
export interface RequestLimits {
  /** Milliseconds until the engine is killed. */
  readonly deadlineMs: number;
  /** Cancels the request; an engine that does not answer to that within {@linkcode CANCEL_GRACE_MS} is killed. */
  readonly signal?: AbortSignal;
  /** Hears the progress that the engine reports. */
  readonly onProgress?: (message: string) => void;
}

const answerSchema = z.union([
  z.object({ id: z.int(), result: z.unknown() }).refine((answer) => "result" in answer),
  z.object({
    id: z.int().nullable(),
    error: z.object({ message: z.string(), data: errorDataSchema }),
  }),
  z.object({
    method: z.literal(PROGRESS_METHOD),
    params: z.object({ id: z.int(), message: z.string() }),
  }),
]);
type Answer = z.infer<typeof answerSchema>;

interface Pending extends PromiseWithResolvers<unknown> {
  readonly name: OperationName;
  readonly onProgress: ((message: string) => void) | undefined;
}

/** A running engine. Its errors are {@linkcode OperationError}; it never sends anything twice. */
export class EngineProcess {
  /** Process id. */
  readonly pid: number;
  /** Resolves with the reason when the process has ended. */
  readonly ended: Promise<string>;
  readonly #child: Deno.ChildProcess;
  readonly #writer: LineWriter;
  readonly #stderr: StderrTail;
  readonly #pending = new Map<number, Pending>();
  #reason: string | undefined;
  #alive = true;
  #nextId = 1;

  /**
   * Starts an engine. Needs `--allow-run`.
   *
   * @param command The role's command line.
   * @param environment All variables that it gets.
   */
  constructor(command: RoleCommand, environment: Record<string, string>) {
    this.#child = new Deno.Command(command.command, {
      args: command.args,
      env: environment,
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.pid = this.#child.pid;
    this.#writer = new LineWriter(this.#child.stdin);
    this.#stderr = new StderrTail(this.#child.stderr);
    this.ended = this.#watch(this.#read());
  }

  /** Whether the process has not ended and is not being killed. */
  get alive(): boolean {
    return this.#alive;
  }

  /**
   * Sends one request and waits for its answer.
   *
   * @throws {OperationError} The engine's own error, `timeout` (the engine is killed then), or `internal` when it ended.
   */
  async request(name: OperationName, params: unknown, limits: RequestLimits): Promise<unknown> {
    const id = this.#nextId++;
    const pending: Pending = { ...Promise.withResolvers<unknown>(), name, onProgress: limits.onProgress };
    this.#pending.set(id, pending);
    const deadline = setTimeout(() => this.#expire(pending, limits.deadlineMs), limits.deadlineMs);
    const cancellation = new Cancellation(limits.signal, () => this.#cancel(id), () => this.#abandon(pending));
    try {
      if (!this.#alive) throw this.#lost(name);
      this.#send({ jsonrpc: "2.0", id, method: name, params });
      return await pending.promise;
    } finally {
      clearTimeout(deadline);
      cancellation.end();
      this.#pending.delete(id);
    }
  }

  /** Kills the process at once; running requests fail with the reason. */
  kill(reason: string): void {
    this.#reason ??= reason;
    if (!this.#alive) return;
    this.#alive = false;
    try {
      this.#child.kill("SIGKILL");
    } catch (error) {
      // It ended by itself a moment ago.
      if (!(error instanceof TypeError)) throw error;
    }
  }

  /** Lets the engine release what it holds, and kills it when that takes longer than {@linkcode SHUTDOWN_MS}. */
  async close(): Promise<void> {
    if (this.#alive) {
      const limits = { deadlineMs: SHUTDOWN_MS };
      // Whatever a shutdown answers, the process ends now.
      await this.request("shutdown", {}, limits).catch(() => {});
      await this.#writer.close().catch(() => {});
    }
    const timer = setTimeout(() => this.kill("was closed"), SHUTDOWN_MS / 4);
    await this.ended;
    clearTimeout(timer);
  }

  /** Reads answers until the stream ends; an engine that does not keep the contract is killed. */
  async #read(): Promise<void> {
    for await (const line of readLines(this.#child.stdout)) {
      const answer = line.ok ? parseAnswer(line.text) : undefined;
      if (!answer) return this.kill("sent a line that is no answer");
      this.#receive(answer);
    }
  }

  #receive(answer: Answer): void {
    if ("method" in answer) return this.#pending.get(answer.params.id)?.onProgress?.(answer.params.message);
    if (answer.id === null) return this.kill("could not read a request");
    const pending = this.#pending.get(answer.id);
    if ("result" in answer) return pending?.resolve(answer.result);
    const { message, data } = answer.error;
    pending?.reject(
      new OperationError(data.code, message, {
        dispatched: data.dispatched,
        ...(data.details ? { details: data.details } : {}),
      }),
    );
  }

  async #watch(reading: Promise<void>): Promise<string> {
    const status = await this.#child.status;
    await Promise.allSettled([reading, this.#stderr.done]);
    this.#alive = false;
    this.#reason ??= status.signal ? `was ended by ${status.signal}` : `ended with status ${status.code}`;
    for (const pending of this.#pending.values()) pending.reject(this.#lost(pending.name));
    return this.#reason;
  }

  #send(message: unknown): void {
    // A write fails only when the process is gone, and that rejects every request by itself.
    this.#writer.write(message).catch(() => {});
  }

  #cancel(id: number): void {
    this.#send({ jsonrpc: "2.0", method: CANCEL_METHOD, params: { id } });
  }

  #expire(pending: Pending, limit: number): void {
    const message = `${pending.name} was not answered within ${limit} ms; the engine was ended and the next call ` +
      `starts a new one. Look at the current state before you repeat it`;
    pending.reject(new OperationError("timeout", message, { dispatched: unknownOutcome(pending.name) }));
    this.kill("was killed since a call hung");
  }

  #abandon(pending: Pending): void {
    const message = `${pending.name} was cancelled and did not stop; the engine was ended`;
    pending.reject(new OperationError("cancelled", message, { dispatched: unknownOutcome(pending.name) }));
    this.kill("was killed since a cancelled call went on");
  }

  #lost(name: OperationName): OperationError {
    const message = `The engine ${this.#reason ?? "is ending"} during ${name}; the next call starts a new one`;
    const stderr = this.#stderr.text;
    return new OperationError("internal", message, {
      dispatched: unknownOutcome(name),
      details: { engine_ended: true, ...(stderr ? { stderr } : {}) },
    });
  }
}

/** What is known of the input of a call that was not answered. */
function unknownOutcome(name: OperationName): "unknown" | "no" {
  return operations[name].effect === "acts" ? "unknown" : "no";
}

function parseAnswer(text: string): Answer | undefined {
  try {
    return answerSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // Not JSON: the caller ends the engine.
  }
}

/** Tells the engine of an abort, and gives up after a grace. */
class Cancellation {
  readonly #signal: AbortSignal | undefined;
  readonly #begin: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(signal: AbortSignal | undefined, cancel: () => void, giveUp: () => void) {
    this.#signal = signal;
    this.#begin = () => {
      cancel();
      this.#timer = setTimeout(giveUp, CANCEL_GRACE_MS);
    };
    signal?.addEventListener("abort", this.#begin, { once: true });
  }

  end(): void {
    this.#signal?.removeEventListener("abort", this.#begin);
    clearTimeout(this.#timer);
  }
}
