import assert from "node:assert/strict";
import type { Rect } from "../../../../src/contract/values.ts";
import type { AccessibleNode } from "../../../../src/engine/atspi/accessible_node.ts";
import { descendants, type Element } from "../../../../src/engine/observe/element.ts";
import { gtk4 } from "../../../../src/engine/observe/toolkits/gtk4.ts";
import type { Scenery } from "../../../../src/engine/observe/toolkits/toolkit_view.ts";
import { node, numbering, snapshot } from "../nodes.ts";

const rect = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height });

/** A window 100 pixels from the left and 50 from the top. */
function scenery(popups: readonly Rect[] = [], scale = 1): Scenery {
  return {
    toolkit: { name: "GTK", version: "4.8.3" },
    window: rect(100, 50, 600 * scale, 400 * scale),
    placement: { scale, coordType: "window", offset: { x: 0, y: 0 } },
    popups,
  };
}

function frame(...children: AccessibleNode[]): AccessibleNode {
  return node("frame", "Window", { bounds: rect(0, 0, 600, 400), children });
}

/** What is told of a tree. */
function told(root: AccessibleNode, place: Scenery = scenery()): Element[] {
  return [...descendants(snapshot(gtk4(root, place), numbering(), "GTK").root)].slice(1);
}

function named(elements: readonly Element[], name: string): Element {
  const found = elements.find((element) => element.name === name);
  assert.ok(found, `no ${name} in ${elements.map((element) => `${element.role} ${element.name}`).join(", ")}`);
  return found;
}

const label = (name: string, bounds?: Rect) =>
  node("label", name, { path: `/label/${name}`, ...(bounds ? { bounds } : {}) });
const popover = (bounds: Rect, ...children: AccessibleNode[]) =>
  node("filler", "GtkPopover", { path: "/popover", bounds, children });

function menuButton(...opened: AccessibleNode[]): AccessibleNode {
  const inner = node("push button", "More", { bounds: rect(20, 20, 80, 24), states: ["pressed"] });
  const states = opened.length > 0 ? ["expandable", "expanded"] : [];
  return node("push button", "GtkMenuButton", { bounds: rect(10, 10, 100, 34), states, children: [inner, ...opened] });
}

Deno.test("what stands in a popover is where the popover's window is", () => {
  const inside = node("push button", "Apply", { bounds: rect(30, 40, 60, 20) });
  const root = frame(menuButton(popover(rect(10, 10, 120, 90), inside)));
  const elements = told(root, scenery([rect(300, 200, 120, 90)]));
  assert.deepEqual(named(elements, "Apply").bounds, rect(320, 230, 60, 20));
  const button = elements.find(({ role, name }) => role === "button" && name === "More")!;
  assert.deepEqual(button.bounds, rect(120, 70, 80, 24));
  assert.ok(button.states.includes("expanded") && !button.states.includes("checked"));
});

Deno.test("a popover without a window is closed", () => {
  const inside = node("push button", "Apply", { bounds: rect(30, 40, 60, 20) });
  const elements = told(frame(menuButton(popover(rect(10, 10, 120, 90), inside))));
  assert.ok(!elements.some(({ name }) => name === "Apply"));
});

Deno.test("a popover is in view though its button stands in a scrolled area", () => {
  const inside = node("push button", "Apply", { bounds: rect(30, 80, 60, 20) });
  const area = node("scroll pane", "", {
    bounds: rect(0, 0, 200, 50),
    children: [menuButton(popover(rect(10, 10, 120, 90), inside))],
  });
  const elements = told(frame(area), scenery([rect(300, 200, 120, 90)]));
  assert.deepEqual(named(elements, "Apply").visible, rect(320, 270, 60, 20));
});

function menu(path: string, bounds: Rect, ...items: AccessibleNode[]): AccessibleNode {
  const children = [node("panel", "", { path: `${path}/box`, bounds, children: items })];
  return node("menu", "GtkPopoverMenu", { path, bounds, children });
}

function menuItem(name: string, bounds: Rect, ...children: AccessibleNode[]): AccessibleNode {
  return node("menu item", name, { bounds, children: [label(name, bounds), ...children] });
}

Deno.test("menus within menus are each in their own window, with the keys of their items", () => {
  const inner = menu("/inner", rect(20, 40, 90, 60), menuItem("Letter", rect(30, 45, 70, 30)));
  const outer = menu(
    "/outer",
    rect(5, 5, 150, 100),
    menuItem("Open", rect(20, 10, 120, 30), label("Ctrl+O")),
    menuItem("Recent", rect(20, 40, 120, 30), inner),
  );
  const bar = node("menu bar", "GtkPopoverMenuBar", {
    bounds: rect(0, 0, 600, 24),
    children: [menuItem("File", rect(5, 5, 30, 16), outer)],
  });
  // The innermost was opened last; its window has a little room below the menu.
  const elements = told(frame(bar), scenery([rect(400, 300, 90, 64), rect(105, 80, 150, 100)]));
  assert.deepEqual(elements.map(({ role, name }) => `${role} ${name}`), [
    "menubar ",
    "menu File",
    "menuitem Open",
    "menuitem Recent",
    "menuitem Letter",
  ]);
  assert.equal(named(elements, "Open").shortcut, "Ctrl+O");
  assert.deepEqual(named(elements, "Open").bounds, rect(120, 85, 120, 30));
  assert.deepEqual(named(elements, "Letter").bounds, rect(410, 305, 70, 30));
});

