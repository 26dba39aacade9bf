/**
 * The tables of Chromium's pages: rows, and boxes around rows, which hold the cells.
 * @module
 */
import type { AccessibleNode } from "../../atspi/accessible_node.ts";

const cellRoles = new Set(["table cell", "column header", "row header"]);
const tableRoles = new Set(["table", "tree table"]);

/** A table with its size and the places of its cells; any other node as it is. */
export function withTablePositions(node: AccessibleNode | null): AccessibleNode | null {
  if (!node || !tableRoles.has(node.role)) return node;
  const rows = rowsIn(node);
  const headers = rows.filter(isHeader).length;
  const columns = numberOf(node, "colcount") ?? node.table?.columns ?? Math.max(0, ...rows.map(widthOf));
  const all = Math.max(rows.length, numberOf(node, "rowcount") ?? node.table?.rows ?? 0);
  const size = { rows: Math.max(0, all - headers), columns };
  const unread = Math.max(0, all - rows.length) * columns;
  const children = node.children.filter((child) => !isCaption(child, node));
  return {
    ...node,
    children: children.map((child) => arranged(child, { columns, headers })),
    table: size,
    unread,
  };
}

function rowsIn(node: AccessibleNode): readonly AccessibleNode[] {
  return node.role === "table row"
    ? [node]
    : tableRoles.has(node.role) && node.table && node.cell
    ? []
    : node.children.flatMap(rowsIn);
}

/** The caption of a table is its name. */
function isCaption({ role, name }: AccessibleNode, table: AccessibleNode): boolean {
  return role === "caption" && name === table.name;
}

function isHeader({ children }: AccessibleNode): boolean {
  return children.length > 0 && children.every(({ role }) => role === "column header");
}

function widthOf({ children }: AccessibleNode): number {
  return children.length;
}

function numberOf({ attributes = {} }: AccessibleNode, name: string): number | undefined {
  const value = Number(attributes[name]);
  return Number.isInteger(value) && value > 0 ? value : undefined;
}

/** What the rows of a table are counted by. */
interface Shape {
  readonly columns: number;
  /** Rows of column headers. */
  readonly headers: number;
}

/** Boxes and rows without a name fold; what a row says of itself, its cells say. */
function arranged(node: AccessibleNode, shape: Shape): AccessibleNode {
  if (node.role !== "table row") {
    return { ...node, unread: 0, children: node.children.map((child) => arranged(child, shape)) };
  }
  if (isHeader(node)) return { ...node, role: "panel" };
  const row = rowOf(node, shape);
  const children = node.children.map((cell, column) => positioned(cell, node, row, column));
  return { ...node, role: children.every(({ role }) => cellRoles.has(role)) ? "panel" : node.role, children };
}

/** From 0, without the headers. `rowindex` is there where the page says it, and counts from 1 with the headers. */
function rowOf(row: AccessibleNode, { columns, headers }: Shape): number | undefined {
  const [first] = row.children;
  const told = numberOf(row, "rowindex") ?? (first && numberOf(first, "rowindex"));
  if (told !== undefined) return told - 1 - headers;
  const index = Number(first?.attributes?.["table-cell-index"] ?? NaN);
  return Number.isInteger(index) && columns > 0 ? Math.floor(index / columns) - headers : undefined;
}

function positioned(
  cell: AccessibleNode,
  row: AccessibleNode,
  index: number | undefined,
  column: number,
): AccessibleNode {
  if (!cellRoles.has(cell.role)) return cell;
  const states = row.states.has("selected") ? new Set([...cell.states, "selected"]) : cell.states;
  const at = numberOf(cell, "colindex");
  const place = index === undefined || index < 0 ? {} : { cell: { row: index, column: at ? at - 1 : column } };
  return { ...cell, states, ...place };
}
