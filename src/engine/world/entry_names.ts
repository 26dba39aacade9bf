/**
 * Which installed application a name means.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import { inline } from "../escape.ts";
import type { DesktopEntry } from "./desktop_entries.ts";
import { programOf } from "./exec_line.ts";

/** Most entries that an error names. */
const MAX_NAMED = 12;
/** Most letters that may be wrong in a near miss. */
const MAX_WRONG_LETTERS = 2;

/** The one entry of that name. @throws {OperationError} `invalid_request` for names that mean nothing or several. */
export function entryNamed(entries: readonly DesktopEntry[], name: string): DesktopEntry {
  const [entry, ...others] = entriesNamed(entries, name);
  if (entry && others.length === 0) return entry;
  if (entry) {
    const ids = [entry, ...others].slice(0, MAX_NAMED).map(({ id }) => inline(id)).join(", ");
    const message = `name: ${inline(name)} means several applications; use one of the ids ${ids}`;
    throw new OperationError("invalid_request", message);
  }
  const near = nearMisses(entries, name).map((other) => inline(other));
  const hint = near.length > 0 ? `installed: ${near.join(", ")}` : "no application is installed";
  throw new OperationError("invalid_request", `name: no installed application is called ${inline(name)}; ${hint}`);
}

/** The entries that a name means: by id, the id's last part, menu name or program; the best kind of match only. */
export function entriesNamed(entries: readonly DesktopEntry[], wanted: string): DesktopEntry[] {
  const name = wanted.trim().toLowerCase().replace(/\.desktop$/, "");
  const kinds: ((entry: DesktopEntry) => boolean)[] = [
    ({ id }) => id.toLowerCase() === name,
    ({ id }) => lastPart(id).toLowerCase() === name,
    ({ names }) => names.some((candidate) => candidate.toLowerCase() === name),
    (entry) => programOf(entry).toLowerCase() === name,
  ];
  const shown = entries.filter(({ hidden }) => !hidden);
  return kinds.map((kind) => shown.filter(kind)).find((matches) => matches.length > 0) ?? [];
}

/** `TextEditor` of `org.gnome.TextEditor`. */
export function lastPart(id: string): string {
  return id.slice(id.lastIndexOf(".") + 1);
}

/** Names that are near a wrong one, for the error. */
export function nearMisses(entries: readonly DesktopEntry[], wanted: string): string[] {
  const name = wanted.trim().toLowerCase();
  const shown = entries.filter(({ hidden }) => !hidden);
  const near = shown.filter((entry) =>
    [entry.id, lastPart(entry.id), ...entry.names, programOf(entry)].some((other) => isNear(other.toLowerCase(), name))
  );
  return (near.length > 0 ? near : shown).slice(0, MAX_NAMED).map((entry) => entry.name);
}

function isNear(text: string, name: string): boolean {
  if (text.length <= 3) return text === name;
  return text.includes(name) || name.includes(text) || wrongLetters(text, name) <= MAX_WRONG_LETTERS;
}

/** How many letters to add, drop or change (Levenshtein distance); lengths that differ too much are not compared. */
function wrongLetters(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > MAX_WRONG_LETTERS) return Infinity;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const change = row[j - 1]! + Number(one[i - 1] !== other[j - 1]);
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}
