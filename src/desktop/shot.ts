/**
 * A picture of a whole desktop, taken by a short engine run.
 * @module
 */
import { z } from "zod";
import { bounded, OperationError } from "../contract/errors.ts";
import { encodeLine, readLines } from "../contract/lines.ts";
import { imageSchema } from "../contract/values.ts";
import { roleCommand } from "../roles.ts";
import { type DesktopState, engineEnvironment } from "./desktop.ts";

/** How long the engine may take, ms. */
const DEADLINE_MS = 20_000;

const answerSchema = z.object({
  id: z.literal(1),
  result: imageSchema.optional(),
  error: z.object({ message: z.string() }).optional(),
});

/**
 * Takes a picture of a desktop.
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
  await send(engine.stdin, [
    { jsonrpc: "2.0", id: 1, method: "capture", params: { display: true } },
    { jsonrpc: "2.0", id: 2, method: "shutdown" },
  ]);
  let picture: Uint8Array | null = null;
  let failure: string | undefined;
  for await (const line of readLines(engine.stdout)) {
    const answer = line.ok ? answerSchema.safeParse(JSON.parse(line.text)) : null;
    if (answer?.data?.result) picture = Uint8Array.fromBase64(answer.data.result.data);
    failure ??= answer?.data?.error?.message;
  }
  const said = failure ?? (bounded((await complaint).trim(), 1000) || "it ended without an answer");
  if (!picture) throw new OperationError("desktop_unavailable", `The engine took no picture: ${said}`);
  return picture;
}

async function send(input: WritableStream<Uint8Array>, messages: readonly unknown[]): Promise<void> {
  const writer = input.getWriter();
  try {
    for (const message of messages) await writer.write(encodeLine(message));
    await writer.close();
  } catch {
    // It ended; what it said on its outputs tells why.
  }
}
