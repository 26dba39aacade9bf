/**
 * Quotes text from the screen, so that it can't be taken for anything else than text from the screen.
 * @module
 */

/** Controls, bidirectional and invisible characters, lone surrogates, line separators. */
const hidden =
  /[\p{Cc}\p{Cs}\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;
/** Joiners are part of emoji and of many scripts; elsewhere they only hide. */
const strayJoiners =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\ufe0f\u{1f3fb}-\u{1f3ff}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;
/** Variation selectors can spell out data that nobody sees: only those that choose how an emoji is drawn stay. */
const straySelectors =
  /(?<!\p{Extended_Pictographic}|[\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}]|[0-9#*](?=.\u20e3))[\ufe0e\ufe0f]|[\ufe00-\ufe0d]/gu;
/** What could be taken for the fence around screen text. */
const fence = /<(?=\/?screen)/giu;
const quotes = /["\\]/g;

const named: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A text in double quotes, on one line, cut to `limit` characters with a word on how many there were. */
export function quote(text: string, limit: number, wholeLength = text.length): string {
  const kept = cut(text, limit);
  const quoted = `"${escapeText(kept)}"`;
  return kept.length === text.length && wholeLength <= text.length ? quoted : `${quoted}… (${wholeLength} characters)`;
}

/** A text for use inside of a sentence: in double quotes, on one line, cut to `limit` characters. */
export function inline(text: string, limit = 120): string {
  const kept = cut(text, limit);
  return `"${escapeText(kept)}"${kept.length < text.length ? "…" : ""}`;
}

/** Never leaves half of a surrogate pair at the end. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return text.slice(0, limit).replace(/[\ud800-\udbff]$/, "");
}

/** A text with everything escaped that is not plainly visible. */
export function escapeText(text: string): string {
  return text
    .replace(quotes, "\\$&")
    // Before the joiners: an escaped selector joins nothing.
    .replace(straySelectors, escapeCharacter)
    .replace(strayJoiners, escapeCharacter)
    .replace(hidden, escapeCharacter)
    .replace(fence, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return named[character] ?? `\\u{${character.codePointAt(0)!.toString(16)}}`;
}
