/**
 * A text on the clipboard, and the forms in which other clients can have it.
 * @module
 */
import type { Display } from "../../ffi/display.ts";
import { longs, type TypedValue } from "../../ffi/x11_selections.ts";
import type { Atom } from "../../ffi/xid.ts";
import { Alarm } from "../time.ts";

/** UTF-8 by ICCCM's younger name and by MIME. */
const utf8Targets = ["UTF8_STRING", "text/plain;charset=utf-8"];
/** What every owner of a selection must answer (ICCCM 2.6.2). */
const requiredTargets = ["TARGETS", "MULTIPLE", "TIMESTAMP"];

/** A text that was put on the clipboard. */
export class Offer {
  /** The text. */
  readonly text: string;
  /** Server time at which it was put there, ms. */
  readonly since: number;
  readonly #display: Display;
  readonly #takers = new Set<number>();
  readonly #alarm = new Alarm();
  #utf8: Uint8Array<ArrayBuffer> | undefined;
  #asked = performance.now();

  /** Puts nothing anywhere yet. */
  constructor(display: Display, text: string, since: number) {
    this.#display = display;
    this.text = text;
    this.since = since;
  }

  /** What a target gives; null for one that a text can't be given as. */
  as(target: Atom): TypedValue | null {
    const atom = (name: string) => this.#display.atom(name);
    this.#asked = performance.now();
    if (target === atom("TARGETS")) return { type: atom("ATOM"), format: 32, bytes: longs(this.#targets().map(atom)) };
    if (target === atom("TIMESTAMP")) return { type: atom("INTEGER"), format: 32, bytes: longs([this.since]) };
    if (utf8Targets.some((name) => target === atom(name))) return { type: target, format: 8, bytes: this.#encoded() };
    if (target === atom("STRING")) return this.#latin1();
    if (target !== atom("TEXT")) return null;
    return this.#latin1() ?? { type: atom("UTF8_STRING"), format: 8, bytes: this.#encoded() };
  }

  /** Notes that a process has the text. */
  handedTo(pid: number | null): void {
    if (pid === null) return;
    this.#takers.add(pid);
    this.#alarm.ring();
  }

  /**
   * Waits until a process has the text and then asks no more: some programs ask twice.
   *
   * @param quietMs How long it must not ask for anything.
   * @returns False when it did not take the text within `ms`.
   */
  async takenBy(pid: number | null, ms: number, quietMs: number, signal: AbortSignal): Promise<boolean> {
    const deadline = performance.now() + ms;
    const hasIt = () => pid !== null && this.#takers.has(pid);
    while (!hasIt() && performance.now() < deadline) {
      await this.#alarm.wait(deadline - performance.now(), signal);
    }
    const isQuiet = () => performance.now() >= Math.min(this.#asked + quietMs, deadline);
    while (hasIt() && !isQuiet()) await this.#alarm.wait(this.#asked + quietMs - performance.now(), signal);
    return hasIt();
  }

  #targets(): string[] {
    return [...requiredTargets, ...utf8Targets, "TEXT", ...(isLatin1(this.text) ? ["STRING"] : [])];
  }

  #encoded(): Uint8Array<ArrayBuffer> {
    return this.#utf8 ??= new TextEncoder().encode(this.text);
  }

  /** STRING is Latin-1 (ICCCM 2.6.2). A text with other characters is not given as such: they would be lost. */
  #latin1(): TypedValue | null {
    if (!isLatin1(this.text)) return null;
    const bytes = Uint8Array.from({ length: this.text.length }, (_, index) => this.text.charCodeAt(index));
    return { type: this.#display.atom("STRING"), format: 8, bytes };
  }
}

function isLatin1(text: string): boolean {
  // deno-lint-ignore no-control-regex -- the whole set, control characters too
  return /^[\x00-\xff]*$/.test(text);
}
