/**
 * Narrows a snapshot to what matches a text, a role, or both.
 * @module
 */
import type { Query } from "../../contract/observations.ts";
import { descendants, type Element, type Snapshot, snapshotOf } from "./element.ts";
import { textsOf, withRole } from "./locate.ts";
import { normalize } from "./text_match.ts";

/** What a query left. */
export interface QueryResult {
  /** Matches with their ancestors and descendants; none when nothing matched. */
  readonly snapshot?: Snapshot;
  /** Ids of the matches that were kept, in reading order. */
  readonly matches: readonly number[];
  /** How many there are in all. */
  readonly total: number;
}

/**
 * Keeps the elements that match. A text alone is also looked for among the roles. What fields hold that are secret, or
 * may be, never matches.
 *
 * @param maxResults Most matches to keep; the first ones in reading order.
 */
export function query(snapshot: Snapshot, wanted: Query, maxResults = Infinity): QueryResult {
  const matches = matchesOf([...snapshot.elements.values()], wanted);
  if (matches.length === 0) return { matches: [], total: 0 };
  const kept = matches.slice(0, maxResults);
  return {
    snapshot: snapshotOf(prune(snapshot.root, keptIds(kept))),
    matches: kept.map((match) => match.id),
    total: matches.length,
  };
}

function matchesOf(elements: readonly Element[], wanted: Query): Element[] {
  if (typeof wanted !== "string") {
    const says = wanted.text === undefined ? () => true : textTest(wanted.text);
    return withRole(elements, wanted.role).filter(says);
  }
  const ofRole = new Set(withRole(elements, wanted));
  const says = textTest(wanted);
  return elements.filter((element) => ofRole.has(element) || says(element));
}

function textTest(text: string): (element: Element) => boolean {
  const wanted = normalize(text);
  return (element) => textsOf(element).some((found) => normalize(found).includes(wanted));
}

function keptIds(matches: readonly Element[]): Set<number> {
  const kept = new Set<number>();
  for (const match of matches) {
    for (const inner of descendants(match)) kept.add(inner.id);
    for (let outer = match.parent; outer; outer = outer.parent) kept.add(outer.id);
  }
  return kept;
}

/** A copy of the tree with the kept elements; parents are those of the copy. */
function prune(element: Element, kept: ReadonlySet<number>, parent?: Element): Element {
  const children: Element[] = [];
  const copy: Element = { ...element, children, ...(parent ? { parent } : {}) };
  for (const child of element.children) if (kept.has(child.id)) children.push(prune(child, kept, copy));
  return copy;
}
