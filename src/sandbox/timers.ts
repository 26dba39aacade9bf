/**
 * The timers of one cell.
 * @module
 */

/** How many may wait at once. */
const MAX_TIMERS = 1_000;
/** What timers of the platform can wait at most, ms. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Timers by id; ids are never reused in a process. */
export class Timers {
  static #lastId = 0;
  readonly #fire: (id: number) => void;
  readonly #running = new Map<number, ReturnType<typeof setTimeout>>();

  /** Calls `fire` with the id of each timer that is due. */
  constructor(fire: (id: number) => void) {
    this.#fire = fire;
  }

  /** How many wait. */
  get size(): number {
    return this.#running.size;
  }

  /** Starts one. @throws {RangeError} When too many wait. */
  start(ms: number, repeats: boolean): number {
    if (this.size >= MAX_TIMERS) throw new RangeError(`${MAX_TIMERS} timers are waiting; end some first`);
    const id = ++Timers.#lastId;
    const delay = Math.min(Math.max(ms || 0, 1), MAX_DELAY_MS);
    this.#running.set(id, repeats ? setInterval(() => this.#fire(id), delay) : setTimeout(() => this.#due(id), delay));
    return id;
  }

  /** Ends one. */
  stop(id: number): void {
    clearTimeout(this.#running.get(id));
    this.#running.delete(id);
  }

  /** Ends all. */
  clear(): void {
    for (const id of [...this.#running.keys()]) this.stop(id);
  }

  #due(id: number): void {
    this.#running.delete(id);
    this.#fire(id);
  }
}
