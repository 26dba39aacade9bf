import assert from "node:assert/strict";
import type { Element } from "../../../src/engine/observe/element.ts";
import { field, node, snapshot } from "./nodes.ts";

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
    children: [node("label", "Mail"), field("", "", { label: "Mail", path: "/mail" }), node("label", "Other")],
  });
  assert.deepEqual(outline(snapshot(tree).root), ["window W", "textbox Mail", "text Other"]);
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
