/**
 * Waiting for events without blocking JavaScript and without waking up when nothing happens.
 * @module
 */
import type { Display } from "./display.ts";
import { decodeEvent, EVENT_BYTES, type XEvent } from "./events.ts";
import { libc } from "./libc.ts";
import { libX11 } from "./libx11.ts";
import { readRawEvent } from "./xinput2.ts";

/** `QueuedAfterReading` of Xlib.h: read what the socket has, don't wait. */
const QUEUED_AFTER_READING = 1;
/** EFD_CLOEXEC | EFD_NONBLOCK (sys/eventfd.h). */
const EVENTFD_FLAGS = 0o2000000 | 0o4000;
/** POLLIN (poll.h). */
const POLLIN = 1;
/** How long one poll lasts at most, ms: a bound on how long a lost server could go unnoticed. */
const POLL_MS = 60_000;

/**
 * Hands a display's events to listeners as they arrive: `poll` on the socket and on an eventfd, on a thread of its own.
 *
 * A round trip on the same connection moves events from the socket into Xlib's queue, where `poll` never sees them;
 * the display tells when that happened, and the queue is drained in the next microtask.
 */
export class EventPump implements AsyncDisposable {
  readonly #display: Display;
  readonly #damageEvent: number;
  readonly #listeners = new Set<(event: XEvent) => void>();
  readonly #event = new Uint8Array(EVENT_BYTES);
  readonly #wake: number;
  readonly #running: Promise<void>;
  #stopping = false;
  #disposed = false;
  #draining = false;

  /** Starts pumping. One pump a display. */
  constructor(display: Display) {
    this.#display = display;
    this.#damageEvent = display.extension("DAMAGE")?.firstEvent ?? -1;
    this.#wake = libc().eventfd(0, EVENTFD_FLAGS);
    if (this.#wake < 0) throw new Error("eventfd failed: too many open files?");
    display.onQueued = () => this.#drainSoon();
    this.#running = this.#run();
  }

  /** Calls `listener` for every event until the returned object is disposed. */
  listen(listener: (event: XEvent) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  /** Hands on every event that has arrived by now. @returns False inside a listener, whose caller goes on draining. */
  drain(): boolean {
    if (this.#draining || this.#display.dead) return false;
    this.#draining = true;
    try {
      for (let event = this.#next(); event; event = this.#next()) this.#dispatch(event);
      return true;
    } finally {
      this.#draining = false;
    }
  }

  /** Stops; resolves when the waiting thread is done. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#stopping = true;
    this.#display.onQueued = undefined;
    libc().write(this.#wake, new Uint8Array([1, 0, 0, 0, 0, 0, 0, 0]), 8n);
    await this.#running;
    libc().close(this.#wake);
  }

  #next(): XEvent | null {
    if (this.#display.dead) return null;
    return this.#display.run("XNextEvent", (pointer) => {
      if (libX11().XEventsQueued(pointer, QUEUED_AFTER_READING) === 0) return null;
      libX11().XNextEvent(pointer, this.#event);
      return readRawEvent(pointer, this.#event) ?? decodeEvent(this.#event, this.#damageEvent);
    });
  }

  #dispatch(event: XEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  #drainSoon(): void {
    if (this.#draining) return;
    queueMicrotask(() => this.#drainQuietly());
  }

  /** A lost server ends the pump; whoever calls the display next is told. */
  #drainQuietly(): void {
    try {
      this.drain();
    } catch {
      this.#stopping = this.#stopping || this.#display.dead;
    }
  }

  async #run(): Promise<void> {
    // Kept for the whole run: a temporary buffer could be collected while the other thread uses it.
    const descriptors = pollDescriptors(this.#display.fileDescriptor, this.#wake);
    while (!this.#stopping && !this.#display.dead) {
      this.#drainQuietly();
      if (this.#stopping || this.#display.dead) return;
      await libc().poll(descriptors, 2n, POLL_MS);
    }
  }
}

/** Two `struct pollfd` (8 bytes each: fd, events, revents). */
function pollDescriptors(socket: number, wake: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, socket, true);
  view.setInt16(4, POLLIN, true);
  view.setInt32(8, wake, true);
  view.setInt16(12, POLLIN, true);
  return bytes;
}
