/**
 * How long a regular expression may take at worst. Patterns come from models, texts from applications: neither may
 * keep the engine's only thread busy.
 * @module
 */

/** Parts of a regular expression that matter for its time; anything else is a character of its own. */
const part = /\\[pPu]\{[^}]*\}|\\[^]|\[(?:\\[^]|[^\]\\])*\]|\(\??|[*+?]|\{\d+(?:,\d*)?\}|[^]/g;
/** As {@linkcode part}, without the flag `u`: there `\u{9}` is nine times the letter u. */
const partWithoutUnicode = /\\[^]|\[(?:\\[^]|[^\]\\])*\]|\(\??|[*+?]|\{\d+(?:,\d*)?\}|[^]/g;

/** Most steps of one text, as {@linkcode worstCost} estimates them: some ten milliseconds. */
const MAX_STEPS = 2e7;
/** Lengths of text that a backtracking pattern may get, the longest first. */
const LENGTHS = [2048, 256, 64];

/**
 * The longest text that a backtracking matcher can be trusted with; 0 when there is none.
 *
 * @param source A valid regular expression.
 */
export function safeLength(source: string, flags: string): number {
  const parts = source.match(flags.includes("u") ? part : partWithoutUnicode) ?? [];
  if (repeatsChoices(parts)) return 0;
  return LENGTHS.find((length) => worstCost(parts, length) <= MAX_STEPS) ?? 0;
}

/**
 * Whether a group that is repeated holds a quantifier or an alternation at any depth: then a text can match in
 * exponentially many ways. A group followed by `?` is not repeated.
 */
function repeatsChoices(parts: readonly string[]): boolean {
  /** For each open group, whether it holds a choice so far. The first stands for the whole expression. */
  const open = [false];
  return parts.some((text, i) => {
    if (text.startsWith("(")) open.push(false);
    else if (text === ")") {
      const holdsChoice = open.pop()!;
      if (holdsChoice && isRepetition(parts[i + 1])) return true;
      open[open.length - 1] ||= holdsChoice;
    } else if (text === "|" || text === "?" || isRepetition(text)) open[open.length - 1] = true;
    return false;
  });
}

function isRepetition(text: string | undefined): boolean {
  return text === "*" || text === "+" || (text !== undefined && /^\{\d/.test(text));
}

/** Every choice multiplies the ways in which a text of that length can match; so does every place to start from. */
function worstCost(parts: readonly string[], length: number): number {
  const start = parts[0] === "^" && !parts.includes("|") ? 1 : length;
  return parts.reduce((cost, text) => cost * waysOf(text, length), start);
}

function waysOf(text: string, length: number): number {
  if (text === "*" || text === "+") return length;
  if (text === "?" || text === "|") return 2;
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}$/.exec(text) ?? [];
  if (least === undefined) return 1;
  if (comma === "") return 1;
  return most === "" ? length : Math.min(length, Math.max(1, Number(most) - Number(least) + 1));
}
