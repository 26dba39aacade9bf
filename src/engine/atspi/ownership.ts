/**
 * Whose an object is. Applications name objects by bus name and path, and could name those of any other application:
 * one that must not be seen.
 * @module
 */
import type { AccessibilityBus } from "./bus.ts";
import type { CallOptions } from "./connection.ts";
import { CallTimeout, DBusError } from "./wire/errors.ts";

/** The bus names of the process behind one of them. */
export class Ownership {
  readonly #bus: Pick<AccessibilityBus, "pidOf">;
  readonly #home: string;
  readonly #verdicts = new Map<string, Promise<boolean>>();

  /** @param home Unique bus name of the application. */
  /** Asks `bus` for pids; `home` is the bus name of the root. */
  constructor(bus: Pick<AccessibilityBus, "pidOf">, home: string) {
    this.#bus = bus;
    this.#home = home;
  }

  /** The references that name objects of the same process, by the bus daemon's word. What is not known is not its. */
  async own<T extends { readonly bus: string }>(refs: readonly T[], options?: CallOptions): Promise<T[]> {
    const names = [...new Set(refs.map((ref) => ref.bus))];
    const verdicts = await Promise.all(names.map((name) => this.#owns(name, options)));
    const owned = new Set(names.filter((_, i) => verdicts[i]));
    return refs.filter((ref) => owned.has(ref.bus));
  }

  #owns(name: string, options?: CallOptions): Promise<boolean> | boolean {
    if (name === this.#home) return true;
    // Other names than unique ones can change hands.
    if (!name.startsWith(":")) return false;
    const verdict = this.#verdicts.get(name) ?? this.#isSameProcess(name, options);
    this.#verdicts.set(name, verdict);
    return verdict;
  }

  async #isSameProcess(name: string, options?: CallOptions): Promise<boolean> {
    try {
      const [theirs, ours] = await Promise.all([this.#bus.pidOf(name, options), this.#bus.pidOf(this.#home, options)]);
      return theirs === ours;
    } catch (error) {
      // Nobody has that name, or the bus daemon is too slow.
      if (error instanceof DBusError || error instanceof CallTimeout) return false;
      throw error;
    }
  }
}
