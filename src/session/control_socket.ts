/**
 * The control socket of a session: for its owner, outside of MCP and of the model. JSON-RPC 2.0, one message a line,
 * on a Unix socket with mode 0600 in the runtime directory.
 * @module
 */
import { z } from "zod";
import { OperationError } from "../contract/errors.ts";
import { describeIssues, errorReply, parseRequest, type Request, rpcCodes, successReply } from "../contract/jsonrpc.ts";
import { LineWriter, readLines } from "../contract/lines.ts";
import { approvalScope } from "../contract/operations.ts";
import { runtimeFolder } from "../desktop/runtime_directory.ts";
import { warn } from "../terminal.ts";
import type { Session } from "./session.ts";

/** What `status` answers. */
export const statusSchema = z.object({
  id: z.string(),
  pid: z.int(),
  started_at: z.string(),
  display: z.string().nullable(),
  desktop: z.object({ id: z.string(), label: z.string() }).nullable(),
  state: z.enum(["idle", "running", "waiting", "paused", "stopped"]),
  title: z.string().describe("title of the cell that runs or ran last"),
  waiting: z.int().describe("how many approvals wait"),
});
/** What `status` answers. */
export type SessionStatus = z.infer<typeof statusSchema>;

/** What `approvals` answers. */
export const waitingSchema = z.object({
  approvals: z.array(
    z.object({ appId: z.string(), executable: z.string(), askedAt: z.string(), waiting: z.boolean() }),
  ),
});

/** Extension of the sockets' names. */
export const SOCKET_SUFFIX = ".sock";
/** Longest line in bytes. */
export const MAX_CONTROL_LINE = 64 * 1024;
/** How many connections are served at once. */
const MAX_CONNECTIONS = 32;

const nothing = z.object({}).strict();
const app = z.object({ app: z.string().min(1).max(256) }).strict();

interface Method {
  readonly params: z.ZodType;
  run(control: ControlSocket, params: never, connection: Connection): unknown;
}

function method<P extends z.ZodType>(
  params: P,
  run: (control: ControlSocket, params: z.output<P>, connection: Connection) => unknown,
): Method {
  return { params, run };
}

/** Every method by its name. */
const methods: Readonly<Record<string, Method>> = {
  status: method(nothing, (control) => control.status),
  subscribe: method(nothing, (control, _params, connection) => {
    connection.subscribe();
    return control.status;
  }),
  pause: method(nothing, (control) => {
    control.session.brake.pause();
    control.session.emit({ type: "paused" });
    return {};
  }),
  resume: method(nothing, async (control) => {
    await control.session.resume();
    return {};
  }),
  stop: method(nothing, async (control) => {
    await control.session.stop();
    return {};
  }),
  approvals: method(nothing, (control) => ({ approvals: control.session.approvals.waiting })),
  approve: method(app.extend({ scope: approvalScope.default("session") }), (control, { app, scope }) => ({
    answered: control.session.approvals.answer(app, scope),
  })),
  deny: method(app, (control, { app }) => ({ answered: control.session.approvals.answer(app, "deny") })),
  revoke: method(app, async (control, { app }) => ({ revoked: await control.session.revoke(app) })),
};

/** The socket of one session. */
export class ControlSocket implements AsyncDisposable {
  /** The session that it governs. */
  readonly session: Session;
  /** Path of the socket. */
  readonly path: string;
  readonly #listener: Deno.UnixListener;
  readonly #connections = new Set<Connection>();
  readonly #unsubscribe: () => void;
  #cell: { title: string; isRunning: boolean } = { title: "", isRunning: false };

