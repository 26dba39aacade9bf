import assert from "node:assert/strict";
import type { AccessibleNode } from "../../../../src/engine/atspi/accessible_node.ts";
import { cellName } from "../../../../src/engine/atspi/cell_names.ts";
import { diff } from "../../../../src/engine/observe/diff.ts";
import type { Snapshot } from "../../../../src/engine/observe/element.ts";
import { locateOne } from "../../../../src/engine/observe/locate.ts";
import { renderLines } from "../../../../src/engine/observe/render.ts";
import { takeSnapshot } from "../../../../src/engine/observe/snapshot.ts";
import { libreoffice } from "../../../../src/engine/observe/toolkits/libreoffice.ts";
import { UNCHANGED } from "../../../../src/engine/world/placement.ts";
import { field, node, numbering, type Rest } from "../nodes.ts";

const toolkit = { name: "LibreOffice", version: "on gtk 3.24.38" };
const window = { x: 0, y: 0, width: 1000, height: 800 };

function seen(children: readonly AccessibleNode[], idOf = numbering()): Snapshot {
  const root = node("frame", "Letter", { bounds: window, children });
  return takeSnapshot(libreoffice(root, { toolkit, window, placement: UNCHANGED, popups: [] }), {
    idOf,
    toolkit: toolkit.name,
  });
}

/** The lines below the window, without ids. */
function lines(...children: readonly AccessibleNode[]): string[] {
  return renderLines(seen(children).root).slice(1).map((line) => line.slice(2).replaceAll(/(?<=^ *|: |\| )\d+ /g, ""));
}

const said = (content: string) => ({ content, length: content.length, truncated: false, caret: -1, selections: [] });

function cell(row: number, column: number, content: string, rest: Rest = {}): AccessibleNode {
  const name = cellName({ row, column });
  const bounds = { x: 50 + 80 * column, y: 100 + 20 * row, width: 80, height: 20 };
  return node("table cell", name, {
    interfaces: ["Text"],
    cell: { row, column },
    text: said(content),
    bounds,
    ...rest,
  });
}

function sheet(...cells: readonly AccessibleNode[]): AccessibleNode {
  const table = { rows: 1048576, columns: 16384 };
  const bounds = { x: 50, y: 100, width: 400, height: 400 };
  return node("table", "Sheet Budget", { table, showing: "A1:C2", bounds, children: cells });
}

Deno.test("a sheet tells its range and the cells that hold something", () => {
  const cells = [cell(0, 0, "Person"), cell(0, 1, ""), cell(0, 2, "City"), cell(1, 0, ""), cell(1, 1, "Bonn")];
  assert.deepEqual(lines(sheet(...cells, cell(1, 2, ""))), [
    'table 1048576x16384 "Sheet Budget" showing A1:C2, empty cells left out',
    '  row 1: "A1" = "Person" | c3 "C1" = "City"',
    '  cell r2c2 "B2" = "Bonn"',
  ]);
});

Deno.test("an empty cell that is active is told of, and one that is not can be found", () => {
  const snapshot = seen([sheet(cell(0, 0, ""), cell(0, 1, "", { states: ["focused"] }))]);
  assert.match(renderLines(snapshot.root).join("\n"), /cell r1c2 "B1" = "" focused/);
  assert.doesNotMatch(renderLines(snapshot.root).join("\n"), /"A1"/);
  const found = locateOne(snapshot, { role: "cell", name: "A1" });
  assert.deepEqual(found.bounds, { x: 50, y: 100, width: 80, height: 20 });
});

Deno.test("what is typed into an empty cell is a change of one line, scrolled-in empty cells are none", () => {
  const idOf = numbering();
  const before = seen([sheet(cell(0, 0, "Person"), cell(1, 0, ""))], idOf);
  const typed = diff(before, seen([sheet(cell(0, 0, "Person"), cell(1, 0, "Ada"))], idOf));
  assert.match(typed.text, /^~ \d+ cell r2c1 "A2" = "Ada"$/m);
  const wider = [sheet(cell(0, 0, "Person"), cell(0, 1, ""), cell(1, 0, ""), cell(1, 1, ""))];
  assert.doesNotMatch(diff(before, seen(wider, idOf)).text, /^\+/m);
});

