import assert from "node:assert/strict";
import type { AccessibleNode } from "../../../../src/engine/atspi/accessible_node.ts";
import { actionsByRole } from "../../../../src/engine/atspi/qt_rules.ts";
import type { Snapshot } from "../../../../src/engine/observe/element.ts";
import { locateOne } from "../../../../src/engine/observe/locate.ts";
import { renderLines } from "../../../../src/engine/observe/render.ts";
import { takeSnapshot } from "../../../../src/engine/observe/snapshot.ts";
import { qt } from "../../../../src/engine/observe/toolkits/qt.ts";
import { placementOf } from "../../../../src/engine/world/placement.ts";
import { node, numbering } from "../nodes.ts";

const toolkit = { name: "Qt", version: "5.15.8" };

/** A window at 1,20 of the display, 1180 by 680 of Qt's pixels. */
function seen(scale: number, ...children: readonly AccessibleNode[]): Snapshot {
  const window = { x: 1, y: 20, width: 1180 * scale, height: 680 * scale };
  // Qt cuts the fractions off.
  const frame = { x: Math.floor(1 / scale), y: Math.floor(20 / scale), width: 1180, height: 680 };
  const placement = placementOf({ toolkit, window, frame, shadow: null });
  const root = qt(node("frame", "Fixture", { bounds: frame, children }), { toolkit, window, placement, popups: [] });
  return takeSnapshot(root, { idOf: numbering(), toolkit: toolkit.name });
}

/** The lines below the window, without ids. */
function lines(...children: readonly AccessibleNode[]): string[] {
  return renderLines(seen(1, ...children).root).slice(1).map((line) => line.slice(2).replace(/(?<=^ *)\d+ /, ""));
}

Deno.test("an open menu holds its items and submenus, without the popup between them", () => {
  const recent = node("menu item", "Recent", { actions: ["ShowMenu"] });
  const wrap = node("menu item", "Wrap", { states: ["checkable", "checked"] });
  const popup = node("popup menu", "", { children: [node("menu item", "Quit"), wrap, recent] });
  assert.deepEqual(lines(node("menu item", "File", { actions: ["ShowMenu"], children: [popup] })), [
    'menu "File"',
    '  menuitem "Quit"',
    '  menuitemcheckbox "Wrap" checked',
    '  menu "Recent"',
  ]);
});

Deno.test("the tab that Qt calls focused is the selected one, and has the focus only with its list", () => {
  const tabs = (...states: string[]) =>
    node("page tab list", "First", {
      states,
      children: [node("page tab", "First", { states: ["focused"] }), node("page tab", "Second")],
    });
  assert.deepEqual(lines(tabs()), ["tablist", '  tab "First" selected', '  tab "Second"']);
  assert.equal(lines(tabs("focused"))[1], '  tab "First" focused selected');
});

Deno.test("lists and trees of one column have items", () => {
  const cell = (role: string, name: string, row: number) => node(role, name, { cell: { row, column: 0 } });
  const tree = node("tree", "", {
    label: "Folders",
    table: { rows: 2, columns: 1 },
    children: [
      { ...cell("table cell", "Documents", 0), states: new Set(["expandable", "expanded"]) },
      cell("table cell", "Letters", 1),
    ],
  });
  const list = node("list", "", { table: { rows: 1, columns: 1 }, children: [cell("list item", "Apple", 0)] });
  assert.deepEqual(lines(tree, list), [
    'tree "Folders"',
    '  treeitem "Documents" expanded',
    '  treeitem "Letters"',
    "list",
    '  listitem "Apple"',
  ]);
});

Deno.test("a frame in a window is no window", () => {
  const display = node("frame", "0", { states: ["focused"] });
  assert.deepEqual(lines(node("frame", "", { children: [node("label", "Sum"), display] })), [
    'text "Sum"',
    'group "0" focused',
  ]);
});

Deno.test("what is told otherwise is still known as Qt calls it", () => {
  const tree = node("tree", "", { children: [node("table cell", "Letters", { cell: { row: 0, column: 0 } })] });
  assert.equal(locateOne(seen(1, tree), { name: "Letters" }).atspiRole, "table cell");
});

Deno.test("places are X pixels at every scale", () => {
  const button = node("push button", "Press me", { bounds: { x: 10, y: 367, width: 383, height: 23 } });
  const at = (scale: number) => locateOne(seen(scale, button), { name: "Press me" }).bounds;
  assert.deepEqual(at(1), { x: 10, y: 367, width: 383, height: 23 });
  assert.deepEqual(at(2), { x: 1 + 2 * 10, y: 20 + 2 * 357, width: 766, height: 46 });
  assert.deepEqual(at(1.5), { x: 1 + 1.5 * 10, y: 20 + 1.5 * 354, width: 575, height: 35 });
});

Deno.test("actionsByRole() tells what Qt would", () => {
  const actions = (role: string, states: string[], childCount = 0) =>
    actionsByRole({ ...node(role, "", { states }), childCount });
  assert.deepEqual(actions("push button", ["focusable"]), ["Press", "SetFocus"]);
  assert.deepEqual(actions("check box", ["focusable"]), ["Toggle", "SetFocus"]);
  assert.deepEqual(actions("slider", ["focusable"]), ["SetFocus", "Increase", "Decrease"]);
  assert.deepEqual(actions("menu item", [], 1), ["ShowMenu"]);
  assert.deepEqual(actions("label", []), []);
  assert.equal(actions("push button", ["focusable"], 1), undefined, "a menu adds actions of its own");
});
