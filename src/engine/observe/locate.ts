/**
 * Finds the elements that a locator names.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { Locator } from "../../contract/values.ts";
import type { Element, Snapshot } from "./element.ts";
import { renderLine } from "./render.ts";
import { canonicalRole, squashRole } from "./roles.ts";
import { stateHolds } from "./states.ts";
import { matcherOf, type Quality } from "./text_match.ts";

/** Most candidates that an error names. */
const MAX_CANDIDATES = 10;

/**
 * All matches in reading order; with `index` the one at that place. Whole names win over parts of names, short role
 * names over those of AT-SPI.
 *
 * @throws {OperationError} `invalid_request` for a bad regular expression.
 */
export function locate(snapshot: Snapshot, locator: Locator): Element[] {
  const candidates = [...snapshot.elements.values()].filter((element) => hasStates(element, locator.states ?? []));
  const named = best(withRole(candidates, locator.role), qualityOf(locator));
  if (locator.index === undefined) return named;
  return named.slice(locator.index, locator.index + 1);
}

/** The one match. @throws {OperationError} `element_not_found`, or `ambiguous_element` with the candidates. */
export function locateOne(snapshot: Snapshot, locator: Locator): Element {
  const matches = locate(snapshot, locator);
  if (matches.length > 1) throw ambiguous(matches, locator);
  const [match] = matches;
  if (match) return match;
  throw new OperationError("element_not_found", `No element matches ${JSON.stringify(locator)}; observe the window`);
}

function withRole(elements: Element[], role: string | undefined): Element[] {
  if (role === undefined) return elements;
  const wanted = canonicalRole(role);
  const matches = elements.filter((element) => element.role === wanted || squashRole(element.role) === wanted);
  if (matches.length > 0) return matches;
  return elements.filter((element) => squashRole(element.atspiRole) === squashRole(role));
}

function hasStates(element: Element, words: readonly string[]): boolean {
  return words.every((word) => stateHolds(word, element.states, element.atspiStates));
}

function qualityOf(locator: Locator): (element: Element) => Quality {
  const name = locator.name === undefined ? undefined : matcherOf(locator.name);
  const text = locator.text === undefined ? undefined : matcherOf(locator.text);
  return (element) => {
    const byName = name ? name(element.name) : 2;
    const byText = text ? Math.max(...textsOf(element).map(text)) as Quality : 2;
    return Math.min(byName, byText) as Quality;
  };
}

/** Everything that an element says. Secret fields have no value here. */
export function textsOf(element: Element): string[] {
  return [element.name, element.value, element.description, element.placeholder].filter((text) => text !== undefined);
}

/** The elements that match best. */
function best(elements: readonly Element[], quality: (element: Element) => Quality): Element[] {
  const rated = elements.map((element) => ({ element, quality: quality(element) }));
  const top = Math.max(0, ...rated.map((one) => one.quality));
  return top === 0 ? [] : rated.filter((one) => one.quality === top).map((one) => one.element);
}

function ambiguous(matches: readonly Element[], locator: Locator): OperationError {
  const candidates = matches.slice(0, MAX_CANDIDATES).map(renderLine);
  const more = matches.length > candidates.length ? ` and ${matches.length - candidates.length} more` : "";
  return new OperationError(
    "ambiguous_element",
    `${matches.length} elements match ${JSON.stringify(locator)}; use an id, or add role, states or index:\n${
      candidates.join("\n")
    }${more}`,
    { details: { candidates: matches.slice(0, MAX_CANDIDATES).map((element) => element.id) } },
  );
}
