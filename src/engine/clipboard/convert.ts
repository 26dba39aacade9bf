/**
 * Asking the clipboard's owner for one form of what it holds, in one piece or in many (ICCCM 2.4 and 2.7.2). The owner
 * may be slow, hostile, or end in the middle: time and size are bounded.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import { eventMask, type XEvent } from "../../ffi/events.ts";
import { readProperty, type ReadValue } from "../../ffi/x11_properties.ts";
import { convertSelection } from "../../ffi/x11_selections.ts";
import { selectInput } from "../../ffi/x11_windows.ts";
import { XRequestError } from "../../ffi/x_errors.ts";
import type { Atom, Window } from "../../ffi/xid.ts";
import { type ClipboardLink, Mailbox } from "./link.ts";

/** How long an owner may do nothing, ms. */
const STALL_MS = 2_000;

/** How much is read, and for how long. */
export interface ReadLimits {
  /** Bytes of one answer. */
  readonly bytes: number;
  /** When to give up, as `performance.now()` tells the time. */
  readonly deadline: number;
}

/**
 * Asks for a target.
 *
 * @param link A connection for this reading alone.
 * @returns Null when the owner refuses it.
 * @throws {OperationError} `app_not_responding` when the owner ends or stalls, `too_long`.
 */
export async function convert(
  link: ClipboardLink,
  owner: Window,
  target: Atom,
  limits: ReadLimits,
  signal: AbortSignal,
): Promise<ReadValue | null> {
  const { display, window: requestor, clipboard: selection } = link;
  const time = await link.time(signal);
  const property = display.atom("_LINUX_CUA_CLIPBOARD");
  using events = new Mailbox(link.pump, (event) => {
    if (event.type === "property") return event.window === requestor && event.atom === property && !event.deleted;
    return event.type === "selection_notify" || (event.type === "destroy" && event.window === owner);
  });
  watch(link, owner);
  convertSelection(display, { selection, target, property, requestor }, time);
  const answer = new Answer(link, events, property, limits, signal);
  return await answer.announced() ? await answer.value() : null;
}

/** The owner's end is to be noticed. @throws {OperationError} When it ended already. */
function watch({ display }: ClipboardLink, owner: Window): void {
  try {
    display.check("XSelectInput", () => selectInput(display, owner, eventMask.structureNotify));
  } catch (error) {
    if (error instanceof XRequestError && error.isGone) throw ended();
    throw error;
  }
}

/** What an owner answers to one question. */
class Answer {
  readonly #link: ClipboardLink;
  readonly #events: Mailbox;
  readonly #property: Atom;
  readonly #limits: ReadLimits;
  readonly #signal: AbortSignal;

  constructor(link: ClipboardLink, events: Mailbox, property: Atom, limits: ReadLimits, signal: AbortSignal) {
    this.#link = link;
    this.#events = events;
    this.#property = property;
    this.#limits = limits;
    this.#signal = signal;
  }

  /** Whether the owner says that it answered. */
  async announced(): Promise<boolean> {
    for (;;) {
      const event = await this.#next();
      if (event.type === "selection_notify") return event.property === this.#property;
    }
  }

  /** The answer, put together. */
  async value(): Promise<ReadValue | null> {
    const whole = this.#take(this.#limits.bytes);
    if (whole?.type !== this.#link.display.atom("INCR")) return whole;
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    let length = 0;
    for (;;) {
      await this.#next();
      const piece = this.#take(this.#limits.bytes - length);
      if (!piece) continue;
      pieces.push(piece.bytes);
      length += piece.bytes.length;
      if (piece.bytes.length === 0) return { ...piece, bytes: joined(pieces, length) };
    }
  }

  #take(limit: number): ReadValue | null {
    const { display, window } = this.#link;
    const value = readProperty(display, window, this.#property, { take: true, limit });
    if (value?.cut) throw new OperationError("too_long", "The text on the clipboard is too long to be read");
    return value;
  }

  async #next(): Promise<XEvent> {
    const deadline = Math.min(this.#limits.deadline, performance.now() + STALL_MS);
    const event = await this.#events.next(deadline, this.#signal);
    if (event?.type === "destroy") throw ended();
    if (event === null || performance.now() >= this.#limits.deadline) {
      const message = "The application that owns the clipboard does not hand its text over in time; copy it anew";
      throw new OperationError("app_not_responding", message);
    }
    return event;
  }
}

function ended(): OperationError {
  return new OperationError(
    "app_not_responding",
    "The application that owned the clipboard ended; what it held is gone",
  );
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
