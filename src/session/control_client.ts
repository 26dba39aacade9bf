/**
 * Talks to the control sockets of the sessions that run.
 * @module
 */
import { OperationError } from "../contract/errors.ts";
import { LineWriter, readLines } from "../contract/lines.ts";
import { runtimeFolder } from "../desktop/runtime_directory.ts";
import { MAX_CONTROL_LINE, type SessionStatus, SOCKET_SUFFIX, statusSchema } from "./control_socket.ts";

/** A session that runs. */
export interface RunningSession {
  /** Path of its socket. */
  readonly path: string;
  /** How it stands. */
  readonly status: SessionStatus;
}

/** How long a session may take to answer, ms. `revoke` and `stop` talk to its engine. */
const ANSWER_MS = 12_000;
/** How long a session may take to say how it stands, ms. */
const STATUS_MS = 1_000;

/** The sessions that run, oldest first. Sockets whose session is gone are removed. */
export async function runningSessions(): Promise<RunningSession[]> {
  const folder = await runtimeFolder("sessions");
  const paths: string[] = [];
  for await (const { name } of Deno.readDir(folder)) if (name.endsWith(SOCKET_SUFFIX)) paths.push(`${folder}/${name}`);
  const found = await Promise.all(paths.map(inspect));
  return found.filter((session) => session !== undefined)
    .sort((a, b) => a.status.started_at.localeCompare(b.status.started_at));
}

/**
 * Makes one call to a session.
 *
 * @param path Path of its socket.
 * @throws {OperationError} What it answers; `timeout`; `desktop_unavailable` when it is gone.
 */
export async function callSession(
  path: string,
  method: string,
  params: Record<string, unknown> = {},
  deadlineMs = ANSWER_MS,
): Promise<unknown> {
  const socket = await connect(path);
  const timer = setTimeout(() => socket.close(), deadlineMs);
  try {
    const writer = new LineWriter(socket.writable);
    await writer.write({ jsonrpc: "2.0", id: 1, method, params });
    for await (const line of readLines(socket.readable, MAX_CONTROL_LINE)) if (line.ok) return resultOf(line.text);
    throw new OperationError("desktop_unavailable", "The session ended before it answered");
  } catch (error) {
    if (!(error instanceof Deno.errors.Interrupted || error instanceof Deno.errors.BadResource)) throw error;
    throw new OperationError("timeout", `The session did not answer within ${deadlineMs} ms`);
  } finally {
    clearTimeout(timer);
    closeQuietly(socket);
  }
}

async function connect(path: string): Promise<Deno.UnixConn> {
  try {
    return await Deno.connect({ transport: "unix", path });
  } catch (error) {
    throw new OperationError("desktop_unavailable", `No session answers at ${path}`, { cause: error });
  }
}

async function inspect(path: string): Promise<RunningSession | undefined> {
  try {
    return { path, status: statusSchema.parse(await callSession(path, "status", {}, STATUS_MS)) };
  } catch (error) {
    const cause = (error as Error).cause;
    if (cause instanceof Deno.errors.ConnectionRefused) await Deno.remove(path).catch(() => {}); // Another one did.
    return undefined;
  }
}

function resultOf(text: string): unknown {
  const answer = JSON.parse(text) as { result?: unknown; error?: { message: string; data?: { code?: unknown } } };
  if (!answer.error) return answer.result;
  throw new OperationError("invalid_request", answer.error.message);
}

function closeQuietly(socket: Deno.UnixConn): void {
  try {
    socket.close();
  } catch (error) {
    if (!(error instanceof Deno.errors.BadResource)) throw error;
  }
}
