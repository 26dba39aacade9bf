/**
 * What the handlers of one engine share.
 * @module
 */
import { OperationError } from "../contract/errors.ts";
import { Clipboard } from "./clipboard/clipboard.ts";
import { Connection } from "./connection.ts";
import { IdCounter } from "./ids.ts";
import { ElementRegistry } from "./observe/element_registry.ts";
import { FrameStore } from "./observe/frame_store.ts";
import { ObservationStore } from "./observe/observation_store.ts";
import { Views } from "./observe/view.ts";
import type { Settings } from "./settings.ts";
import { HeldButtons } from "./x11/held_buttons.ts";
import type { InputWatch } from "./x11/input_watch.ts";
import { PointerOverlay } from "./x11/pointer_overlay.ts";

/** How long connecting to the display and the accessibility bus may take, ms. */
const CONNECT_MS = 10_000;

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
  /** What is remembered of windows from one look to the next. */
  readonly views: Views = new Views();
  /** Processes whose windows have no accessibility tree: waited for once. */
  readonly treeless: Set<number> = new Set();
  /** The display's clipboard. */
  readonly clipboard: Clipboard;
  /** What shows where the agent's pointer is. */
  readonly overlay: PointerOverlay;
  /** Pointer buttons that are held across calls. */
  readonly heldButtons: HeldButtons = new HeldButtons();
  #brake = new AbortController();
  #connection: Promise<Connection> | undefined;
  /** The same once it is open. */
  #opened: Connection | undefined;
  #input: InputWatch | undefined;
  #acting: Promise<void> = Promise.resolve();
  #closing: Promise<unknown> = Promise.resolve();

  /** Opens nothing yet. */
  constructor(settings: Settings) {
    this.settings = settings;
    this.overlay = new PointerOverlay(() => settings.display());
    this.clipboard = new Clipboard(() => settings.display());
  }

  /**
   * The connection to the desktop, opened at the first call. A lost one is given up with an error, and the next call
   * tries anew.
   *
   * @throws {OperationError} `desktop_unavailable`.
   */
  async connect(signal: AbortSignal): Promise<Connection> {
    // Callers share the opening: it has a deadline of its own, and each caller stops waiting by its own signal.
    if (this.#opened?.lost === null && !signal.aborted) return this.#opened;
    this.#connection ??= this.#open();
    const opening = this.#connection;
    try {
      const connection = await withSignal(opening, signal);
      if (connection.lost === null) return this.#opened = connection;
      const { lost } = connection;
      this.#forget(opening);
      throw new OperationError("desktop_unavailable", `The desktop was lost: ${lost}`);
    } catch (error) {
      if (!signal.aborted) this.#forget(opening);
      throw error;
    }
  }

  /** Runs what sends input. A lost connection is not closed before it has ended: what is held must be released. */
  async acting<T>(body: () => Promise<T>): Promise<T> {
    const acting = body();
    this.#acting = acting.then(() => {}, () => {}); // Its caller is told.
    return await acting;
  }

  /**
   * Whether the abort latch is set, by input that is not ours or by the host: nothing acts until the host resets it.
   * Setting it releases what is held.
   */
  get abortLatched(): boolean {
    this.#input?.catchUp(); // An answer is never older than what has arrived.
    return this.#brake.signal.aborted;
  }

  set abortLatched(latched: boolean) {
    if (latched === this.abortLatched) return;
    if (!latched) {
      this.#brake = new AbortController();
      return;
    }
    this.#brake.abort(interruption());
    this.heldButtons.releaseAll();
  }

  /** Aborted, with `user_interrupt`, when the abort latch is set: for waits while something is pressed. */
  get interrupted(): AbortSignal {
    return this.#brake.signal;
  }

  async #open(): Promise<Connection> {
    const connection = await Connection.open(
      this.settings,
      AbortSignal.timeout(CONNECT_MS),
      () => this.abortLatched = true,
    );
    this.#input = connection.input;
    return connection;
  }

  /** The next call opens another connection; this one is closed once nothing acts any more. */
  #forget(opening: Promise<Connection>): void {
    if (this.#connection !== opening) return;
    this.heldButtons.releaseAll();
    this.#connection = undefined;
    this.#opened = undefined;
    this.#input = undefined;
    const close = async () => {
      const connection = await opening.catch(() => null); // One that never opened needs no closing.
      await this.#acting;
      await connection?.[Symbol.asyncDispose]();
    };
    this.#closing = Promise.allSettled([this.#closing, close()]);
  }

  /** Throws `user_interrupt` while the abort latch is set. */
  demandNoAbort(): void {
    if (this.abortLatched) throw interruption();
  }

  /** Releases what is held and closes the connections. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#connection) this.#forget(this.#connection);
    await this.#closing;
    this.overlay[Symbol.dispose]();
    await this.clipboard[Symbol.asyncDispose]();
  }
}

function interruption(): OperationError {
  return new OperationError(
    "user_interrupt",
    "The user stopped the session; nothing is done until the host ends the turn",
  );
}

async function withSignal<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
