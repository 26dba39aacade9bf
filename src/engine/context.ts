/**
 * What the handlers of one engine share.
 * @module
 */
import { OperationError } from "../contract/errors.ts";
import { Connection } from "./connection.ts";
import { IdCounter } from "./ids.ts";
import { ElementRegistry } from "./observe/element_registry.ts";
import { FrameStore } from "./observe/frame_store.ts";
import { ObservationStore } from "./observe/observation_store.ts";
import type { Settings } from "./settings.ts";

/** The state of one engine. */
export class EngineContext implements AsyncDisposable {
  /** Settings and policy. */
  readonly settings: Settings;
  /** The one counter of ids. */
  readonly ids = new IdCounter();
  /** Elements by id. */
  readonly elements: ElementRegistry = new ElementRegistry(this.ids);
  /** Earlier observations, for `since`. */
  readonly observations: ObservationStore = new ObservationStore();
  /** Frames that coordinates may refer to. */
  readonly frames: FrameStore = new FrameStore(this.ids);
  /** Processes whose windows have no accessibility tree: waited for once. */
  readonly treeless: Set<number> = new Set();
  /** Whether the abort latch is set: nothing acts until the host resets it. */
  abortLatched = false;
  #connection: Promise<Connection> | undefined;

  /** Opens nothing yet. */
  constructor(settings: Settings) {
    this.settings = settings;
  }

  /**
   * The connection to the desktop, opened at the first call. A lost one is given up with an error, and the next call
   * tries anew.
   *
   * @throws {OperationError} `desktop_unavailable`.
   */
  async connect(signal: AbortSignal): Promise<Connection> {
    this.#connection ??= Connection.open(this.settings, signal);
    const opening = this.#connection;
    try {
      const connection = await opening;
      if (connection.lost === null) return connection;
      this.#connection = undefined;
      const { lost } = connection;
      await connection[Symbol.asyncDispose]();
      throw new OperationError("desktop_unavailable", `The desktop was lost: ${lost}`);
    } catch (error) {
      if (this.#connection === opening) this.#connection = undefined;
      throw error;
    }
  }

  /** Throws `user_interrupt` while the abort latch is set. */
  demandNoAbort(): void {
    if (!this.abortLatched) return;
    throw new OperationError(
      "user_interrupt",
      "The user stopped the session; nothing is done until the host ends the turn",
    );
  }

  /** Closes the connection. */
  async [Symbol.asyncDispose](): Promise<void> {
    const opening = this.#connection;
    this.#connection = undefined;
    const connection = await opening?.catch(() => null); // A connection that never opened needs no closing.
    await connection?.[Symbol.asyncDispose]();
  }
}
