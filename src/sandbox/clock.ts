/**
 * A countdown that can stand still.
 * @module
 */

/** Counts down while nobody paused it, and calls back at its end. */
export class Countdown {
  readonly #expired: () => void;
  #left: number;
  #since: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Starts to count `ms` down. */
  constructor(ms: number, expired: () => void) {
    this.#left = ms;
    this.#expired = expired;
    this.resume();
  }

  /** Milliseconds left; negative when it is over. */
  get left(): number {
    return this.#since === undefined ? this.#left : this.#left - (performance.now() - this.#since);
  }

  /** Whether it stands still. */
  get paused(): boolean {
    return this.#since === undefined;
  }

  /** Stands still until {@linkcode resume}. */
  pause(): void {
    this.#left = this.left;
    this.#since = undefined;
    clearTimeout(this.#timer);
  }

  /** Goes on. */
  resume(): void {
    if (this.#since !== undefined) return;
    this.#since = performance.now();
    this.#timer = setTimeout(this.#expired, Math.max(0, this.#left));
  }

  /** Counts what `body` takes, paused or not. */
  counting<T>(body: () => T): T {
    if (!this.paused) return body();
    this.resume();
    try {
      return body();
    } finally {
      this.pause();
    }
  }
}