  private constructor(session: Session, path: string) {
    this.session = session;
    this.path = path;
    this.#listener = Deno.listen({ transport: "unix", path });
    Deno.chmodSync(path, 0o600);
    this.#unsubscribe = session.subscribe((event) => {
      if (event.type === "cell_started") this.#cell = { title: event.title, isRunning: true };
      if (event.type === "cell_ended") this.#cell = { ...this.#cell, isRunning: false };
      for (const connection of this.#connections) connection.tell(event);
    });
    void this.#accept();
  }

  /**
   * Listens. Needs read, write and net permission for the socket; net may be revoked afterwards.
   *
   * @throws {OperationError} `desktop_unavailable` when the runtime directory is not ours.
   */
  static async listen(session: Session): Promise<ControlSocket> {
    const folder = await runtimeFolder("sessions");
    return new ControlSocket(session, `${folder}/${session.id}${SOCKET_SUFFIX}`);
  }

  /** How the session stands. */
  get status(): SessionStatus {
    const { id, startedAt, desktop, approvals, brake } = this.session;
    const waiting = approvals.waiting.filter((question) => question.waiting).length;
    const activity = waiting > 0 ? "waiting" : this.#cell.isRunning ? "running" : "idle";
    return {
      id,
      pid: Deno.pid,
      started_at: startedAt,
      display: desktop?.display ?? null,
      desktop: desktop?.desktop ?? null,
      state: brake.state === "off" ? activity : brake.state,
      title: this.#cell.title,
      waiting,
    };
  }

  /** Answers one request. */
  async answer(request: Request, connection: Connection): Promise<unknown> {
    const { id = null, params = {} } = request;
    const called = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined;
    if (!called) return refusal(id, rpcCodes.methodNotFound, `There are ${Object.keys(methods).join(", ")}`);
    const parsed = called.params.safeParse(params);
    if (!parsed.success) return refusal(id, rpcCodes.invalidParams, describeIssues(parsed.error, params));
    try {
      return successReply(id ?? 0, await called.run(this, parsed.data as never, connection));
    } catch (error) {
      return errorReply(id, rpcCodes.operationFailed, error);
    }
  }

  /** Stops listening, ends all connections and removes the socket. */
  async close(): Promise<void> {
    this.#unsubscribe();
    this.#listener.close();
    for (const connection of this.#connections) connection.close();
    await Deno.remove(this.path).catch((error) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    });
  }

  /** See {@linkcode ControlSocket.close}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #accept(): Promise<void> {
    for await (const socket of this.#listener) {
      if (this.#connections.size >= MAX_CONNECTIONS) socket.close();
      else this.#serve(new Connection(socket, this));
    }
  }

  #serve(connection: Connection): void {
    this.#connections.add(connection);
    connection.serve().catch((error) => warn(`linux-cua: control socket: ${error}\n`))
      .finally(() => this.#connections.delete(connection));
  }
}

/** One connection to the socket. */
class Connection {
  readonly #socket: Deno.UnixConn;
  readonly #control: ControlSocket;
  readonly #writer: LineWriter;
  #isSubscribed = false;

  constructor(socket: Deno.UnixConn, control: ControlSocket) {
    this.#socket = socket;
    this.#control = control;
    this.#writer = new LineWriter(socket.writable);
  }

  async serve(): Promise<void> {
    try {
      for await (const line of readLines(this.#socket.readable, MAX_CONTROL_LINE)) {
        const parsed = parseRequest(line);
        this.#send("reply" in parsed ? parsed.reply : await this.#control.answer(parsed.request, this));
      }
    } catch (error) {
      if (!isClosed(error)) throw error;
    } finally {
      this.close();
    }
  }

  subscribe(): void {
    this.#isSubscribed = true;
  }

  tell(event: unknown): void {
    if (this.#isSubscribed) this.#send({ jsonrpc: "2.0", method: "event", params: event });
  }

  close(): void {
    try {
      this.#socket.close();
    } catch (error) {
      if (!isClosed(error)) throw error;
    }
  }

  #send(message: unknown): void {
    // A peer that is gone ends the reading loop as well.
    this.#writer.write(message).catch(() => {});
  }
}

function isClosed(error: unknown): boolean {
  const kinds = [Deno.errors.BadResource, Deno.errors.Interrupted, Deno.errors.BrokenPipe, Deno.errors.ConnectionReset];
  return kinds.some((kind) => error instanceof kind);
}

function refusal(id: number | string | null, number: number, message: string) {
  return errorReply(id, number, new OperationError("invalid_request", message));
}
