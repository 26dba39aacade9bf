/**
 * Sheets of LibreOffice Calc: mostly empty cells, of which only the range is told.
 * @module
 */
import type { AccessibleNode } from "../../atspi/accessible_node.ts";
import { cellName } from "../../atspi/cell_names.ts";

/** Whether a cell is one of a sheet, which is named by its place. */
export function isSheetCell({ role, name, cell }: AccessibleNode): boolean {
  return role === "table cell" && cell !== undefined && name === cellName(cell);
}

/** A sheet whose empty cells are there for who asks for one, and left out of the text. */
export function withoutBlanks(node: AccessibleNode): AccessibleNode {
  if (!node.showing) return node;
  return { ...node, children: node.children.map((child) => isBlank(child) ? { ...child, unsaid: true } : child) };
}

function isBlank(node: AccessibleNode): boolean {
  const isMarked = node.states.has("focused") || node.states.has("selected");
  return isSheetCell(node) && !node.text?.content && !isMarked;
}

/** The document's pane without the boxes that hold the names of columns and rows: as drawings, they say nothing. */
export function withoutSheetFrame(node: AccessibleNode): AccessibleNode {
  if (!node.children.some(({ role }) => role === "document spreadsheet")) return node;
  return { ...node, children: node.children.filter(({ role, children }) => role !== "panel" || children.length > 0) };
}
