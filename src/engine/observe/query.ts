/**
 * Narrows a snapshot to what matches a text.
 * @module
 */
import { descendants, type Element, type Snapshot, snapshotOf } from "./element.ts";
import { textsOf } from "./locate.ts";
import { canonicalRole } from "./roles.ts";
import { normalize } from "./text_match.ts";

/** What a query left. */
export interface QueryResult {
  /** Matches with their ancestors and descendants; none when nothing matched. */
  readonly snapshot?: Snapshot;
  /** Ids of the matches, in reading order. */
  readonly matches: readonly number[];
}

/** Keeps the elements whose role is the text, or whose name, value or description holds it. */
export function query(snapshot: Snapshot, text: string): QueryResult {
  const matches = [...snapshot.elements.values()].filter((element) => isMatch(element, text));
  if (matches.length === 0) return { matches: [] };
  return { snapshot: snapshotOf(prune(snapshot.root, keptIds(matches))), matches: matches.map((match) => match.id) };
}

function isMatch(element: Element, text: string): boolean {
  if (element.role === canonicalRole(text)) return true;
  const wanted = normalize(text);
  return textsOf(element).some((found) => normalize(found).includes(wanted));
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
