/**
 * Compares texts of elements with what a caller looks for.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { TextPattern } from "../../contract/values.ts";
import { safeLength } from "./regex_cost.ts";

/** Longest text that a regular expression is run on in linear time. */
const MAX_REGEX_INPUT = 16_000;
/** Most time that one pattern may take for all texts that it is compared with, ms. */
const MAX_REGEX_MS = 300;

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

/** The time counts for all texts together: a window can hold thousands. */
function regexMatcher(source: string, flags: string): Matcher {
  const test = compile(source, flags);
  let left = MAX_REGEX_MS;
  return (text) => {
    if (left <= 0) throw invalid(source, "it takes too long on this window; use fewer repetitions, or a plain text");
    const started = performance.now();
    const found = test(text);
    left -= performance.now() - started;
    return found ? 2 : 0;
  };
}

/** The test of a regular expression: in linear time where the runtime can, else on texts that are short enough. */
function compile(source: string, flags: string): (text: string) => boolean {
  const regex = attempt(source, flags);
  if (typeof regex === "string") throw invalid(source, regex);
  const linear = inLinearTime(source, flags);
  if (linear) return linear;
  const longest = safeLength(source, flags);
  if (longest > 0) return (text) => regex.test(text.slice(0, longest));
  throw invalid(source, "it can match in too many ways, which may take forever: use fewer of * + ? { | (");
}

/**
 * The runtime's flag `l` promises linear time, in an engine that was started with it; `i` and `u` it does not have.
 * Undefined where that can't be had.
 */
function inLinearTime(source: string, flags: string): ((text: string) => boolean) | undefined {
  const plain = flags.replace("u", "");
  if (plain !== flags && /\\[pPu]|[^\0-\uffff]|[\ud800-\udfff]/.test(source)) return undefined;
  const ignoresCase = plain.includes("i");
  // An escaped character code could stand for a capital letter.
  if (ignoresCase && /\\[xuck]|[A-Z]-[^A-Z]/.test(source)) return undefined;
  const regex = attempt(ignoresCase ? inLowerCase(source) : source, `${plain.replace("i", "")}l`);
  if (typeof regex === "string") return undefined;
  return (text) => {
    const start = text.slice(0, MAX_REGEX_INPUT);
    return regex.test(ignoresCase ? start.toLowerCase() : start);
  };
}

/** Escapes keep their case: `\S` is not `\s`. */
function inLowerCase(source: string): string {
  return source.replace(/\\[^]|[^]/g, (text) => text.startsWith("\\") ? text : text.toLowerCase());
}

function attempt(source: string, flags: string): RegExp | string {
  try {
    return new RegExp(source, flags);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function invalid(source: string, why: string): OperationError {
  return new OperationError("invalid_request", `The regular expression ${JSON.stringify(source)} is refused: ${why}`);
}
