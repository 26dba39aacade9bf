/**
 * The supervisor's control socket: JSON-RPC 2.0, one message a line. `run` starts a program, `status` tells the state,
 * `close` ends the desktop.
 * @module
 */
import { z } from "zod";
import { OperationError } from "../contract/errors.ts";
import {
  describeIssues,
  errorReply,
  parseRequest,
  type Request,
  type Response,
  rpcCodes,
  successReply,
} from "../contract/jsonrpc.ts";
import { encodeLine, readLines } from "../contract/lines.ts";
import type { PrivateDesktop } from "./private_desktop.ts";
import { runParamsSchema, startProgram } from "./programs.ts";
import { controlSocket } from "./state.ts";

/** Longest line in bytes. */
const MAX_REQUEST_BYTES = 1024 * 1024;

/** A server of the control socket. */
export interface ControlServer extends Disposable {
  /** The socket's path. */
  readonly path: string;
}

/** Serves a desktop's control socket, mode 0600. */
export async function serveControl(desktop: PrivateDesktop): Promise<ControlServer> {
  const path = controlSocket(desktop.state.directory);
  const listener = Deno.listen({ transport: "unix", path });
  await Deno.chmod(path, 0o600);
  acceptAll(desktop, listener).catch((error) => desktop.end(`the control socket failed: ${error}`));
  return { path, [Symbol.dispose]: () => listener.close() };
}

async function acceptAll(desktop: PrivateDesktop, listener: Deno.UnixListener): Promise<void> {
  for await (const connection of listener) {
    // One caller's broken connection is that caller's matter.
    serveConnection(desktop, connection).catch(() => {}).finally(() => closeQuietly(connection));
  }
}

async function serveConnection(desktop: PrivateDesktop, connection: Deno.UnixConn): Promise<void> {
  const writer = connection.writable.getWriter();
  for await (const line of readLines(connection.readable, MAX_REQUEST_BYTES)) {
    const parsed = parseRequest(line);
    const response = "reply" in parsed ? parsed.reply : respond(desktop, parsed.request);
    if (response) await writer.write(encodeLine(response));
  }
}

function respond(desktop: PrivateDesktop, request: Request): Response | null {
  const id = request.id ?? null;
  if (id === null) return null;
  if (!Object.hasOwn(methods, request.method)) {
    const error = new OperationError(
      "invalid_request",
      `No method "${request.method}"; there are ${Object.keys(methods).join(", ")}`,
    );
    return errorReply(id, rpcCodes.methodNotFound, error);
  }
  try {
    return successReply(id, methods[request.method as keyof typeof methods](desktop, request.params ?? {}));
  } catch (error) {
    return errorReply(id, rpcCodes.operationFailed, error);
  }
}

const methods = {
  status: (desktop: PrivateDesktop) => desktop.state,
  close: (desktop: PrivateDesktop) => {
    desktop.end("it was closed");
    return {};
  },
  run: (desktop: PrivateDesktop, params: unknown) => {
    const parsed = runParamsSchema.safeParse(params);
    if (!parsed.success) throw new OperationError("invalid_request", describeIssues(parsed.error, params));
    return { pid: startProgram(desktop.state, parsed.data) };
  },
};

const responseSchema = z.object({
  result: z.unknown().optional(),
  error: z.object({ message: z.string(), data: z.object({ code: z.string() }).optional() }).optional(),
});

/**
 * Calls a desktop's supervisor. Needs read, write and net permission for the socket.
 *
 * @param directory The desktop's folder.
 * @param signal Bounds the wait.
 * @throws {OperationError} What the supervisor answered, or `desktop_unavailable` when it does not.
 */
export async function callControl(
  directory: string,
  method: keyof typeof methods,
  params: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const connection = await connect(controlSocket(directory), signal);
  const abort = () => closeQuietly(connection);
  signal.addEventListener("abort", abort, { once: true });
  try {
    const request = { jsonrpc: "2.0", id: 1, method, params };
    await connection.write(encodeLine(request));
    return await readResult(connection);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new OperationError(
      "desktop_unavailable",
      `The desktop's supervisor did not answer "${method}" in time; close the desktop`,
    );
  } finally {
    signal.removeEventListener("abort", abort);
    closeQuietly(connection);
  }
}

async function connect(path: string, signal: AbortSignal): Promise<Deno.UnixConn> {
  signal.throwIfAborted();
  try {
    return await Deno.connect({ transport: "unix", path });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.ConnectionRefused)) throw error;
    throw new OperationError("desktop_unavailable", "The desktop's supervisor is gone; open another desktop", {
      cause: error,
    });
  }
}

async function readResult(connection: Deno.UnixConn): Promise<unknown> {
  for await (const line of readLines(connection.readable)) {
    if (!line.ok) break;
    const { result, error } = responseSchema.parse(JSON.parse(line.text));
    if (!error) return result;
    const known = error.data?.code === "invalid_request" ? "invalid_request" : "desktop_unavailable";
    throw new OperationError(known, error.message);
  }
  throw new OperationError("desktop_unavailable", "The desktop's supervisor hung up; open another desktop");
}

function closeQuietly(connection: Deno.UnixConn): void {
  try {
    connection.close();
  } catch (error) {
    if (!(error instanceof Deno.errors.BadResource)) throw error; // It was closed before.
  }
}
