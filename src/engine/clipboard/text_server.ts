/**
 * Answers clients that ask for the text on the clipboard.
 * @module
 */
import type { SelectionRequest, XEvent } from "../../ffi/events.ts";
import { readProperty } from "../../ffi/x11_properties.ts";
import { fromLongs, longs, sendSelectionNotify, setProperty, type TypedValue } from "../../ffi/x11_selections.ts";
import { ConnectionLostError, XRequestError } from "../../ffi/x_errors.ts";
import { type Atom, NONE, type Window, xid } from "../../ffi/xid.ts";
import { clientPid } from "../../ffi/xres.ts";
import type { ClipboardLink } from "./link.ts";
import type { Offer } from "./offer.ts";
import { PIECE_BYTES, PiecewiseTransfers } from "./pieces.ts";

/** Most conversions that one MULTIPLE may ask for. */
const MAX_PAIRS = 64;
/** Size of an ATOM_PAIR in a property, bytes. */
const PAIR_BYTES = 8;

/** Serves one connection's clipboard. */
export class TextServer implements Disposable {
  readonly #link: ClipboardLink;
  readonly #pieces: PiecewiseTransfers;
  readonly #listener: Disposable;
  #offer: Offer | null = null;

  /** Starts answering. */
  constructor(link: ClipboardLink) {
    this.#link = link;
    this.#pieces = new PiecewiseTransfers(link.display);
    this.#listener = link.pump.listen((event) => this.#serve(event));
  }

  /** The text that is on the clipboard; null when there is none of ours. */
  get offer(): Offer | null {
    return this.#offer;
  }

  /** What is served from now on. Transfers that are going on end with the text that they began with. */
  set offer(offer: Offer | null) {
    this.#offer = offer;
  }

  /** Stops answering. */
  [Symbol.dispose](): void {
    this.#listener[Symbol.dispose]();
    this.#pieces[Symbol.dispose]();
  }

  /** A requestor that ended in the middle is nobody's concern, and a lost server is told to whoever calls next. */
  #serve(event: XEvent): void {
    try {
      if (event.type === "selection_request") return this.#answer(event);
      if (event.type === "selection_clear") return this.#clear(event);
      this.#pieces.handle(event);
    } catch (error) {
      if (!(error instanceof XRequestError) && !(error instanceof ConnectionLostError)) throw error;
    }
  }

  /** Somebody else took the clipboard. A word about an earlier loss, after it was taken anew, does not count. */
  #clear({ selection, time }: XEvent & { type: "selection_clear" }): void {
    if (selection === this.#link.clipboard && this.#offer && !isBefore(time, this.#offer.since)) this.#offer = null;
  }

  #answer(request: SelectionRequest): void {
    const { display, clipboard } = this.#link;
    const offer = request.selection === clipboard ? this.#offer : null;
    const isLate = offer !== null && request.time !== 0 && isBefore(request.time, offer.since);
    const property = request.property ?? request.target;
    const isDone = offer !== null && !isLate && this.#fulfil(request, property, offer);
    sendSelectionNotify(display, request, isDone ? property : null);
  }

  #fulfil(request: SelectionRequest, property: Atom, offer: Offer): boolean {
    if (request.target !== this.#link.display.atom("MULTIPLE")) {
      return this.#write(request.requestor, request.target, property, offer);
    }
    return request.property !== null && this.#multiple(request.requestor, request.property, offer);
  }

  /** Several conversions at once; those that were refused are marked by a property of None. */
  #multiple(requestor: Window, list: Atom, offer: Offer): boolean {
    const { display } = this.#link;
    const value = readProperty(display, requestor, list, { take: false, limit: MAX_PAIRS * PAIR_BYTES });
    if (value?.format !== 32 || value.cut) return false;
    const atoms = fromLongs(value.bytes).map((atom) => xid<Atom>(atom));
    for (let index = 0; index + 1 < atoms.length; index += 2) {
      const [target, property] = [atoms[index]!, atoms[index + 1]!];
      if (!this.#write(requestor, target, property, offer)) atoms[index + 1] = xid<Atom>(NONE);
    }
    setProperty(display, requestor, list, { type: value.type, format: 32, bytes: longs(atoms) });
    return true;
  }

  #write(requestor: Window, target: Atom, property: Atom, offer: Offer): boolean {
    const value = offer.as(target);
    if (!value || property === NONE) return false;
    const done = this.#isText(value) ? () => offer.handedTo(clientPid(this.#link.display, requestor)) : () => {};
    if (value.bytes.length > PIECE_BYTES) return this.#pieces.begin(requestor, property, value, done);
    setProperty(this.#link.display, requestor, property, value);
    done();
    return true;
  }

  #isText({ format }: TypedValue): boolean {
    return format === 8;
  }
}

/** Whether a server time is before another; it starts anew after 49 days. */
function isBefore(time: number, other: number): boolean {
  return ((time - other) | 0) < 0;
}
