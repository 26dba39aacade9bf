/**
 * Compares texts of elements with what a caller looks for.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { TextPattern } from "../../contract/values.ts";

/** Longest text that a regular expression is run on: its time can grow without bound with the length. */
const MAX_REGEX_INPUT = 2048;
/** The parts of a regular expression that matter for its time; anything else is a character of its own. */
const part = /\\[pPu]\{[^}]*\}|\\[^]|\[(?:\\[^]|[^\]\\])*\]|\(\??|[*+?]|\{\d+(?:,\d*)?\}|[^]/g;
/** As {@linkcode part}, without the flag `u`: there `\u{9}` is nine times the letter u. */
const partWithoutUnicode = /\\[^]|\[(?:\\[^]|[^\]\\])*\]|\(\??|[*+?]|\{\d+(?:,\d*)?\}|[^]/g;

/** How well a text matches: a better match has a higher number, 0 is none. */
export type Quality = 0 | 1 | 2;

/** Says how well texts match a pattern. */
export type Matcher = (text: string) => Quality;

/**
 * The matcher of a pattern: 2 for the whole text, 1 for a part of it, both without regard to case and spacing; regular
 * expressions know 2 only.
 *
 * @throws {OperationError} `invalid_request` for a regular expression that is broken, or may take too long.
 */
export function matcherOf(pattern: TextPattern): Matcher {
  if (typeof pattern !== "string") return regexMatcher(pattern.regex, pattern.flags ?? "");
  const wanted = normalize(pattern);
  return (text) => {
    const found = normalize(text);
    if (found === wanted) return 2;
    return wanted !== "" && found.includes(wanted) ? 1 : 0;
  };
}

/** A text without regard to case, spacing and how accents are encoded. */
export function normalize(text: string): string {
  return text.normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim();
}

function regexMatcher(source: string, flags: string): Matcher {
  const regex = compile(source, flags);
  if (repeatsChoices(source, flags)) {
    throw invalid(source, "it repeats a group that holds a repetition or |, which can take forever: (…+)+, (…|…)*");
  }
  return (text) => regex.test(text.slice(0, MAX_REGEX_INPUT)) ? 2 : 0;
}

/**
 * Whether a group that is repeated holds a quantifier or an alternation at any depth: then a text can match in
 * exponentially many ways. A group followed by `?` is not repeated.
 *
 * @param source A valid regular expression.
 */
function repeatsChoices(source: string, flags: string): boolean {
  const parts = source.match(flags.includes("u") ? part : partWithoutUnicode) ?? [];
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

function compile(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch (error) {
    throw invalid(source, error instanceof Error ? error.message : String(error));
  }
}

function invalid(source: string, why: string): OperationError {
  return new OperationError("invalid_request", `The regular expression ${JSON.stringify(source)} is refused: ${why}`);
}
