/**
 * A picture of a whole desktop, taken by a short engine run.
 * @module
 */
import { z } from "zod";
import { bounded, OperationError } from "../contract/errors.ts";
import { encodeLine, type Line, readLines } from "../contract/lines.ts";
import { type OperationName, operations, type ParamsInput, type Result } from "../contract/operations.ts";
import { roleCommand } from "../roles.ts";
import { type DesktopState, engineEnvironment } from "./desktop.ts";

/** How long the engine may take, ms. */
const DEADLINE_MS = 20_000;

const answerSchema = z.object({
  id: z.int(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});

/**
 * Takes a picture of a desktop. Who asks is the operator, not a model, so every application that may be seen at all is
 * approved for this one run; what is denied for good stays masked.
 *
 * @returns PNG bytes.
 * @throws {OperationError} `desktop_unavailable` with what the engine said.
 */
export async function takeShot(state: DesktopState): Promise<Uint8Array> {
  const { command, args } = roleCommand("engine", ["--ndjson"]);
  const engine = new Deno.Command(command, {
    args,
    clearEnv: true,
    env: engineEnvironment(state),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const killer = setTimeout(() => engine.kill("SIGKILL"), DEADLINE_MS);
  const complaint = new Response(engine.stderr).text();
  try {
    return await exchange(engine, complaint);
  } finally {
    await engine.status;
    clearTimeout(killer);
  }
}

async function exchange(engine: Deno.ChildProcess, complaint: Promise<string>): Promise<Uint8Array> {
  const calls = new Calls(engine);
  try {
    const { apps } = await calls.call("list_apps", { running_only: true });
    for (const { app_id, executable, access } of apps) {
      if (access !== "approval_required" || executable === undefined) continue;
      await calls.call("approve_app", { app_id, executable, scope: "session" });
    }
    const picture = await calls.call("capture", { display: true });
    await calls.call("shutdown", {});
    return Uint8Array.fromBase64(picture.data);
  } catch (error) {
    const why = error instanceof EngineEnded ? bounded((await complaint).trim(), 1000) || error.message : String(error);
    throw new OperationError("desktop_unavailable", `The engine took no picture: ${why}`, { cause: error });
  } finally {
    await calls.close();
  }
}

/** The engine ended before it answered. */
class EngineEnded extends Error {}

/** One call after the other to an engine. */
class Calls {
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #lines: AsyncGenerator<Line>;
  #id = 0;

  constructor(engine: Deno.ChildProcess) {
    this.#writer = engine.stdin.getWriter();
    this.#lines = readLines(engine.stdout);
  }

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
