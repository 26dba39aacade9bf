/**
 * Private desktops: open one and own it, or create one that stands by itself; list, find, use and close them.
 * Needs read, write and run permission; {@linkcode runInDesktop} and {@linkcode closeDesktop} also net, for the
 * supervisor's Unix socket.
 * @module
 */
import { OperationError, toOperationError } from "../contract/errors.ts";
import { describeIssues } from "../contract/jsonrpc.ts";
import { quietRuntime } from "../roles.ts";
import { callControl } from "./control.ts";
import { waitUntilRemoved } from "./closing.ts";
import { settlesIn } from "./service.ts";
import { type DesktopState, enginesFolder, settingsSchema } from "./state.ts";
import { startSupervisor, type SupervisorHandle } from "./supervisor_handle.ts";

export { closeDesktop } from "./closing.ts";
export { findDesktop, listDesktops } from "./registry.ts";
export type { DesktopState } from "./state.ts";

/** How to open a desktop. */
export interface OpenOptions {
  /** What people call it; its id when left out. */
  label?: string;
  /** `WIDTHxHEIGHT` in X pixels, 200 to 8192 each; `1280x800` when left out. */
  geometry?: string;
  /** Device pixels per logical pixel, 1 to 4. */
  scale?: number;
  /** `private` gives programs a home that goes with the desktop; `shared` (default) leaves them the owner's. */
  home?: "private" | "shared";
  /** Whether it can be watched: Xvnc with RFB on a Unix socket, instead of Xvfb. */
  viewable?: boolean;
  /** Seconds after which it closes by itself. */
  ttlSeconds?: number;
  /** Gives up opening it. */
  signal?: AbortSignal;
  /** Milliseconds to wait until it is usable; 15 000 when left out. */
  deadlineMs?: number;
}

/** How long a supervisor has to end, and to open, ms. The reaper itself needs less than one second. */
const CLOSE_MS = 5_000;
const OPEN_MS = 15_000;
/** A desktop that ends with this process, however that ends, or with {@linkcode OwnedDesktop.close}. */
export class OwnedDesktop implements AsyncDisposable {
  /** What is known of it. */
  readonly state: DesktopState;
  /** Resolves, when it has ended, to why. */
  readonly ended: Promise<string>;
  readonly #supervisor: SupervisorHandle;

  /** Takes the supervisor over; use {@linkcode openDesktop}. */
  constructor(state: DesktopState, supervisor: SupervisorHandle) {
    this.state = state;
    this.ended = supervisor.ended;
    this.#supervisor = supervisor;
  }

  /** Ends the desktop; resolves when nothing of it is left. A second call waits for the same. */
  async close(): Promise<void> {
    await this.#supervisor.release();
    if (!await settlesIn(this.#supervisor.ended, CLOSE_MS)) this.#supervisor.kill("SIGKILL");
    await this.#supervisor.ended;
    await waitUntilRemoved(this.state);
  }

  /** See {@linkcode OwnedDesktop.close}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/**
 * Opens a desktop that this process owns.
 *
 * @throws {OperationError} `desktop_unavailable` when it does not open; `invalid_request` for wrong options;
 * `timeout` or `cancelled` when it was given up.
 *
 * @example
 * ```ts
 * await using desktop = await openDesktop({ geometry: "1024x768" });
 * new Deno.Command("mousepad", { clearEnv: true, env: desktop.state.environment }).spawn();
 * ```
 */
export async function openDesktop(options: OpenOptions = {}): Promise<OwnedDesktop> {
  const supervisor = startSupervisor(settings(options), true);
  return new OwnedDesktop(await supervisorReady(supervisor, options), supervisor);
}

/**
 * Creates a desktop that stands by itself until it is closed, its time is over, or the process `owner` ends.
 *
 * @throws {OperationError} As {@linkcode openDesktop} does.
 */
export async function createDesktop(options: OpenOptions & { owner?: number } = {}): Promise<DesktopState> {
  const supervisor = startSupervisor(settings(options), false);
  const state = await supervisorReady(supervisor, options);
  supervisor.detach();
  return state;
}

/** How {@linkcode runInDesktop} starts a program. */
export interface RunOptions {
  /** Variables besides the desktop's own. */
  environment?: Record<string, string>;
  /** Absolute path of its working directory; the home when left out. */
  cwd?: string;
  /** Gives up waiting for the supervisor. */
  signal?: AbortSignal;
}

/**
 * Starts a program in a desktop; it ends with the desktop.
 *
 * @throws {OperationError} `invalid_request` when there is no such program, `desktop_unavailable` when the supervisor
 * does not answer.
 */
export async function runInDesktop(
  state: DesktopState,
  argv: readonly string[],
  options: RunOptions = {},
): Promise<{ pid: number }> {
  const params = { argv, environment: options.environment, cwd: options.cwd };
  const result = await callControl(state.directory, "run", params, limited(options.signal, CLOSE_MS));
  return result as { pid: number };
}

/**
 * The environment of an engine that drives a desktop: its programs' environment, the accessibility bus, the display by
 * the name that the engine wants, where it shows that it runs, and where Deno finds the program's modules whatever the home is.
 */
export function engineEnvironment(state: DesktopState): Record<string, string> {
  const cache = Deno.env.get("DENO_DIR") ??
    (Deno.env.get("XDG_CACHE_HOME") ?? `${Deno.env.get("HOME") ?? "/tmp"}/.cache`) + "/deno";
  const { environment, display, accessibilityBus } = state;
  return {
    ...environment,
    ...quietRuntime,
    AT_SPI_BUS_ADDRESS: accessibilityBus,
    CUA_DISPLAY: display,
    CUA_ENGINES: enginesFolder(state.directory),
    DENO_DIR: cache,
    // Whoever watches sees where the agent's pointer is.
    ...(state.rfbSocket === null ? {} : { CUA_OVERLAY: "1" }),
  };
}

function settings(options: OpenOptions & { owner?: number }): string {
  const { signal: _signal, deadlineMs: _deadline, ...given } = options;
  const parsed = settingsSchema.safeParse(given);
  if (!parsed.success) throw new OperationError("invalid_request", describeIssues(parsed.error, given));
  return JSON.stringify(parsed.data);
}

/** The state of a desktop that is usable. When it does not get there, nothing of it is left. */
async function supervisorReady(supervisor: SupervisorHandle, options: OpenOptions): Promise<DesktopState> {
  const signal = limited(options.signal, options.deadlineMs ?? OPEN_MS);
  const abort = () => supervisor.kill("SIGTERM");
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await supervisor.ready;
  } catch (error) {
    if (!await settlesIn(supervisor.ended, CLOSE_MS)) supervisor.kill("SIGKILL");
    throw signal.aborted ? toOperationError(signal.reason, "no") : error;
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

function limited(signal: AbortSignal | undefined, ms: number): AbortSignal {
  const limit = AbortSignal.timeout(ms);
  return signal ? AbortSignal.any([signal, limit]) : limit;
}
