import assert from "node:assert/strict";
import type { AccessibleNode } from "../../../src/engine/atspi/accessible_node.ts";
import type { Element } from "../../../src/engine/observe/element.ts";
import { field, node, numbering, snapshot } from "./nodes.ts";

function outline(element: Element): unknown {
  const label = `${element.role} ${element.name}`.trim();
  return element.children.length === 0 ? label : [label, ...element.children.map(outline)];
}

Deno.test("takeSnapshot() folds containers that mean nothing and keeps those that do", () => {
  const tree = node("frame", "W", {
    children: [
      node("filler", "", { children: [node("panel", "", { path: "/p", children: [node("label", "deep")] })] }),
      node("panel", "Options", { children: [node("radio button", "A")] }),
      node("separator", ""),
      node("scroll bar", ""),
      node("filler", "", { path: "/empty" }),
      node("panel", "", { path: "/canvas", bounds: { x: 0, y: 0, width: 300, height: 200 } }),
    ],
  });
  assert.deepEqual(outline(snapshot(tree).root), ["window W", "text deep", ["group Options", "radio A"], "canvas"]);
});

Deno.test("takeSnapshot() reads grids that GTK 3 gives backwards from top to bottom", () => {
  const at = (name: string, x: number, y: number) =>
    node("push button", name, { bounds: { x, y, width: 80, height: 20 } });
  const backwards = [at("four", 100, 30), at("three", 0, 31), at("two", 100, 2), at("one", 0, 0)];
  const forwards = [at("a", 0, 0), at("b", 0, 30), at("c", 100, 0)];
  const tree = node("frame", "W", {
    children: [node("panel", "", { children: backwards }), node("panel", "", { path: "/2", children: forwards })],
  });
  const names = snapshot(tree).root.children.map((element) => element.name);
  assert.deepEqual(names, ["one", "two", "three", "four", "a", "b", "c"]);
  assert.deepEqual([...snapshot(tree).elements.keys()], [1, 2, 3, 4, 5, 6, 7, 8]);
});

Deno.test("takeSnapshot() reads what stands above one another from top to bottom, and grids by their rows", () => {
  const at = (role: string, name: string, [x, y, width, height]: readonly [number, number, number, number]) =>
    node(role, name, { bounds: { x, y, width, height } });
  // Qt gives a menu bar after what stands below it, and a calculator its digits before the rest.
  const keys = [..."789456123"].map((name, i) =>
    at("push button", name, [(i % 3) * 40, 60 + 30 * Math.floor(i / 3), 40, 30])
  );
  const plus = at("push button", "+", [120, 60, 40, 60]);
  const others = [plus, ..."%÷×−"].map((key, i) =>
    typeof key === "string" ? at("push button", key, [(i - 1) * 40, 30, 40, 30]) : key
  );
  const pad = node("panel", "", {
    path: "/pad",
    bounds: { x: 0, y: 30, width: 160, height: 120 },
    children: [...keys, ...others],
  });
  const tree = node("frame", "W", {
    children: [pad, at("label", "Ready", [0, 160, 160, 20]), at("menu bar", "Menu", [0, 0, 160, 20])],
  });
  const names = snapshot(tree).root.children.map((element) => element.name);
  assert.deepEqual(names, ["Menu", ..."%÷×−789+456123", "Ready"]);
});

Deno.test("takeSnapshot() reads columns one by one, below what stands above them", () => {
  const at = (name: string, x: number, y: number, width: number, height: number) =>
    node("push button", name, { bounds: { x, y, width, height } });
  // LibreOffice gives its document before the bars above it.
  const office = [
    at("document", 0, 60, 300, 200),
    at("side bar", 300, 30, 50, 260),
    at("formula", 0, 30, 300, 30),
    at("sheets", 0, 260, 300, 30),
    at("tools", 0, 0, 350, 31),
  ];
  const columns = [at("a", 0, 0, 50, 20), at("b", 0, 22, 50, 20), at("c", 60, 0, 50, 25), at("d", 60, 27, 50, 20)];
  const names = (children: AccessibleNode[]) =>
    snapshot(node("frame", "W", { children })).root.children.map((e) => e.name);
  assert.deepEqual(names(office), ["tools", "formula", "document", "sheets", "side bar"]);
  assert.deepEqual(names(columns), ["a", "b", "c", "d"]);
});

