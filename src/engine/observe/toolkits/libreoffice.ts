/**
 * Trees of LibreOffice, whose VCL widgets come through GTK's bridge, between widgets of GTK. What VCL makes of several
 * objects becomes one here.
 * @module
 */
import type { AccessibleNode } from "../../atspi/accessible_node.ts";
import { isSheetCell, withoutBlanks, withoutSheetFrame } from "./libreoffice_sheet.ts";
import { mapped, placed, type ToolkitView } from "./toolkit_view.ts";

/** The view. */
export const libreoffice: ToolkitView = (root, scenery) =>
  mapped(
    placed(root, scenery),
    (node) => isInnerDialog(node, root) ? { ...node, role: "panel", name: "" } : tidied(node),
  );

/** GTK's window around a dialog of VCL says all that the dialog says. */
function isInnerDialog(node: AccessibleNode, root: AccessibleNode): boolean {
  return node.role === "dialog" && node.ref !== root.ref;
}

type Tidying = (node: AccessibleNode) => AccessibleNode;

/** By the role of what they change. */
const tidyings: Readonly<Record<string, Tidying>> = {
  "root pane": (node) => ({ ...node, name: "" }),
  "combo box": withChoice,
  "scroll pane": (node) => multilineField(node) ?? withoutSheetFrame(node),
  panel: (node) => table(node) ?? list(node) ?? toolbarField(node),
  "page tab": withoutRepeatedName,
  "tool bar": formulaBar,
  "table cell": (node) => isSheetCell(node) ? node : gridCell(node),
  table: withoutBlanks,
  text: editableAgain,
};

function tidied(node: AccessibleNode): AccessibleNode {
  const children = node.role === "scroll pane" ? node.children : node.children.map(slider);
  return (tidyings[node.role] ?? ((same) => same))({ ...node, children });
}

/** A part that is told of under another role or name, with what the toolkit calls it. */
function retold(node: AccessibleNode, change: Partial<AccessibleNode>): AccessibleNode {
  return { ...node, reported: node.reported ?? { role: node.role, name: node.name }, ...change };
}

/** A scroll bar with a label of its own is there to choose a number. */
function slider(node: AccessibleNode): AccessibleNode {
  return node.role === "scroll bar" && node.label ? retold(node, { role: "slider", name: "" }) : node;
}

/** The choice of a combo box stands in a text of its own, which is a field where it can be edited. */
function withChoice(node: AccessibleNode): AccessibleNode {
  const choice = node.children.find(({ role }) => role === "text");
  if (!choice?.text) return node;
  const children = node.children.filter((child) => child !== choice || child.states.has("editable"));
  return { ...node, text: choice.text, children };
}

/** A field of several lines: VCL tells of its scroll bars, and of nothing that stands in it. */
function multilineField(node: AccessibleNode): AccessibleNode | undefined {
  const isField = node.name !== "" &&
    node.children.every(({ role, name, children }) =>
      role === "scroll bar" || role === "panel" && name === "" && children.length === 0
    );
  if (!isField) return undefined;
  return { ...node, role: "text", states: new Set([...node.states, "editable", "multi line"]), children: [] };
}

/** A table and its column headers are two tables side by side. */
function table(node: AccessibleNode): AccessibleNode | undefined {
  const heads = node.children.find(isHeaderBar);
  const body = node.children.find((child) => child.role === "table" && child !== heads);
  if (!heads || !body || node.children.length !== 2) return undefined;
  const headers = heads.children.map(({ cell: _cell, ...header }) => header);
  return { ...body, ...(node.bounds ? { bounds: node.bounds } : {}), children: [...headers, ...body.children] };
}

function isHeaderBar({ role, children }: AccessibleNode): boolean {
  return role === "table" && children.length > 0 && children.every((child) => child.role === "column header");
}

/** A list stands in a box of the same name. */
function list(node: AccessibleNode): AccessibleNode | undefined {
  const [only, ...others] = node.children;
  return only?.role === "list" && only.name === node.name && others.length === 0 ? only : undefined;
}

/** The cells of a column all have the name of the column. */
function gridCell({ text, ...node }: AccessibleNode): AccessibleNode {
  return { ...node, name: text?.content.trim() || node.name };
}

function withoutRepeatedName(tab: AccessibleNode): AccessibleNode {
  return { ...tab, children: tab.children.map((page) => page.name === tab.name ? { ...page, name: "" } : page) };
}

const fieldParts = new Set(["text", "toggle button", "paragraph"]);

/** A field of GTK in a toolbar of VCL is named by VCL's part alone. */
function toolbarField(node: AccessibleNode): AccessibleNode {
  const isField = node.name !== "" && leavesOf(node).every(({ role }) => fieldParts.has(role));
  return isField && node.children.length > 0 ? { ...labelled(node, node.name), name: "" } : node;
}

function leavesOf(node: AccessibleNode): AccessibleNode[] {
  return node.children.length === 0 ? [node] : node.children.flatMap(leavesOf);
}

/** Gives what has no name inside of a node one. */
function labelled(node: AccessibleNode, label: string): AccessibleNode {
  if (node.children.length === 0) return node.name === "" ? { ...node, label } : node;
  return { ...node, children: node.children.map((child) => labelled(child, label)) };
}

/** Calc's bar has a field without a name, which says what is active, and a text that can be edited. */
function formulaBar(node: AccessibleNode): AccessibleNode {
  if (!leavesOf(node).some(({ role }) => role === "paragraph")) return node;
  const named = (part: AccessibleNode): AccessibleNode => {
    if (part.role === "paragraph") return inputLine(part);
    if (part.children.length > 0) return { ...part, children: part.children.map(named) };
    return part.name === "" && part.description === "" ? { ...part, label: part.label || "Name Box" } : part;
  };
  return named(node);
}

/** What is written into it over AT-SPI, Calc shows and throws away: it has to be typed. */
function inputLine(node: AccessibleNode): AccessibleNode {
  const interfaces = new Set([...node.interfaces].filter((name) => name !== "EditableText"));
  return retold(node, { role: "text", states: new Set([...node.states, "editable"]), interfaces });
}

/** VCL takes the state from fields that are disabled; those that are not can be read only. */
function editableAgain(node: AccessibleNode): AccessibleNode {
  return node.states.has("enabled") ? node : { ...node, states: new Set([...node.states, "editable"]) };
}
