/**
 * Tables of GTK 4: a row of headings, and a list of rows of which only those in view are known.
 * @module
 */
import type { AccessibleNode } from "../../atspi/accessible_node.ts";
import { textOf } from "./gtk4_texts.ts";
import { toldAs } from "./toolkit_view.ts";

/** How a table is scrolled, in rows. */
interface Scrolled {
  /** Number of the first row that shows, from 0. */
  readonly first: number;
  /** Number of all rows. */
  readonly count: number;
}

/** The node with the tables that stand in it as other toolkits have them: headings and cells. */
export function withTables(node: AccessibleNode, scale: number): AccessibleNode {
  if (!node.children.some(isTable)) return node;
  return { ...node, children: node.children.map((child) => isTable(child) ? tableOf(child, node, scale) : child) };
}

function isTable({ role, table, children }: AccessibleNode): boolean {
  return role === "tree table" && !table && children.some((child) => child.role === "list");
}

function tableOf(node: AccessibleNode, around: AccessibleNode, scale: number): AccessibleNode {
  const list = node.children.find(({ role }) => role === "list")!;
  const header = node.children.find(({ role }) => role === "table row");
  const rows = list.children.filter(({ role }) => role === "table row");
  const columns = Math.max(header?.children.length ?? 0, ...rows.map(({ children }) => children.length));
  const { first, count } = scrolledBy(list, rows, around, scale) ?? { first: 0, count: rows.length + list.unread };
  return {
    ...node,
    table: { rows: count, columns },
    unread: Math.max(0, count - rows.length) * columns,
    children: [
      ...(header?.children.map(headingOf) ?? []),
      ...rows.flatMap((row, index) => row.children.map((cell, column) => cellOf(cell, row, first + index, column))),
    ],
  };
}

function headingOf(node: AccessibleNode): AccessibleNode {
  return toldAs(node, { role: "table column header", name: textOf(node), children: [] });
}

/** What holds for a row holds for each of its cells; only one of them can have the focus. */
function cellOf(cell: AccessibleNode, { states }: AccessibleNode, row: number, column: number): AccessibleNode {
  const shared = [...states].filter((state) => state === "selected" || state === "focused" && column === 0);
  return { ...cell, states: new Set([...cell.states, ...shared]), cell: { row, column } };
}

/** What the scroll bar says, where all rows have the same height; undefined without one. */
function scrolledBy(
  list: AccessibleNode,
  rows: readonly AccessibleNode[],
  around: AccessibleNode,
  scale: number,
): Scrolled | undefined {
  const bar = around.children.find(({ role, states }) => role === "scroll bar" && states.has("vertical"));
  const value = bar?.children[0]?.value ?? bar?.value;
  const top = rows[0]?.bounds;
  if (!value || !top || !list.bounds || rows.some(({ bounds }) => bounds?.height !== top.height)) return undefined;
  const height = top.height / scale;
  const above = value.current + (top.y - list.bounds.y) / scale;
  return { first: Math.round(above / height), count: Math.max(rows.length, Math.round(value.maximum / height)) };
}