Deno.test("takeSnapshot() names items by the texts and pictures in them, but not where these have states", () => {
  const done = node("table cell", "", { path: "/done", states: ["checkable", "checked"] });
  const tree = node("frame", "W", {
    children: [
      node("list item", "", { children: [node("icon", "folder"), node("label", "Home")] }),
      node("push button", "", { path: "/b", children: [node("image", "Add")] }),
      node("push button", "7", { children: [node("label", "7", { path: "/7" })] }),
      node("push button", "Total", { children: [node("label", "42")] }),
      node("table cell", "", { path: "/c", children: [done, node("table cell", "Buy milk")] }),
    ],
  });
  assert.deepEqual(outline(snapshot(tree).root), [
    "window W",
    "listitem Home",
    "button Add",
    "button 7",
    ["button Total", "text 42"],
    ["cell", "cell", "cell Buy milk"],
  ]);
});

Deno.test("takeSnapshot() says once what GTK 4 says twice", () => {
  const tree = node("frame", "W", {
    children: ["7 7", "_Retry Retry", "go gone"].map((name) => node("push button", name)),
  });
  assert.deepEqual(outline(snapshot(tree, numbering(), "GTK").root), [
    "window W",
    "button 7",
    "button Retry",
    "button go gone",
  ]);
  assert.deepEqual(outline(snapshot(tree).root), ["window W", "button 7 7", "button _Retry Retry", "button go gone"]);
});

Deno.test("takeSnapshot() folds a container that has the focus with something in it", () => {
  const focused = (role: string, children: AccessibleNode[] = []) => node(role, "", { states: ["focused"], children });
  const tree = node("frame", "W", { children: [focused("root pane", [focused("entry")]), focused("panel")] });
  assert.deepEqual(outline(snapshot(tree).root), ["window W", "textbox", "group"]);
});

Deno.test("takeSnapshot() leaves out the parts of a cell that its row does not show", () => {
  const part = (name: string, rest: Parameters<typeof node>[2]) => node("table cell", name, { path: "/p", ...rest });
  const bounds = { x: 0, y: 0, width: 90, height: 20 };
  const cell = part("", { bounds, path: "/c", children: [part("Devices", { bounds }), part("home", { path: "/h" })] });
  assert.deepEqual(outline(snapshot(node("frame", "W", { children: [cell] })).root), ["window W", "cell Devices"]);
});

Deno.test("takeSnapshot() names by its tool tip what has only a symbol", () => {
  const tip = "Reset\nShift  Reset all";
  const held = node("panel", "", {
    description: "Open the parent folder",
    children: [node("push button", "", { path: "/up" })],
  });
  const tree = node("frame", "W", {
    children: [
      held,
      node("push button", "", { path: "/r", description: tip }),
      node("panel", "", { description: "Drop files" }),
    ],
  });
  const { root } = snapshot(tree);
  assert.deepEqual(root.children.map(({ role, name, description }) => [role, name, description]), [
    ["button", "Open the parent folder", undefined],
    ["button", "Reset", "Shift  Reset all"],
    ["group", "", "Drop files"],
  ]);
  assert.ok(root.children.every(({ parent }) => parent === root));
});

Deno.test("takeSnapshot() folds notebooks that show no tabs, and keeps the others", () => {
  const bounds = { x: 0, y: 0, width: 9, height: 9 };
  const hidden = node("page tab", "", { children: [node("label", "deep")] });
  const tabs = [node("page tab", "", { bounds, path: "/1" }), node("page tab", "", { path: "/2" })];
  const tree = node("frame", "W", {
    children: [
      node("page tab list", "", { children: [hidden] }),
      node("page tab list", "", { path: "/l", children: tabs }),
    ],
  });
  assert.deepEqual(outline(snapshot(tree).root), ["window W", "text deep", ["tablist", "tab", "tab"]]);
});

