/**
 * What the MCP server serves: one session with its console and its control socket.
 * @module
 */
import { Cells } from "../../session/cells.ts";
import { ControlSocket } from "../../session/control_socket.ts";
import { Session, type SessionOptions } from "../../session/session.ts";
import { revoke } from "../../roles.ts";
import { warn } from "../../terminal.ts";

/** The parts of one session. Nothing is touched before the first call. */
export class Host implements AsyncDisposable {
  /** The session. */
  readonly session: Session;
  /** Its console. */
  readonly cells: Cells;
  #control: Promise<ControlSocket | undefined> | undefined;

  /** Makes the parts. */
  constructor(options: SessionOptions) {
    this.session = new Session(options);
    this.cells = new Cells(this.session);
  }

  /** Before each call: the control socket listens from the first one on, and the client's turn begins. */
  async begin(turnId: string | undefined): Promise<void> {
    this.#control ??= this.#listen();
    await this.#control;
    await this.session.turns.begin(turnId);
  }

  /** Ends everything. */
  async close(): Promise<void> {
    const ends = [this.cells.close(), this.session.close(), this.#control?.then((control) => control?.close())];
    for (const end of await Promise.allSettled(ends)) {
      if (end.status === "rejected") warn(`linux-cua: ${end.reason}\n`);
    }
  }

  /** See {@linkcode Host.close}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** A session without a control socket still works; its owner is told why there is none. */
  async #listen(): Promise<ControlSocket | undefined> {
    try {
      return await ControlSocket.listen(this.session);
    } catch (error) {
      warn(`linux-cua: no control socket for this session: ${(error as Error).message}\n`);
      return undefined;
    } finally {
      // Listening was the one thing that this process needed the net for.
      revoke(["net"]);
    }
  }
}
