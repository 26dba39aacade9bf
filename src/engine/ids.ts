/**
 * One counter for elements, observations and frames: an id is never given out twice, not even after a restart.
 * @module
 */

/** The counter. */
export class IdCounter {
  #last = 0;

  /** The highest id given out so far. */
  get last(): number {
    return this.#last;
  }

  /** A new id. */
  next(): number {
    return ++this.#last;
  }

  /** Skips the ids below `first`; never goes back. */
  startAt(first: number): void {
    this.#last = Math.max(this.#last, first - 1);
  }
}
