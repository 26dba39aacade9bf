/**
 * Tells a desktop's supervisor that an engine runs: a file with a lock, which the kernel lets go of when the process
 * ends, however it ends. One that is left behind says that the engine could not clean up.
 * @module
 */

/** Shown until it is disposed. */
export class Presence implements Disposable {
  readonly #file: Deno.FsFile;
  readonly #path: string;

  private constructor(file: Deno.FsFile, path: string) {
    this.#file = file;
    this.#path = path;
  }

  /**
   * Shows that this engine runs.
   *
   * @param folder Where the supervisor looks. Without one, or when it is gone, nobody does.
   */
  static async show(folder: string | undefined): Promise<Presence | null> {
    if (folder === undefined) return null;
    const name = `${folder}/${Deno.pid}-${crypto.randomUUID().slice(0, 8)}`;
    try {
      const file = await Deno.open(`${name}.new`, { createNew: true, write: true, mode: 0o600 });
      // It gets its name when it is locked, so that nobody takes it for one that was left behind.
      await file.lock(true);
      await Deno.rename(`${name}.new`, name);
      return new Presence(file, name);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return null;
      throw error;
    }
  }

  /** Ends it: everything is cleaned up. */
  [Symbol.dispose](): void {
    try {
      Deno.removeSync(this.#path);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error; // The desktop was removed.
    }
    this.#file.close();
  }
}