Deno.test("takeSnapshot() leaves out texts and items without a word, and what nobody sees of names", () => {
  const tree = node("frame", "W", {
    children: [
      node("label", ""),
      node("menu bar", "", { children: [node("menu item", "", { disabled: true }), node("menu item", "New    ")] }),
      node("label", "16\u200e∶06"),
    ],
  });
  assert.deepEqual(outline(snapshot(tree).root), ["window W", ["menubar", "menuitem New"], "text 16∶06"]);
});

Deno.test("takeSnapshot() cuts places to what scrolled areas leave visible", () => {
  const rows = [0, 90, 300].map((y) => node("push button", `at ${y}`, { bounds: { x: 10, y, width: 50, height: 20 } }));
  const area = node("viewport", "", { bounds: { x: 0, y: 0, width: 40, height: 100 }, children: rows });
  const { elements } = snapshot(
    node("frame", "W", { bounds: { x: 0, y: 0, width: 500, height: 500 }, children: [area] }),
  );
  const visible = [...elements.values()].slice(1).map((element) => element.visible);
  assert.deepEqual(visible, [
    { x: 10, y: 0, width: 30, height: 20 },
    { x: 10, y: 90, width: 30, height: 10 },
    undefined,
  ]);
});

Deno.test("takeSnapshot() doesn't cut menus and combo boxes to the place of their owner", () => {
  const item = node("menu item", "Quit", { bounds: { x: 0, y: 30, width: 80, height: 20 } });
  const menu = node("menu", "File", { bounds: { x: 0, y: 0, width: 40, height: 20 }, children: [item] });
  const { elements } = snapshot(
    node("frame", "W", { bounds: { x: 0, y: 0, width: 300, height: 25 }, children: [menu] }),
  );
  assert.deepEqual(elements.get(3)?.visible, item.bounds);
});

Deno.test("takeSnapshot() says a label once that names the field beside it", () => {
  const tree = node("frame", "W", {
    children: [
      node("label", "Mail"),
      field("", "", { label: "Mail", path: "/mail" }),
      node("label", "Other"),
      node("panel", "Size", { children: [node("label", "Size"), node("radio button", "Small")] }),
    ],
  });
  assert.deepEqual(outline(snapshot(tree).root), [
    "window W",
    "textbox Mail",
    "text Other",
    ["group Size", "radio Small"],
  ]);
});

Deno.test("takeSnapshot() names text by its content and leaves embedded objects to their elements", () => {
  const text = (content: string) => ({ content, length: content.length, truncated: false, caret: -1, selections: [] });
  const tree = node("frame", "W", {
    children: [
      node("paragraph", "", { text: text("Read \uFFFC") }),
      node("paragraph", "", { path: "/2", text: text("see \uFFFC"), children: [node("link", "here")] }),
    ],
  });
  assert.deepEqual(outline(snapshot(tree).root), ["window W", "paragraph Read", ["paragraph", "link here"]]);
});

Deno.test("takeSnapshot() holds no text of secret fields", () => {
  const tree = node("frame", "W", { children: [field("PIN", "1234", { secret: true })] });
  const { elements } = snapshot(tree);
  assert.equal(elements.get(2)?.value, undefined);
  assert.ok(elements.get(2)?.secret);
});

Deno.test("takeSnapshot() leaves out cells that are not in view", () => {
  const cell = (row: number, y: number) =>
    node("table cell", `row ${row}`, { cell: { row, column: 0 }, bounds: { x: 0, y, width: 90, height: 20 } });
  const table = node("table", "T", {
    bounds: { x: 0, y: 0, width: 100, height: 50 },
    children: [cell(0, -20), cell(1, 0), cell(2, 40), cell(3, 60)],
  });
  assert.deepEqual(outline(snapshot(node("frame", "W", { children: [table] })).root), [
    "window W",
    ["table T", "cell row 1", "cell row 2"],
  ]);
});
