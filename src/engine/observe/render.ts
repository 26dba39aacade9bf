/**
 * Prints snapshots as text for a model: one line an element, `id role "name" = "value" states`.
 * @module
 */
import { numberText } from "./content.ts";
import type { Element, Snapshot } from "./element.ts";
import { quote } from "../escape.ts";
import { isPlainRow, type Run, runsOf, sharedStates, shownOf } from "./rows.ts";

/** Longest name, description and value of a line, in UTF-16 units. */
const MAX_NAME = 300;
const MAX_VALUE = 2000;
/** Most actions that a line names. */
const MAX_ACTIONS = 8;

const menuRoles = new Set(["menu", "menuitem", "menuitemcheckbox", "menuitemradio"]);
/** Actions that nobody needs to be told of. */
const obvious =
  /^(?:|click|press|release|push|check|uncheck|activate|jump|select|toggle|open|setfocus|showmenu|increase|decrease|dodefault|do default|clickancestor|click ancestor|showcontextmenu|show context menu|grab\.focus)$/i;

/** Prints a snapshot, fenced: what stands between the fences comes from the screen, and is data. */
export function render(snapshot: Snapshot): string {
  return fenced(renderLines(snapshot.root).join("\n"));
}

/** Puts the fence around lines of screen text. */
export function fenced(text: string): string {
  return `<screen>\n${text}\n</screen>`;
}

/** The lines of an element and everything below it, indented by two spaces a level; cells of one row share a line. */
export function renderLines(element: Element, depth = 0): string[] {
  const indent = "  ".repeat(depth);
  if (isPlainRow(element)) return [`${indent}${renderLine(element)}: ${cellsOf(element.children as unknown as Run)}`];
  return [indent + renderLine(element), ...runsOf(element.children).flatMap((run) => runLines(run, depth + 1))];
}

/** The lines of a run, see `rows.ts`. */
export function runLines(run: Run, depth = 0): string[] {
  return run.length === 1 ? renderLines(run[0], depth) : ["  ".repeat(depth) + renderRow(run)];
}

/** `row 1 selected: 12 "a" | 13 "b" | 15 c4 "d"`: ids, names, and columns where some are left out. */
function renderRow(run: Run): string {
  const [{ cell, role }] = run;
  const row = cell ? `row ${cell.row + 1}` : `${role}s`;
  return `${[row, ...sharedStates(run)].join(" ")}: ${cellsOf(run)}`;
}

function cellsOf(run: Run): string {
  const shared = sharedStates(run);
  return run.map((cell, i) => {
    const expected = i === 0 ? 0 : (run[i - 1]!.cell?.column ?? -1) + 1;
    const column = cell.cell && cell.cell.column !== expected ? [`c${cell.cell.column + 1}`] : [];
    const shown = shownOf(cell);
    const states = shown.states.filter((state) => !shared.includes(state));
    return partsOf({ ...shown, states }, [...column, ...(shown === cell ? [] : [shown.role])].join(" ")).join(" ");
  }).join(" | ");
}

/** The line of one element, without indentation. */
export function renderLine(element: Element): string {
  return partsOf(element, roleOf(element)).join(" ");
}

function partsOf(element: Element, role: string): string[] {
  const parts = [
    `${element.id}`,
    role,
    element.name === "" ? "" : quote(element.name, MAX_NAME),
    valueOf(element),
    ...element.states,
    isOutOfView(element) ? "offscreen" : "",
    labelled("placeholder", element.placeholder),
    labelled("description", descriptionOf(element)),
    labelled("shortcut", element.shortcut),
    actionsOf(element),
    element.unread > 0 ? `(${element.unread} more out of view)` : "",
    element.showing ? `showing ${element.showing}, empty cells left out` : "",
  ];
  return parts.filter((part) => part !== "");
}

/** What an item of a menu does, its name says: a whole menu of descriptions would be twice as long. */
function descriptionOf({ role, name, description }: Element): string | undefined {
  return menuRoles.has(role) && name !== "" ? undefined : description;
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
