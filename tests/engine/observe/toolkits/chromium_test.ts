import assert from "node:assert/strict";
import type { AccessibleNode } from "../../../../src/engine/atspi/accessible_node.ts";
import { descendants, type Element, type Snapshot } from "../../../../src/engine/observe/element.ts";
import { renderLines } from "../../../../src/engine/observe/render.ts";
import { takeSnapshot } from "../../../../src/engine/observe/snapshot.ts";
import { chromium } from "../../../../src/engine/observe/toolkits/chromium.ts";
import { missingPage } from "../../../../src/engine/observe/window_tree.ts";
import { onDisplay, placementOf } from "../../../../src/engine/world/placement.ts";
import { node, numbering } from "../nodes.ts";

const toolkit = { name: "Chromium", version: "1.0" };
const window = { x: 1, y: 20, width: 1200, height: 800 };

function seen(children: readonly AccessibleNode[], scale = 1): Snapshot {
  const bounds = { x: 0, y: 20 / scale, width: window.width / scale, height: window.height / scale };
  const page = node("document web", "Page", { bounds: window, children });
  const root = node("frame", "Page - Browser", { bounds, children: [node("panel", "", { children: [page] })] });
  const placement = placementOf({ toolkit, window, frame: bounds, shadow: null });
  return takeSnapshot(chromium(root, { toolkit, window, placement, popups: [] }), {
    idOf: numbering(),
    toolkit: toolkit.name,
  });
}

/** The lines below the document, without ids. */
function lines(...children: readonly AccessibleNode[]): string[] {
  return renderLines(seen(children).root).slice(2).map((line) => line.slice(4).replaceAll(/(?<=^ *|: |\| )\d+ /g, ""));
}

function elementNamed(snapshot: Snapshot, name: string): Element {
  const found = [...descendants(snapshot.root)].find((element) => element.name === name);
  assert.ok(found, `there is a ${name}`);
  return found;
}

let texts = 0;
const text = (name: string, rest: Parameters<typeof node>[2] = {}) =>
  node("static", name, { path: `/static/${texts++}`, ...rest });
const row = (index: number, ...names: string[]) =>
  node("table row", "", {
    path: `/row/${index}`,
    children: names.map((name, column) =>
      node("table cell", name, { attributes: { "table-cell-index": String(index * names.length + column) } })
    ),
  });

Deno.test("pieces of text become one text, and boxes around texts are not told of", () => {
  const bold = node("static", "", { path: "/bold", children: [text("bold")] });
  assert.deepEqual(lines(node("paragraph", "", { children: [text("Some "), bold, text(" words.")] })), [
    'text "Some bold words."',
  ]);
  assert.deepEqual(lines(node("section", "", { children: [node("label", "", { children: [text("Name")] })] })), [
    'text "Name"',
  ]);
});

Deno.test("texts of neighbouring boxes stay apart", () => {
  const box = (name: string) => node("section", "", { path: `/${name}`, children: [text(name)] });
  assert.deepEqual(lines(node("section", "", { children: [box("Drag me"), box("Drop here")] })), [
    'text "Drag me"',
    'text "Drop here"',
  ]);
});

Deno.test("what everything can do is not told of, empty boxes are no drawings", () => {
  const bounds = { x: 10, y: 100, width: 200, height: 60 };
  assert.deepEqual(
    lines(
      node("push button", "Send", { interfaces: ["Action"], actions: ["press", "showContextMenu"] }),
      node("check box", "News", { interfaces: ["Action"], actions: ["check", "showContextMenu"] }),
      node("section", "", { path: "/gap", bounds }),
      node("canvas", "", { bounds }),
    ),
    ['button "Send"', 'checkbox "News"', "canvas"],
  );
});

