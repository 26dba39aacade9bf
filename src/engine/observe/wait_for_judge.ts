/**
 * Says of each predicate of `wait_for` whether it holds, with what proves it. Pure: what was seen is given.
 * @module
 */
import { bounded } from "../../contract/errors.ts";
import type { Predicate, Verdict } from "../../contract/predicates.ts";
import type { TextPattern } from "../../contract/values.ts";
import type { Element } from "./element.ts";
import { stateHolds } from "./states.ts";
import { matcherOf } from "./text_match.ts";
import {
  type Finder,
  finderOf,
  gapsOf,
  incompleteSearch,
  listWindows,
  type Moment,
  nameOf,
  proof,
  type Scope,
  scopeFor,
  scopeOf,
  textFinder,
} from "./wait_for_scope.ts";

/** Longest evidence and reason, in UTF-16 units. */
const MAX_SENTENCE = 400;
type Outcome = Omit<Verdict, "type">;
/**
 * Judges one predicate.
 *
 * @param homes Windows of the elements that predicates name by id.
 */
export function judge(predicate: Predicate, moment: Moment, homes: ReadonlyMap<number, number>): Verdict {
  const { evidence, reason, ...rest } = outcomeOf(predicate, moment, homes);
  return {
    type: predicate.type,
    ...rest,
    ...(evidence === undefined ? {} : { evidence: bounded(evidence, MAX_SENTENCE) }),
    ...(reason === undefined ? {} : { reason: bounded(reason, MAX_SENTENCE) }),
  };
}

function outcomeOf(predicate: Predicate, moment: Moment, homes: ReadonlyMap<number, number>): Outcome {
  switch (predicate.type) {
    case "window":
      return judgeWindow(predicate, moment);
    case "quiet":
      return judgeQuiet(predicate.ms, moment);
    case "text":
      return judgePresence(predicate.is, textFinder(predicate.text), scopeOf(predicate.window_id, moment));
    case "element":
      return judgePresence(predicate.is, finderOf(predicate), scopeFor(predicate, moment, homes));
    case "value":
      return judgeHolding(finderOf(predicate), scopeFor(predicate, moment, homes), valueTest(predicate));
    case "state":
      return judgeHolding(finderOf(predicate), scopeFor(predicate, moment, homes), stateTest(predicate.states));
  }
}

function judgeWindow(wanted: Extract<Predicate, { type: "window" }>, moment: Moment): Outcome {
  const says = wanted.title === undefined ? () => true : titleTest(wanted.title);
  const found = moment.windows.find(({ window, title, overrideRedirect }) =>
    (wanted.window_id === undefined ? !overrideRedirect : window === wanted.window_id) && says(title)
  );
  const windows = listWindows(moment);
  if (found) {
    const evidence = nameOf(found);
    return wanted.is === "exists"
      ? { result: "met", evidence, window_id: found.window }
      : { result: "not_met", evidence, reason: "the window is still there", window_id: found.window };
  }
  return wanted.is === "gone" ? { result: "met", evidence: windows } : { result: "not_met", reason: windows };
}

function titleTest(pattern: TextPattern): (title: string) => boolean {
  const quality = matcherOf(pattern);
  return (title) => quality(title) > 0;
}

function judgeQuiet(ms: number, { quietMs, lastSign }: Moment): Outcome {
  const ago = Math.round(quietMs);
  if (quietMs >= ms) return { result: "met", evidence: `nothing changed for ${ago} ms` };
  return { result: "not_met", reason: `${lastSign} ${ago} ms ago` };
}

/** Absence is known only when everything was searched. */
function judgePresence(is: "exists" | "absent", find: Finder, scope: Scope): Outcome {
  const { sights, nothing } = scope;
  const [first] = find(sights);
  if (first) {
    return is === "exists"
      ? { result: "met", ...proof(first) }
      : { result: "not_met", ...proof(first), reason: "it is still there" };
  }
  if (is === "exists") return missing(scope);
  if (nothing?.certain) return { result: "met", evidence: nothing.text };
  const gaps = gapsOf(scope);
  if (gaps.length > 0) return { result: "unknown", reason: incompleteSearch(gaps) };
  const count = sights.reduce((sum, { elements }) => sum + elements.length, 0);
  return { result: "met", evidence: `none of the ${count} elements of ${sights.map(nameOf).join(", ")}` };
}

/** Whether an element holds what is wanted; a reason when that can't be known. */
type HoldingTest = (element: Element) => boolean | string;

function judgeHolding(find: Finder, scope: Scope, test: HoldingTest): Outcome {
  const found = find(scope.sights);
  if (found.length === 0) return missing(scope);
  const tested = found.map((one) => ({ one, holds: test(one.element) }));
  const held = tested.find(({ holds }) => holds === true);
  if (held) return { result: "met", ...proof(held.one) };
  const open = tested.find(({ holds }) => typeof holds === "string");
  if (open) return { result: "unknown", ...proof(open.one), reason: String(open.holds) };
  const gaps = gapsOf(scope);
  const more = found.length > 1 ? `, nor do the ${found.length - 1} others that match` : "";
  return {
    result: "not_met",
    ...proof(found[0]!),
    reason: `it does not hold${more}${gaps.length > 0 ? `; not everything was searched: ${gaps[0]}` : ""}`,
  };
}

function missing(scope: Scope): Outcome {
  if (scope.nothing) return { result: "not_met", reason: scope.nothing.text };
  const gaps = gapsOf(scope);
  if (gaps.length > 0) return { result: "unknown", reason: incompleteSearch(gaps) };
  return { result: "not_met", reason: `nothing matches in ${scope.sights.map(nameOf).join(", ")}` };
}

function valueTest({ equals, matches }: Extract<Predicate, { type: "value" }>): HoldingTest {
  const quality = matches === undefined ? undefined : matcherOf(matches);
  return (element) => {
    if (element.secret) return "the element holds a secret, or may; its value is not read";
    const { value } = element;
    if (value === undefined) return false;
    const isCut = element.valueLength !== undefined;
    if (quality) return quality(value) > 0 || (isCut && "the value is longer than what was read");
    if (isCut && String(equals).startsWith(value)) return "the value is longer than what was read";
    return !isCut && isEqual(value, equals!, element.range !== undefined);
  };
}

/** A number that is shown as 42 is equal to 42.0. */
function isEqual(value: string, wanted: string | number, isNumber: boolean): boolean {
  if (value === String(wanted)) return true;
  return (isNumber || typeof wanted === "number") && value.trim() !== "" && String(wanted).trim() !== "" &&
    Number(value) === Number(wanted);
}

function stateTest(words: readonly string[]): HoldingTest {
  return ({ states, atspiStates }) => words.every((word) => stateHolds(word, states, atspiStates));
}
