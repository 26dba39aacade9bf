/**
 * Applications that a test installs for itself: desktop entries and programs in a folder of their own.
 * @module
 */
import { EngineContext } from "../../src/engine/context.ts";
import { launchAppWith } from "../../src/engine/handlers/launch.ts";
import { type EngineOptions, readSettings } from "../../src/engine/settings.ts";
import type { Result } from "../../src/contract/operations.ts";
import { userId } from "../../src/ffi/proc.ts";
import type { FileSystem } from "../../src/policy/trusted_path.ts";

/** As if the administrator had put every file there. */
export const administratorsFiles: FileSystem = {
  readLink: Deno.readLinkSync,
  lstat: (path) => ({ ...Deno.lstatSync(path), uid: userId() === 0 ? 0 : userId() + 1, mode: 0o755 }),
};

/** An engine in this process, for which everything was installed by the administrator. */
export class Installed implements AsyncDisposable {
  /** Where its applications are. */
  readonly folder: string = Deno.realPathSync(Deno.makeTempDirSync());
  readonly #context: EngineContext;

  /** @param options The environment of its desktop; data folders and PATH get the folder's own. */
  constructor({ environment, ...options }: EngineOptions) {
    Deno.mkdirSync(`${this.folder}/applications`);
    Deno.mkdirSync(`${this.folder}/bin`);
    const PATH = `${this.folder}/bin:/usr/bin:/bin`;
    const own = { PATH, XDG_DATA_HOME: `${this.folder}/home`, XDG_DATA_DIRS: this.folder };
    this.#context = new EngineContext(readSettings({ environment: { ...environment, ...own }, ...options }));
  }

  /** Installs a script under an entry of the same name. @param lines More lines of its entry. */
  put(name: string, script: string, lines = ""): void {
    Deno.writeTextFileSync(`${this.folder}/bin/${name}`, script, { mode: 0o755 });
    const entry = `[Desktop Entry]\nType=Application\nName=${name}\nExec=${name} %U\n${lines}\n`;
    Deno.writeTextFileSync(`${this.folder}/applications/${name}.desktop`, entry);
  }

  /** Starts an application. @throws {OperationError} */
  launch(name: string, timeout_ms: number): Promise<Result<"launch_app">> {
    const call = { signal: AbortSignal.timeout(60_000), progress: () => {} };
    return launchAppWith(administratorsFiles)({ name, timeout_ms }, this.#context, call);
  }

  /** Removes all of it. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#context[Symbol.asyncDispose]();
    Deno.removeSync(this.folder, { recursive: true });
  }
}
