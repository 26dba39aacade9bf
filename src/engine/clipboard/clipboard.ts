/**
 * The CLIPBOARD selection: put a text there, read what is there, give it up. PRIMARY is left alone.
 * @module
 */
import { selectionOwner, setSelectionOwner } from "../../ffi/x11_selections.ts";
import type { Window } from "../../ffi/xid.ts";
import { ClipboardLink } from "./link.ts";
import { Offer } from "./offer.ts";
import { readText } from "./read_text.ts";
import { TextServer } from "./text_server.ts";

/** How long reading may take, ms. */
export const READ_MS = 10_000;

/** A connection and who serves on it. */
interface Serving {
  readonly link: ClipboardLink;
  readonly server: TextServer;
}

/** The clipboard of one display. Nothing is opened before the first use. */
export class Clipboard implements AsyncDisposable {
  readonly #displayName: () => string;
  #serving: Serving | undefined;

  /** Opens nothing yet. @param displayName Which display, asked for at each opening. */
  constructor(displayName: () => string) {
    this.#displayName = displayName;
  }

  /** The text that we have on the clipboard; null when somebody else has it, or nobody. */
  get offer(): Offer | null {
    const serving = this.#alive();
    if (!serving) return null;
    const { link, server } = serving;
    // The word that somebody else took it may still be on its way.
    return selectionOwner(link.display, link.clipboard) === link.window ? server.offer : null;
  }

  /** Puts a text on the clipboard. It is served until somebody else takes the clipboard, or it is given up. */
  async write(text: string, signal: AbortSignal): Promise<Offer> {
    const { link, server } = await this.#open();
    const offer = new Offer(link.display, text, await link.time(signal));
    server.offer = offer;
    setSelectionOwner(link.display, link.clipboard, link.window, offer.since);
    return offer;
  }

  /**
   * The text on the clipboard; null when there is none.
   *
   * @param demand Throws when what a window's application has there must not be read.
   * @throws {OperationError} What `demand` throws; `unsupported` for formats without text, `app_not_responding`,
   * `too_long`.
   */
  async read(demand: (owner: Window) => void, signal: AbortSignal, ms = READ_MS): Promise<string | null> {
    const own = this.offer;
    if (own) return own.text;
    const deadline = performance.now() + ms;
    await using link = new ClipboardLink(this.#displayName());
    const owner = selectionOwner(link.display, link.clipboard);
    if (owner === null) return null;
    demand(owner);
    const text = await readText(link, owner, deadline, signal);
    const now = selectionOwner(link.display, link.clipboard);
    if (now !== null && now !== owner) demand(now); // It changed hands meanwhile: the text may be the new owner's.
    return text;
  }

  /** Gives the clipboard up, if it is ours. */
  async release(signal: AbortSignal): Promise<void> {
    const serving = this.#alive();
    if (!serving || !this.offer) return;
    const { link, server } = serving;
    const time = await link.time(signal);
    if (this.offer) setSelectionOwner(link.display, link.clipboard, null, time);
    server.offer = null;
  }

  /** Closes the connection; the server takes the clipboard from us. */
  async [Symbol.asyncDispose](): Promise<void> {
    const serving = this.#serving;
    this.#serving = undefined;
    serving?.server[Symbol.dispose]();
    await serving?.link[Symbol.asyncDispose]();
  }

  #alive(): Serving | null {
    return this.#serving && !this.#serving.link.display.dead ? this.#serving : null;
  }

  async #open(): Promise<Serving> {
    if (!this.#alive()) await this[Symbol.asyncDispose]();
    if (this.#serving) return this.#serving;
    const link = new ClipboardLink(this.#displayName());
    return this.#serving = { link, server: new TextServer(link) };
  }
}
