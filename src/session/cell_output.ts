/**
 * What one call hands to the model: texts and pictures in order, bounded.
 * @module
 */
import type { StoredImage } from "./images.ts";

/** A part of a result. */
export type OutputItem =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly mimeType: string; readonly data: string };

/** How much a cell's own writes may have, in UTF-16 units. Clients cut what is longer, without saying where. */
export const MAX_WRITES = 10_000;
/** How much all texts of a result may have together. */
export const MAX_TEXT = 20_000;
/** How many pictures a result may have. */
export const MAX_PICTURES = 8;
/** How many base64 characters its pictures may have together. */
export const MAX_PICTURE_DATA = 12 * 1024 * 1024;
/** Kept free for what went wrong: an error is never cut away. */
const RESERVE = 2_000;

/** Collects the output of one call. */
export class CellOutput {
  readonly #items: OutputItem[] = [];
  #written = 0;
  #dropped = 0;
  #text = 0;
  #pictures = 0;
  #pictureData = 0;

  /** Whether nothing was put out. */
  get isEmpty(): boolean {
    return this.#items.length === 0 && this.#dropped === 0;
  }

  /** An entry that model code wrote. */
  write(text: string): void {
    const room = Math.max(0, Math.min(MAX_WRITES - this.#written, MAX_TEXT - RESERVE - this.#text));
    const shown = text.slice(0, room).toWellFormed();
    this.#dropped += text.length - shown.length;
    this.#written += shown.length;
    if (shown !== "" || text === "") this.#push(shown);
  }

  /** The state of an application. @returns Whether it went out whole: what was cut does not count as seen. */
  state(text: string): boolean {
    const room = MAX_TEXT - RESERVE - this.#text;
    if (text.length <= room) {
      this.#push(text);
      return true;
    }
    const lines = text.slice(0, Math.max(0, room)).toWellFormed();
    const whole = lines.slice(0, Math.max(0, lines.lastIndexOf("\n")));
    this.#push(
      `${whole}\n[cut: ${text.length - whole.length} of ${text.length} characters are missing; ` +
        'ask for less with getAXState({query: "..."}) or find(...)]',
    );
    return false;
  }

  /** A word of the host: warnings, what went wrong. Bounded, and always shown. */
  note(text: string): void {
    this.#items.push({ type: "text", text: text.length <= RESERVE ? text : `${text.slice(0, RESERVE)} …` });
  }

  /** A picture. @returns Whether there was room for it. */
  picture({ mimeType, data }: StoredImage): boolean {
    if (this.#pictures >= MAX_PICTURES || this.#pictureData + data.length > MAX_PICTURE_DATA) return false;
    this.#pictures++;
    this.#pictureData += data.length;
    this.#items.push({ type: "image", mimeType, data });
    return true;
  }

  /** Everything in order; texts that follow each other are joined. */
  finish(): OutputItem[] {
    const joined: OutputItem[] = [];
    for (const item of this.#all()) {
      const last = joined.at(-1);
      if (item.type === "text" && last?.type === "text") joined[joined.length - 1] = join(last.text, item.text);
      else joined.push(item);
    }
    return joined;
  }

  #all(): OutputItem[] {
    if (this.#dropped === 0) return this.#items;
    const text = `[output cut: ${this.#dropped} characters of what the cell wrote are missing; write less at once]`;
    return [...this.#items, { type: "text", text }];
  }

  #push(text: string): void {
    this.#text += text.length;
    this.#items.push({ type: "text", text });
  }
}

function join(a: string, b: string): OutputItem {
  return { type: "text", text: `${a}\n${b}` };
}