for (const scale of [1, 2]) {
  Deno.test(`a drop-down says what is chosen, and its open list has room above it, at scale ${scale}`, () => {
    const choice = node("push button", "GtkToggleButton", { children: [label("Red")] });
    const item = node("list item", "", { bounds: rect(20, 50, 60, 16), children: [label("Green")] });
    const list = node("list", "GtkListView", { bounds: rect(15, 40, 70, 60), children: [item] });
    const combo = node("combo box", "Colour", {
      label: "Colour",
      bounds: rect(10, 10, 100, 34),
      children: [choice, popover(rect(10, 30, 90, 80), list)],
    });
    const window = rect(300, 200, 90 * scale, 86 * scale);
    const elements = told(frame(combo), scenery([window], scale));
    const { role, value } = named(elements, "Colour");
    assert.deepEqual([role, value], ["combobox", "Red"]);
    const room = 6 * scale;
    assert.deepEqual(
      named(elements, "Green").bounds,
      rect(300 + 10 * scale, 200 + room + 20 * scale, 60 * scale, 16 * scale),
    );
    assert.ok(!elements.some((element) => element.role === "button"));
  });
}

/** A table of rows 20 pixels high below its headings; `current` is what the scroll bar says. */
function table(rows: readonly number[], current?: number): AccessibleNode {
  const cell = (text: string, row: number, column: number) =>
    node("table cell", "GtkColumnViewCell", {
      path: `/cell/${row}/${column}`,
      bounds: rect(100 * column, 30 + 20 * row, 90, 16),
      children: [label(text)],
    });
  const rowOf = (number: number, index: number) =>
    node("table row", "GtkListItemWidget", {
      path: `/row/${number}`,
      bounds: rect(0, 30 + 20 * index, 200, 20),
      states: index === 1 ? ["selected"] : [],
      children: [cell(`Person ${number}`, index, 0), cell(`City ${number}`, index, 1)],
    });
  const title = (text: string) =>
    node("filler", "GtkColumnViewTitle", {
      path: `/title/${text}`,
      bounds: rect(0, 10, 90, 16),
      children: [label(text)],
    });
  const range = node("filler", "GtkRange", {
    value: { current: current ?? 0, minimum: 0, maximum: 20_000, increment: 0 },
  });
  const bar = node("scroll bar", "GtkScrollbar", { states: ["vertical"], children: [range] });
  const header = node("table row", "GtkListItemWidget", {
    path: "/header",
    children: [title("Person"), title("City")],
  });
  const list = node("list", "GtkColumnListView", {
    bounds: rect(0, 30, 200, 60),
    children: rows.map(rowOf),
    unread: 197,
  });
  const whole = node("tree table", "People", { bounds: rect(0, 10, 200, 80), children: [header, list] });
  return node("scroll pane", "", {
    bounds: rect(0, 10, 214, 80),
    children: current === undefined ? [whole] : [whole, bar],
  });
}

Deno.test("a table has headings and cells in rows and columns, numbered by how it is scrolled", () => {
  const elements = told(frame(table([301, 302, 303], 6000)));
  const { table: size, unread } = named(elements, "People");
  assert.deepEqual([size, unread], [{ rows: 1000, columns: 2 }, 1994]);
  assert.deepEqual(
    elements.filter(({ role }) => role === "columnheader").map(({ name }) => name),
    ["Person", "City"],
  );
  assert.deepEqual(named(elements, "City 302").cell, { row: 301, column: 1 });
  assert.ok(named(elements, "City 302").states.includes("selected"));
  assert.ok(!named(elements, "City 301").states.includes("selected"));
});

Deno.test("a table that is not scrolled counts its rows from the first", () => {
  const elements = told(frame(table([1, 2])));
  assert.deepEqual(named(elements, "Person 2").cell, { row: 1, column: 0 });
});

Deno.test("rows with an expander make a tree", () => {
  const row = (name: string, states: readonly string[]) =>
    node("list item", "", {
      path: `/item/${name}`,
      children: [node("panel", name, {
        path: `/expander/${name}`,
        states: ["focusable", ...states],
        children: [
          ...(states.length > 0 ? [node("push button", "Expand", { path: `/expand/${name}` })] : []),
          label(name),
        ],
      })],
    });
  const list = node("list", "Folders", {
    children: [row("Documents", ["expandable", "expanded"]), row("Letters", []), row("Music", ["expandable"])],
  });
  const elements = told(frame(list)).filter(({ role }) => role !== "button");
  assert.deepEqual(
    elements.map(({ role, name, states }) => [role, name, ...states].join(" ")),
    ["tree Folders", "treeitem Documents expanded", "treeitem Letters", "treeitem Music collapsed"],
  );
});

Deno.test("tabs are called as their labels, and class names are no names", () => {
  const tab = (text: string) => node("page tab", "Tab", { path: `/tab/${text}`, children: [label(text)] });
  const elements = told(frame(
    node("page tab list", "Tab list", { children: [tab("First"), tab("Second")] }),
    node("filler", "GtkDrawingArea", { bounds: rect(0, 0, 100, 60) }),
    node("text", "EditorSourceView", { interfaces: ["Text", "EditableText"], states: ["editable"] }),
    node("push button", "GitHub"),
    node("push button", "7 7", { children: [label("7")] }),
    node("panel", "", { path: "/gap", bounds: rect(0, 300, 100, 60) }),
  ));
  assert.deepEqual(elements.map(({ role, name }) => `${role} ${name}`.trim()), [
    "tablist",
    "tab First",
    "tab Second",
    "canvas",
    "textbox",
    "button GitHub",
    "button 7",
  ]);
});

Deno.test("a field that can't be changed is read-only though it has the interface", () => {
  const field = node("text", "Serial number", { interfaces: ["Text", "EditableText"], states: ["read only"] });
  assert.ok(named(told(frame(field)), "Serial number").states.includes("readonly"));
});
