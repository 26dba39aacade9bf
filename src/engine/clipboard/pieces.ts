/**
 * Handing long texts over in pieces (ICCCM 2.7.2, INCR): each piece follows when the requestor has deleted the one
 * before. Requestors may end or stall in between.
 * @module
 */
import type { Display } from "../../ffi/display.ts";
import { eventMask, type XEvent } from "../../ffi/events.ts";
import { longs, setProperty, type TypedValue } from "../../ffi/x11_selections.ts";
import { selectInput } from "../../ffi/x11_windows.ts";
import { XRequestError } from "../../ffi/x_errors.ts";
import type { Atom, Window } from "../../ffi/xid.ts";

/** Longest answer in one piece, bytes: a request of the core protocol holds 262,140. */
export const PIECE_BYTES = 250_000;
/** A requestor that takes no piece for so long is given up, ms. */
const STALL_MS = 10_000;
/** Most transfers at a time. */
const MAX_TRANSFERS = 64;

interface Transfer {
  readonly requestor: Window;
  readonly property: Atom;
  readonly value: TypedValue;
  readonly onDone: () => void;
  sent: number;
  timer?: ReturnType<typeof setTimeout>;
}

/** The transfers of one connection that are going on. */
export class PiecewiseTransfers implements Disposable {
  readonly #display: Display;
  readonly #running = new Set<Transfer>();

  /** Nothing is going on yet. */
  constructor(display: Display) {
    this.#display = display;
  }

  /**
   * Announces a value in a property of the requestor.
   *
   * @param onDone Called when the requestor has all of it.
   * @returns False when too much is going on.
   * @throws {XRequestError} When the requestor is gone.
   */
  begin(requestor: Window, property: Atom, value: TypedValue, onDone: () => void): boolean {
    const same = this.#of(requestor).find((transfer) => transfer.property === property);
    if (same) this.#end(same);
    if (this.#running.size >= MAX_TRANSFERS) return false;
    const transfer: Transfer = { requestor, property, value, onDone, sent: 0 };
    selectInput(this.#display, requestor, eventMask.propertyChange | eventMask.structureNotify);
    const announcement = { type: this.#display.atom("INCR"), format: 32, bytes: longs([value.bytes.length]) } as const;
    setProperty(this.#display, requestor, property, announcement);
    this.#running.add(transfer);
    this.#expectProgress(transfer);
    return true;
  }

  /** Goes on where a requestor took a piece, and forgets requestors that ended. */
  handle(event: XEvent): void {
    if (event.type === "destroy") { for (const transfer of this.#of(event.window)) this.#forget(transfer); }
    if (event.type !== "property" || !event.deleted) return;
    const transfer = this.#of(event.window).find(({ property }) => property === event.atom);
    if (transfer) this.#sendNext(transfer);
  }

  /** Gives all up. */
  [Symbol.dispose](): void {
    for (const transfer of [...this.#running]) this.#forget(transfer);
  }

  /** An empty piece is the end. */
  #sendNext(transfer: Transfer): void {
    const { requestor, property, value, sent } = transfer;
    const bytes = value.bytes.subarray(sent, sent + PIECE_BYTES);
    try {
      setProperty(this.#display, requestor, property, { ...value, bytes });
      transfer.sent += bytes.length;
      this.#expectProgress(transfer);
      if (bytes.length > 0) return;
      this.#end(transfer);
      transfer.onDone();
    } catch (error) {
      if (!(error instanceof XRequestError)) throw error;
      this.#forget(transfer); // The requestor is gone.
    }
  }

  #expectProgress(transfer: Transfer): void {
    clearTimeout(transfer.timer);
    transfer.timer = setTimeout(() => this.#forget(transfer), STALL_MS);
  }

  #of(requestor: Window): Transfer[] {
    return [...this.#running].filter((transfer) => transfer.requestor === requestor);
  }

  #forget(transfer: Transfer): void {
    clearTimeout(transfer.timer);
    this.#running.delete(transfer);
  }

  /** @throws {XRequestError} When the requestor is gone. */
  #end(transfer: Transfer): void {
    this.#forget(transfer);
    if (this.#of(transfer.requestor).length > 0) return;
    this.#display.check("XSelectInput", () => selectInput(this.#display, transfer.requestor, 0n));
  }
}
