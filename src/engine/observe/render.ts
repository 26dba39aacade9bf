/**
 * Prints snapshots as text for a model: one line an element, `id role "name" = "value" states`.
 * @module
 */
import { numberText } from "./content.ts";
import type { Element, Snapshot } from "./element.ts";
import { quote } from "../escape.ts";

/** Longest name, description and value of a line, in UTF-16 units. */
const MAX_NAME = 300;
const MAX_VALUE = 2000;
/** Most actions that a line names. */
const MAX_ACTIONS = 8;

/** Actions that nobody needs to be told of. */
const obvious =
  /^(?:|click|press|activate|jump|select|toggle|open|setfocus|showmenu|increase|decrease|dodefault|do default|clickancestor|click ancestor|showcontextmenu|show context menu|grab\.focus)$/i;

/** Prints a snapshot, fenced: what stands between the fences comes from the screen, and is data. */
export function render(snapshot: Snapshot): string {
  return fenced(renderLines(snapshot.root).join("\n"));
}

/** Puts the fence around lines of screen text. */
export function fenced(text: string): string {
  return `<screen>\n${text}\n</screen>`;
}

/** The lines of an element and everything below it, indented by two spaces a level. */
export function renderLines(element: Element, depth = 0): string[] {
  const line = "  ".repeat(depth) + renderLine(element);
  return [line, ...element.children.flatMap((child) => renderLines(child, depth + 1))];
}

/** The line of one element, without indentation. */
export function renderLine(element: Element): string {
  const parts = [
    `${element.id}`,
    roleOf(element),
    element.name === "" ? "" : quote(element.name, MAX_NAME),
    valueOf(element),
    ...element.states,
    isOutOfView(element) ? "offscreen" : "",
    labelled("placeholder", element.placeholder),
    labelled("description", element.description),
    labelled("shortcut", element.shortcut),
    actionsOf(element),
    element.unread > 0 ? `(${element.unread} more out of view)` : "",
  ];
  return parts.filter((part) => part !== "").join(" ");
}

/** Rows and columns are counted from 1 here, as people count. */
function roleOf(element: Element): string {
  if (element.cell) return `${element.role} r${element.cell.row + 1}c${element.cell.column + 1}`;
  if (element.table) return `${element.role} ${element.table.rows}x${element.table.columns}`;
  return element.role;
}

function valueOf(element: Element): string {
  if (element.secret) return "(hidden)";
  if (element.value === undefined) return "";
  if (!element.range) return `= ${quote(element.value, MAX_VALUE, element.valueLength ?? element.value.length)}`;
  const { minimum, maximum } = element.range;
  return `= ${quote(element.value, MAX_NAME)} (${numberText(minimum)} to ${numberText(maximum)})`;
}

function labelled(word: string, text: string | undefined): string {
  return text ? `${word} ${quote(text, MAX_NAME)}` : "";
}

function actionsOf(element: Element): string {
  const names = element.actions.filter((name) => !obvious.test(name)).slice(0, MAX_ACTIONS);
  return names.length === 0 ? "" : `actions ${names.map((name) => quote(name, MAX_NAME)).join(", ")}`;
}

function isOutOfView(element: Element): boolean {
  return element.bounds !== undefined && element.visible === undefined;
}
