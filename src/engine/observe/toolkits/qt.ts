/**
 * Trees of Qt 5 and 6.
 * @module
 */
import type { AccessibleNode } from "../../atspi/accessible_node.ts";
import { mapped, placed, type ToolkitView } from "./toolkit_view.ts";

/** The view. */
export const qt: ToolkitView = (root, scenery) => {
  const window = mapped(placed(root, scenery), tidied);
  return { ...window, children: window.children.map((child) => mapped(child, withoutFrame)) };
};

/** In a window, what is called a frame is a border around something. */
function withoutFrame(node: AccessibleNode): AccessibleNode {
  return node.role === "frame" ? told(node, { role: "panel" }) : node;
}

function tidied(node: AccessibleNode): AccessibleNode {
  const opened = withoutPopup(node);
  switch (node.role) {
    case "menu item":
      return told(opened, { role: menuRole(node) });
    case "page tab list":
      return told({ ...opened, children: tabsOf(node) }, { name: isTab(node, node.name) ? "" : node.name });
    case "list":
      return withItems(opened, "list item");
    case "tree":
      return withItems(opened, "tree item");
    default:
      return opened;
  }
}

/** The node with another role or name; what the toolkit says stays known. */
function told(node: AccessibleNode, { role = node.role, name = node.name }: { role?: string; name?: string }) {
  return { ...node, role, name, reported: { role: node.role, name: node.name } };
}

/** Items stand in a menu without a name, which stands in what opens it. */
function withoutPopup(node: AccessibleNode): AccessibleNode {
  const isPopup = ({ role, name }: AccessibleNode) => role === "popup menu" && name === "";
  if (!node.children.some(isPopup)) return node;
  return { ...node, children: node.children.flatMap((child) => isPopup(child) ? child.children : [child]) };
}

function menuRole({ role, states, actions = [] }: AccessibleNode): string {
  if (actions.includes("ShowMenu")) return "menu";
  return states.has("checkable") ? "check menu item" : role;
}

function isTab({ children }: AccessibleNode, name: string): boolean {
  return children.some((tab) => tab.role === "page tab" && tab.name === name);
}

/** The chosen tab is the one that says that it has the focus, whoever has it; the list of tabs has its name. */
function tabsOf({ states, children }: AccessibleNode): AccessibleNode[] {
  return children.map((tab) => {
    if (tab.role !== "page tab" || !tab.states.has("focused")) return tab;
    const kept = [...tab.states].filter((state) => state !== "focused" || states.has("focused"));
    return { ...tab, states: new Set([...kept, "selected"]) };
  });
}

/** What has one column has items, whose order says where they stand. */
function withItems(node: AccessibleNode, role: string): AccessibleNode {
  if (node.children.some(({ cell }) => !cell || cell.column > 0)) return node;
  const { table: _size, ...list } = node;
  return { ...list, children: node.children.map(({ cell: _place, ...item }) => told(item, { role })) };
}
