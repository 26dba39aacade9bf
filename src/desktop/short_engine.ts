/**
 * A short run of an engine: a few calls, one after the other, and its end.
 * @module
 */
import { z } from "zod";
import { bounded, OperationError } from "../contract/errors.ts";
import { encodeLine, type Line, readLines } from "../contract/lines.ts";
import { type OperationName, operations, type ParamsInput, type Result } from "../contract/operations.ts";
import { roleCommand } from "../roles.ts";

/** How long the engine may take, ms. */
const DEADLINE_MS = 20_000;

const answerSchema = z.object({
  id: z.int(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});

/**
 * Starts an engine, lets `use` call it and shuts it down.
 *
 * @param environment All variables of the engine.
 * @throws {OperationError} `desktop_unavailable` with what the engine said.
 */
export async function withEngine<T>(
  environment: Record<string, string>,
  use: (engine: EngineCalls) => Promise<T>,
): Promise<T> {
  const { command, args } = roleCommand("engine", ["--ndjson"]);
  const engine = new Deno.Command(command, {
    args,
    clearEnv: true,
    env: environment,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const killer = setTimeout(() => engine.kill("SIGKILL"), DEADLINE_MS);
  const complaint = new Response(engine.stderr).text();
  try {
    return await exchange(engine, complaint, use);
  } finally {
    await engine.status;
    clearTimeout(killer);
  }
}

async function exchange<T>(
  engine: Deno.ChildProcess,
  complaint: Promise<string>,
  use: (engine: EngineCalls) => Promise<T>,
): Promise<T> {
  const calls = new EngineCalls(engine);
  try {
    const value = await use(calls);
    await calls.call("shutdown", {});
    return value;
  } catch (error) {
    const why = error instanceof EngineEnded ? bounded((await complaint).trim(), 1000) || error.message : String(error);
    throw new OperationError("desktop_unavailable", `The engine failed: ${why}`, { cause: error });
  } finally {
    await calls.close();
  }
}

/** The engine ended before it answered. */
class EngineEnded extends Error {}

/** One call after the other to an engine. */
export class EngineCalls {
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #lines: AsyncGenerator<Line>;
  #id = 0;

  /** Takes its pipes. */
  constructor(engine: Deno.ChildProcess) {
    this.#writer = engine.stdin.getWriter();
    this.#lines = readLines(engine.stdout);
  }

  /** Makes a call and validates its result. */
  async call<K extends OperationName>(method: K, params: ParamsInput<K>): Promise<Result<K>> {
    const id = ++this.#id;
    await this.#writer.write(encodeLine({ jsonrpc: "2.0", id, method, params })).catch(() => {}); // It ended: see below.
    for (let next = await this.#lines.next(); !next.done; next = await this.#lines.next()) {
      const answer = next.value.ok ? answerSchema.safeParse(JSON.parse(next.value.text)).data : undefined;
      if (answer?.id !== id) continue; // A notification.
      if (answer.error) throw new OperationError("desktop_unavailable", answer.error.message);
      return operations[method].result.parse(answer.result) as Result<K>;
    }
    throw new EngineEnded("it ended without an answer");
  }

  /** Ends the engine's input and reads what it still says. */
  async close(): Promise<void> {
    await this.#writer.close().catch(() => {}); // It has ended already.
    for await (const _ of this.#lines) { /* nothing is expected */ }
  }
}