Deno.test("cells of a table of columns are named by what they say, below the headers that stand beside them", () => {
  const bounds = { x: 0, y: 0, width: 200, height: 100 };
  const header = node("column header", "Person", { bounds: { ...bounds, height: 20 } });
  const heads = node("table", "ColumnHeaderBar", { bounds: { ...bounds, height: 20 }, children: [header] });
  const first = node("table cell", "Person , ", {
    interfaces: ["Text"],
    text: said("Person 1"),
    cell: { row: 0, column: 0 },
    bounds: { ...bounds, y: 20, height: 20 },
  });
  const body = node("table", "Grid control", { bounds: { ...bounds, y: 20, height: 80 }, children: [first] });
  assert.deepEqual(lines(node("panel", "Grid control", { bounds, children: [heads, body] })), [
    'table "Grid control"',
    '  columnheader "Person"',
    '  cell r1c1 "Person 1"',
  ]);
});

Deno.test("a renamed cell keeps the name by which it is known again", () => {
  const odd = node("table cell", "Person , ", {
    interfaces: ["Text"],
    text: said("Person 1"),
    cell: { row: 0, column: 0 },
  });
  const found = locateOne(seen([node("table", "People", { children: [odd] })]), { role: "cell", name: "Person 1" });
  assert.equal(found.accessibleName, "Person , ");
});

Deno.test("a combo box has the choice as its value, a scroll bar with a label is a slider", () => {
  const choice = node("text", "Colour", { interfaces: ["Text"], text: said("Red") });
  const bar = { value: { current: 20, minimum: 0, maximum: 100, increment: 1 }, label: "Volume" };
  assert.deepEqual(
    lines(
      node("combo box", "Colour", { children: [choice] }),
      node("panel", "", { children: [node("scroll bar", "Horizontal scroll bar", { ...bar, interfaces: ["Value"] })] }),
      node("scroll pane", "", { children: [node("scroll bar", "Vertical scroll bar", { label: "Notes" })] }),
    ),
    ['combobox "Colour" = "Red"', 'slider "Volume" = "20" (0 to 100)'],
  );
});

Deno.test("a field of several lines is a field, though nothing is known of its text", () => {
  const parts = [node("panel", ""), node("scroll bar", "Vertical scroll bar")];
  assert.deepEqual(lines(node("scroll pane", "Notes", { children: parts })), ['textbox "Notes" multiline']);
});

Deno.test("fields that cannot be edited are read-only, those that are disabled nothing else", () => {
  assert.deepEqual(
    lines(
      field("Serial", "LC-2048", { role: "text", states: [], interfaces: ["EditableText", "Text", "Action"] } as Rest),
      field("Locked", "x", { role: "text", states: [], disabled: true } as Rest),
    ).map((line) => line.replace(/^entry/, "textbox")),
    ['textbox "Serial" = "LC-2048" readonly', 'textbox "Locked" = "x" disabled'],
  );
});

Deno.test("fields of GTK in a toolbar have the names of what is around them", () => {
  const island = [field("", "10 pt", { role: "text" } as Rest), node("toggle button", "")];
  const size = node("panel", "Font Size", { children: [node("filler", "", { children: island })] });
  assert.deepEqual(lines(node("tool bar", "Formatting", { children: [size] })), [
    'toolbar "Formatting"',
    '  textbox "Font Size" = "10 pt"',
    '  toggle "Font Size"',
  ]);
});

Deno.test("a dialog of VCL in a window of GTK is told of once", () => {
  const button = node("push button", "Accept it");
  assert.deepEqual(lines(node("panel", "", { children: [node("dialog", "Letter", { children: [button] })] })), [
    'button "Accept it"',
  ]);
});

Deno.test("Calc's input line is a field that has to be typed into, and its other field has a name", () => {
  const line = node("paragraph", "", {
    interfaces: ["Text", "EditableText"],
    text: said("=6*7"),
    states: ["multi line"],
  });
  const bar = node("tool bar", "Formula Tool Bar", {
    children: [field("", "A1", { role: "text" } as Rest), node("panel", "Input line", { children: [line] })],
  });
  assert.deepEqual(lines(bar).slice(1), ['  textbox "Name Box" = "A1"', '  textbox "Input line" = "=6*7" multiline']);
  const found = locateOne(seen([bar]), { role: "textbox", name: "Input line" });
  assert.equal(found.interfaces.has("EditableText"), false);
});
