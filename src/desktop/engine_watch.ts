/**
 * Engines that ended without cleaning up: what they left in the X server is undone by a short run of another engine.
 * @module
 */
import { warn } from "../terminal.ts";
import { engineEnvironment } from "./desktop.ts";
import { withEngine } from "./short_engine.ts";
import { type DesktopState, enginesFolder } from "./state.ts";

/** Watches the engines of a desktop until it is disposed. */
export class EngineWatch implements Disposable {
  readonly #state: DesktopState;
  readonly #folder: string;
  readonly #watcher: Deno.FsWatcher;
  readonly #watched = new Set<string>();
  #closed = false;

  /** Begins to watch. */
  constructor(state: DesktopState) {
    this.#state = state;
    this.#folder = enginesFolder(state.directory);
    this.#watcher = Deno.watchFs(this.#folder, { recursive: false });
    this.#run().catch((error) => this.#complain(error));
  }

  /** Stops. */
  [Symbol.dispose](): void {
    this.#closed = true;
    this.#watcher.close();
  }

  async #run(): Promise<void> {
    this.#look(); // Some may have come before we watched.
    for await (const _ of this.#watcher) this.#look();
  }

  #look(): void {
    for (const { name } of Deno.readDirSync(this.#folder)) {
      if (name.endsWith(".new") || this.#watched.has(name)) continue;
      this.#watched.add(name);
      this.#outlive(name).catch((error) => this.#complain(error)).finally(() => this.#watched.delete(name));
    }
  }

  /** Waits for the end of an engine, by its lock. One that ended in order has removed its file. */
  async #outlive(name: string): Promise<void> {
    if (!await isLeftBehind(`${this.#folder}/${name}`) || this.#closed) return;
    const { CUA_ENGINES: _unwatched, ...environment } = engineEnvironment(this.#state);
    // Connecting undoes what stands in the journals of those that are gone.
    await withEngine(environment, (engine) => engine.call("hello", {}));
  }

  /** The desktop works without. While it ends, nothing is expected to. */
  #complain(error: unknown): void {
    if (!this.#closed) warn(`linux-cua: what an engine left could not be undone: ${error}\n`);
  }
}

/** Whether the file was still there when its engine had ended; it is removed then. */
async function isLeftBehind(path: string): Promise<boolean> {
  try {
    using file = await Deno.open(path, { write: true });
    await file.lock(true);
    await Deno.remove(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
