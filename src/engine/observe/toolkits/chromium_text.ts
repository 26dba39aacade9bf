/**
 * The texts of Chromium's pages: each piece is an object of its own, and a line of several styles is several.
 * @module
 */
import type { AccessibleNode } from "../../atspi/accessible_node.ts";
import { union } from "../../atspi/rectangles.ts";

/** Boxes that say nothing but what their texts say. */
const lines = new Set(["section", "paragraph", "label", "panel"]);
/** What is named by its texts, and stays what it is. */
const named = new Set(["notification", "status bar", "tool tip", "caption", "block quote", "description term"]);
/** The mark before an item of a list. */
const BULLET = /^[\s•◦▪■○●–-]+$/;

/** Whether a node is a piece of text, as the page has it. */
export function isText({ role }: Pick<AccessibleNode, "role">): boolean {
  return role === "static";
}

/** A node with its pieces of text put together: into its name where it holds nothing else, else into one for each run. */
export function withWholeTexts(node: AccessibleNode): AccessibleNode {
  const { children, role, name, text, unread } = node;
  // A field says itself what it holds.
  if (text) return { ...node, children: children.filter((child) => !isText(child)) };
  if (role === "static") return { ...node, name: name || join(children), children: [] };
  const runs = runsOf(role === "list item" ? children.filter((child) => !isBullet(child)) : children);
  const [only] = runs;
  if (runs.length !== 1 || !only || !isText(only) || unread > 0 || node.states.has("focusable")) {
    return { ...node, children: runs };
  }
  if (isSame(only.name, name)) return { ...node, children: [] };
  if (name !== "" || !lines.has(role) && !named.has(role)) return { ...node, children: runs };
  if (named.has(role)) return { ...node, name: only.name, children: [] };
  // What can be clicked is the box; otherwise the text, which may be much narrower.
  if ((node.actions ?? []).length > 0) return { ...node, role: "label", name: only.name, children: [] };
  const reported = only.reported ?? { role: only.role, name: only.name };
  return { ...only, role: "label", reported, description: node.description };
}

function isBullet(node: AccessibleNode): boolean {
  return isText(node) && BULLET.test(node.name);
}

/** The nodes with neighbouring pieces of text as one. */
function runsOf(nodes: readonly AccessibleNode[]): AccessibleNode[] {
  const runs: AccessibleNode[][] = [];
  for (const node of nodes) {
    const run = runs.at(-1);
    if (run && isText(node) && isText(run[0]!)) run.push(node);
    else runs.push([node]);
  }
  return runs.map((run) => isText(run[0]!) ? whole(run as [AccessibleNode]) : run[0]!).filter((node) =>
    !isText(node) || node.name !== ""
  );
}

function whole(run: readonly [AccessibleNode, ...AccessibleNode[]]): AccessibleNode {
  const [first] = run;
  const reported = first.reported ?? { role: first.role, name: first.name };
  const bounds = union(run.flatMap((node) => node.bounds ?? []));
  return { ...first, name: join(run), reported, ...(bounds ? { bounds } : {}) };
}

function join(nodes: readonly AccessibleNode[]): string {
  return nodes.map(({ name }) => name).join("").replaceAll(/\s+/g, " ").trim();
}

function isSame(a: string, b: string): boolean {
  return a.replaceAll(/\s+/g, "") === b.replaceAll(/\s+/g, "");
}
