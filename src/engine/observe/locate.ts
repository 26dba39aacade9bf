/**
 * Finds the elements that a locator names.
 * @module
 */
import { bounded, OperationError } from "../../contract/errors.ts";
import type { Locator } from "../../contract/values.ts";
import type { Element, Snapshot } from "./element.ts";
import { renderLine } from "./render.ts";
import { canonicalRole, squashRole } from "./roles.ts";
import { stateHolds } from "./states.ts";
import { matcherOf, type Quality } from "./text_match.ts";

/** Most candidates, and near misses, that an error names. */
const MAX_CANDIDATES = 10;
const MAX_NEAR_MISSES = 5;
/** Longest line of a candidate, in UTF-16 units. */
const MAX_LINE = 200;

/**
 * All matches in reading order; with `index` the one at that place. Whole names win over parts of names, short role
 * names over those of AT-SPI.
 *
 * @throws {OperationError} `invalid_request` for a bad regular expression.
 */
export function locate(snapshot: Snapshot, locator: Locator): Element[] {
  return locateAmong([...snapshot.elements.values()], locator);
}

/** As {@linkcode locate}, among elements of several windows. */
export function locateAmong(elements: readonly Element[], locator: Locator): Element[] {
  const candidates = elements.filter((element) => hasStates(element, locator.states ?? []));
  const named = best(withRole(candidates, locator.role), qualityOf(locator));
  if (locator.index === undefined) return named;
  return named.slice(locator.index, locator.index + 1);
}

/** The one match. @throws {OperationError} `element_not_found` with near misses, or `ambiguous_element` with the candidates. */
export function locateOne(snapshot: Snapshot, locator: Locator): Element {
  const matches = locate(snapshot, locator);
  if (matches.length > 1) throw ambiguous(matches, locator);
  const [match] = matches;
  if (match) return match;
  throw notFound(snapshot, locator);
}

/** The elements of a role in any common spelling: by its short name, else by that of AT-SPI; all without a role. */
export function withRole(elements: readonly Element[], role: string | undefined): readonly Element[] {
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
    const byName = name ? (isInsideSecret(element) ? 0 : name(element.name)) : 2;
    const byText = text ? Math.max(0, ...textsOf(element).map(text)) as Quality : 2;
    return Math.min(byName, byText) as Quality;
  };
}

/**
 * Everything that an element says. A secret field has no value here, and what stands inside of one says nothing at all:
 * it may show what was typed.
 */
export function textsOf(element: Element): string[] {
  if (isInsideSecret(element)) return [];
  return [element.name, element.value, element.description, element.placeholder].filter((text) => text !== undefined);
}

/** Whether an element stands inside of a field that holds a secret, or may hold one. */
export function isInsideSecret(element: Element): boolean {
  for (let outer = element.parent; outer; outer = outer.parent) if (outer.secret) return true;
  return false;
}

/** The elements that match best. */
function best(elements: readonly Element[], quality: (element: Element) => Quality): Element[] {
  const rated = elements.map((element) => ({ element, quality: quality(element) }));
  const top = Math.max(0, ...rated.map((one) => one.quality));
  return top === 0 ? [] : rated.filter((one) => one.quality === top).map((one) => one.element);
}

function ambiguous(matches: readonly Element[], locator: Locator): OperationError {
  const candidates = matches.slice(0, MAX_CANDIDATES);
  const more = matches.length > candidates.length ? `\nand ${matches.length - candidates.length} more` : "";
  return new OperationError(
    "ambiguous_element",
    `${matches.length} elements match ${JSON.stringify(locator)}; use an id, or add role, states or index:\n${
      linesOf(candidates)
    }${more}`,
    { details: { candidates: candidates.map((element) => element.id) } },
  );
}

function notFound(snapshot: Snapshot, locator: Locator): OperationError {
  const near = nearMisses(snapshot, locator);
  const message = `No element matches ${JSON.stringify(locator)}; observe the window`;
  if (near.length === 0) return new OperationError("element_not_found", message);
  return new OperationError("element_not_found", `${message}. Close to it:\n${linesOf(near)}`, {
    details: { near_misses: near.map((element) => element.id) },
  });
}

function linesOf(elements: readonly Element[]): string {
  return elements.map((element) => bounded(renderLine(element), MAX_LINE)).join("\n");
}

/** What would match with one part of the locator left out; with the states first, since they change. */
function nearMisses(snapshot: Snapshot, locator: Locator): Element[] {
  for (const part of ["states", "index", "role", "text", "name"] as const) {
    if (locator[part] === undefined) continue;
    const { [part]: _left, ...rest } = locator;
    if (Object.keys(rest).every((key) => key === "index" || rest[key as keyof typeof rest] === undefined)) continue;
    const found = locate(snapshot, rest);
    if (found.length > 0) return found.slice(0, MAX_NEAR_MISSES);
  }
  return [];
}