Deno.test("a field that can't be changed is readonly, not disabled; its hint and its keys are told of", () => {
  const states = ["focusable", "read only"];
  const text = { content: "LC", length: 2, truncated: false, caret: -1, selections: [] };
  const attributes = { placeholder: "Type a word" };
  assert.deepEqual(
    lines(
      node("entry", "Serial", { states, disabled: true, interfaces: ["Text", "Action"], text, attributes }),
      node("menu item", "Open", { attributes: { keyshortcuts: "Control+D" } }),
    ),
    ['textbox "Serial" = "LC" readonly placeholder "Type a word"', 'menuitem "Open" shortcut "Ctrl+D"'],
  );
});

Deno.test("cells say where they stand, and the rows of a table how many there are, though few are in the page", () => {
  const header = node("table row", "", { children: [node("column header", "Person"), node("column header", "City")] });
  const rows = node("section", "", {
    unread: 9,
    actions: ["doDefault", "showContextMenu", "scrollDown"],
    children: [row(1, "Ann", "Rome"), row(2, "Bob", "Oslo")],
  });
  const attributes = { rowcount: "20001", colcount: "2" };
  assert.deepEqual(lines(node("table", "People", { attributes, children: [header, rows] })), [
    'table 20000x2 "People" (39996 more out of view)',
    '  columnheaders: "Person" | "City"',
    '  row 1: "Ann" | "Rome"',
    '  row 2: "Bob" | "Oslo"',
  ]);
});

Deno.test("what is scrolled is cut off by what scrolls; what is out of view is counted there", () => {
  const area = node("section", "", {
    bounds: { x: 101, y: 120, width: 300, height: 100 },
    actions: ["doDefault", "showContextMenu", "scrollDown"],
    children: [
      node("section", "", {
        unread: 3,
        children: [node("push button", "Half", { bounds: { x: 110, y: 200, width: 80, height: 40 } })],
      }),
    ],
  });
  const snapshot = seen([area]);
  assert.deepEqual(elementNamed(snapshot, "Half").visible, { x: 110, y: 200, width: 80, height: 19 });
  assert.deepEqual([...descendants(snapshot.root)].map(({ role, unread }) => [role, unread]), [
    ["window", 0],
    ["document", 0],
    ["group", 3],
    ["button", 0],
  ]);
});

Deno.test("an item of a tree is its own line, not that of the items below it", () => {
  const inner = node("tree item", "Letters", { bounds: { x: 20, y: 40, width: 200, height: 16 } });
  const outer = node("tree item", "Documents", {
    bounds: { x: 0, y: 24, width: 220, height: 32 },
    children: [text("Documents"), node("panel", "", { children: [inner] })],
  });
  assert.equal(elementNamed(seen([node("tree", "Folders", { children: [outer] })]), "Documents").bounds?.height, 16);
});

Deno.test("at a scale of two a page counts X pixels from where Chromium believes its window to be", () => {
  const snapshot = seen([node("push button", "Send", { bounds: { x: 100, y: 200, width: 80, height: 40 } })], 2);
  const { bounds, placement } = elementNamed(snapshot, "Send");
  assert.deepEqual(bounds, { x: 101, y: 200, width: 80, height: 40 });
  assert.deepEqual(onDisplay(placement!, window, { x: 100, y: 200, width: 80, height: 40 }), bounds);
  assert.deepEqual(snapshot.root.bounds, window);
});

Deno.test("names are told without what the browser adds, and kept as it gives them", () => {
  const tab = elementNamed(seen([node("page tab", "Inbox - Memory usage - 29.3 MB")]), "Inbox");
  assert.deepEqual([tab.accessibleName, tab.atspiRole], ["Inbox - Memory usage - 29.3 MB", "page tab"]);
});

Deno.test("a page is missing while it is empty, and where a browser's window has none", () => {
  const missing = (...children: AccessibleNode[]) =>
    missingPage({ root: node("frame", "Page", { children }), incomplete: [] });
  assert.equal(missing(node("document web", "")), "late");
  assert.equal(missing(node("panel", "", { children: [node("panel", "", { path: "/inner" })] })), "none");
  assert.equal(missing(node("tool bar", "", { children: [node("push button", "Reload")] })), "none");
  assert.equal(missing(node("document web", "", { children: [text("Words")] })), undefined);
  assert.equal(missing(node("push button", "A dialog's")), undefined);
});
