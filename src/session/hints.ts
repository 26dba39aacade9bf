/**
 * Advice that saves a turn is given once in a session.
 * @module
 */

/** How many different hints are remembered. */
const MAX_HINTS = 1_000;

/** The hints that the model has received. */
export class Hints {
  readonly #given = new Set<string>();

  /** The warnings to show: those that begin with `hint:` only the first time. */
  fresh(warnings: readonly string[]): string[] {
    return warnings.filter((warning) => !warning.startsWith("hint:") || this.#isNew(warning));
  }

  #isNew(hint: string): boolean {
    if (this.#given.has(hint)) return false;
    if (this.#given.size < MAX_HINTS) this.#given.add(hint);
    return true;
  }
}
