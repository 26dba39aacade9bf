/**
 * The supervisor's process as the one who started it sees it.
 * @module
 */
import { bounded, type ErrorCode, errorCodes, OperationError } from "../contract/errors.ts";
import { readLines } from "../contract/lines.ts";
import { quietRuntime, roleCommand } from "../roles.ts";
import { type DesktopState, reportSchema, type SupervisorReport } from "./state.ts";

/** A supervisor that was started. */
export interface SupervisorHandle {
  /** Resolves when the desktop is usable; rejects with what kept it from opening. */
  readonly ready: Promise<DesktopState>;
  /** Resolves, when the supervisor has ended, to why. */
  readonly ended: Promise<string>;
  /** Closes its standard input: it then ends the desktop. */
  release(): Promise<void>;
  /** Asks it to end: with SIGTERM, so that it can tidy up, or with SIGKILL, when its reaper does. */
  kill(signal: "SIGTERM" | "SIGKILL"): void;
  /** Leaves it to itself. */
  detach(): void;
}

/**
 * Starts a supervisor in a session of its own, so that a terminal's Ctrl-C does not reach it.
 *
 * @param settings The desktop's settings as JSON.
 * @param owned Whether it ends with our end of its standard input.
 */
export function startSupervisor(settings: string, owned: boolean): SupervisorHandle {
  const { command, args } = roleCommand("supervisor", [
    "supervisor",
    "--settings",
    settings,
    ...(owned ? ["--owner-pipe"] : []),
  ]);
  const child = new Deno.Command(command, {
    args,
    env: quietRuntime,
    stdin: owned ? "piped" : "null",
    stdout: "piped",
    stderr: "piped",
    detached: true,
  }).spawn();
  const detached = new AbortController();
  const complaint = tail(abortable(child.stderr, detached.signal));
  const reports = new Reports(child.status, abortable(child.stdout, detached.signal), complaint);
  return {
    ready: reports.ready,
    ended: reports.ended,
    release: async () => {
      if (!owned) return;
      await child.stdin.close().catch(() => {}); // It has ended already.
    },
    kill: (signal) => {
      try {
        child.kill(signal);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error; // It has ended already.
      }
    },
    detach: () => {
      detached.abort();
      child.unref();
    },
  };
}

/** Follows what a supervisor says until it ends. */
class Reports {
  readonly ready: Promise<DesktopState>;
  readonly ended: Promise<string>;
  readonly #ready = Promise.withResolvers<DesktopState>();
  #why: string | null = null;

  constructor(
    status: Promise<Deno.CommandStatus>,
    output: ReadableStream<Uint8Array>,
    complaint: Promise<string>,
  ) {
    this.ready = this.#ready.promise;
    this.ready.catch(() => {}); // Whoever waits for it gets the failure; nobody has to.
    const followed = this.#follow(output).catch(() => {}); // A broken pipe means that it has ended, or was given up.
    this.ended = this.#conclude(status, followed, complaint);
  }

  async #follow(output: ReadableStream<Uint8Array>): Promise<void> {
    for await (const line of readLines(output)) {
      const parsed = line.ok ? reportSchema.safeParse(JSON.parse(line.text)) : null;
      if (parsed?.success) this.#take(parsed.data);
    }
  }

  #take(report: SupervisorReport): void {
    if ("ready" in report) this.#ready.resolve(report.ready);
    else if ("ended" in report) this.#why = report.ended;
    else this.#ready.reject(new OperationError(knownCode(report.failed.code), report.failed.message));
  }

  async #conclude(
    status: Promise<Deno.CommandStatus>,
    followed: Promise<void>,
    complaint: Promise<string>,
  ): Promise<string> {
    const { code, signal } = await status;
    await followed;
    const why = this.#why ?? `its supervisor ended (${signal ?? `status ${code}`})`;
    const said = await complaint;
    const message = `The desktop did not open: ${why}${said === "" ? "" : `, saying: ${said}`}`;
    this.#ready.reject(new OperationError("desktop_unavailable", message));
    return why;
  }
}

function knownCode(code: string): ErrorCode {
  return errorCodes.find((known) => known === code) ?? "internal";
}

/** The end of what is written to a stream. */
async function tail(output: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  try {
    for await (const line of readLines(output, 65_536)) if (line.ok) text = `${text} ${line.text}`.slice(-2000);
  } catch {
    // The stream was given up; what came until then is what there is.
  }
  return bounded(text.trim(), 1000);
}

/** A stream that ends with an error, its source closed, when the signal is aborted. */
function abortable(source: ReadableStream<Uint8Array>, signal: AbortSignal): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  source.pipeTo(writable, { signal }).catch(() => {}); // The reader of the other side gets the error.
  return readable;
}
