/**
 * The reaper: a small shell program that outlives the supervisor and removes everything of its desktop.
 *
 * It waits on a pipe that the supervisor holds. When that closes, however the supervisor ended, it ends every process
 * that carries the desktop's marker, was recorded as one of its services (start time checked), or descends from such
 * a one; then it removes the X server's socket and lock, shared memory, and the desktop's folder. What it can't prove
 * to be the desktop's it leaves alone. Until then it is the supervisor's eyes in `/proc`, which Deno guards: it tells
 * when the owner or the AT-SPI bus ends, and kills what stays stopped, the supervisor too.
 * A shell costs 1 MB where another Deno would cost 60.
 * @module
 */
import { OperationError } from "../contract/errors.ts";
import { readLines } from "../contract/lines.ts";
import { reaperScript } from "./reaper_script.ts";
import type { DesktopIdentity, ProcessId } from "./state.ts";

/** A running reaper. */
export class Reaper {
  /** Resolves when it has ended. */
  readonly ended: Promise<Deno.CommandStatus>;
  readonly #child: Deno.ChildProcess;
  readonly #commands: WritableStreamDefaultWriter<Uint8Array>;
  readonly #answers = new Map<string, PromiseWithResolvers<ProcessId | null>>();
  readonly #onEnded: (name: string) => void;

  /**
   * Starts the reaper of a desktop in a session of its own; it waits until {@linkcode Reaper.release} or our end.
   *
   * @param onEnded Told of the end of `owner` or `accessibility_bus`.
   */
  constructor(directory: string, identity: DesktopIdentity, onEnded: (name: string) => void = () => {}) {
    const created = Math.floor(Date.parse(identity.createdAt) / 1000);
    this.#child = new Deno.Command("/bin/sh", {
      args: ["-c", reaperScript, "linux-cua-reaper", identity.uuid, directory, String(created)],
      clearEnv: true,
      env: { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C" },
      cwd: "/",
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
      detached: true,
    }).spawn();
    this.#onEnded = onEnded;
    this.#commands = this.#child.stdin.getWriter();
    this.#commands.closed.catch(() => {}); // Each write reports a reaper that has ended.
    this.#listen().catch(() => {}); // A broken pipe means that it has ended.
    this.ended = this.#child.status.then((status) => {
      for (const answer of this.#answers.values()) answer.resolve(null);
      return status;
    });
  }

  /** Records a process of the desktop: it is ended with it. `display` is the number that an X server serves. */
  async own(name: string, pid: number, display?: number): Promise<ProcessId> {
    const process = await this.#ask(`processes ${name} ${pid}${display === undefined ? "" : ` ${display}`}`, name, pid);
    // A service that has ended already is reported by itself; nobody needs its start time.
    return process ?? { pid, startTime: "0" };
  }

  /** Watches a process that is not the desktop's; null when there is none with that number. */
  watch(name: string, pid: number): Promise<ProcessId | null> {
    return this.#ask(`watched ${name} ${pid}`, name, pid);
  }

  /** Lets it begin. */
  async release(): Promise<void> {
    await this.#commands.close().catch(() => {}); // It has ended already.
  }

  /** Ends a reaper that does not get on. */
  kill(): void {
    this.#child.kill("SIGKILL");
  }

  async #ask(command: string, name: string, pid: number): Promise<ProcessId | null> {
    const key = `${name} ${pid}`;
    const answer = Promise.withResolvers<ProcessId | null>();
    this.#answers.set(key, answer);
    try {
      await this.#commands.write(new TextEncoder().encode(`${command}\n`));
    } catch (error) {
      throw new OperationError("desktop_unavailable", "The desktop's reaper ended; open another desktop", {
        cause: error,
      });
    }
    return await answer.promise.finally(() => this.#answers.delete(key));
  }

  async #listen(): Promise<void> {
    for await (const line of readLines(this.#child.stdout, 4096)) {
      const [word, name, pid, startTime] = line.ok ? line.text.split(" ") : [];
      if (word === "ended" && name) this.#onEnded(name);
      if (word !== "recorded") continue;
      this.#answers.get(`${name} ${pid}`)?.resolve(startTime ? { pid: Number(pid), startTime } : null);
    }
  }
}

/** Removes what is left of a desktop whose supervisor is gone; resolves when nothing is left. */
export async function reapStale(directory: string, identity: DesktopIdentity): Promise<void> {
  const reaper = new Reaper(directory, identity);
  await reaper.release();
  await reaper.ended;
}
