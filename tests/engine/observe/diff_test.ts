import assert from "node:assert/strict";
import { changes, diff } from "../../../src/engine/observe/diff.ts";
import { render } from "../../../src/engine/observe/render.ts";
import { field, node, numbering, snapshot } from "./nodes.ts";

const rows = Array.from({ length: 20 }, (_, i) => node("label", `Row ${i}`));

function window(...children: ReturnType<typeof node>[]) {
  return node("frame", "W", { path: "/w", children: [...children, ...rows] });
}

Deno.test("diff() tells what is new, gone and changed, by id", () => {
  const idOf = numbering();
  const before = snapshot(window(field("Name", ""), node("push button", "Save"), node("label", "Saving …")), idOf);
  const dialog = node("panel", "Sure?", { children: [node("push button", "Yes"), node("push button", "No")] });
  const after = snapshot(
    window(field("Name", "Zoë", { states: ["focused", "editable"] }), node("push button", "Save"), dialog),
    idOf,
  );
  assert.deepEqual(diff(before, after), {
    kind: "changes",
    text: [
      "Changes:",
      "<screen>",
      '- 4 text "Saving …"',
      '~ 2 textbox "Name" = "Zoë" focused',
      '+ 25 group "Sure?" (in 1)',
      '+   26 button "Yes"',
      '+   27 button "No"',
      "</screen>",
    ].join("\n"),
  });
});

Deno.test("diff() names the top of what is gone and counts the rest", () => {
  const idOf = numbering();
  const dialog = node("panel", "Sure?", { children: [node("push button", "Yes"), node("push button", "No")] });
  const before = snapshot(window(dialog), idOf);
  assert.deepEqual(changes(before, snapshot(window(), idOf)), ['- 2 group "Sure?" and 2 inside']);
});

Deno.test("diff() tells of elements that moved into another container", () => {
  const idOf = numbering();
  const item = node("push button", "Item");
  const [left, right] = [node("panel", "Left"), node("panel", "Right")];
  const before = snapshot(window({ ...left, children: [item] }, right), idOf);
  const after = snapshot(window(left, { ...right, children: [item] }), idOf);
  assert.deepEqual(changes(before, after), ['~ 3 button "Item" (now in 4)']);
});

Deno.test("diff() says no change when nothing did", () => {
  const idOf = numbering();
  assert.equal(diff(snapshot(window(), idOf), snapshot(window(), idOf)).kind, "no_change");
});

Deno.test("diff() gives the full text first, for another window, and when it is shorter", () => {
  const idOf = numbering();
  const before = snapshot(window(), idOf);
  const other = snapshot(node("frame", "Other", { children: [node("label", "x")] }), idOf);
  const emptied = snapshot(node("frame", "W", { path: "/w" }), idOf);
  assert.deepEqual(diff(undefined, before), { kind: "full", text: render(before) });
  assert.deepEqual(diff(before, other), { kind: "full", text: render(other) });
  assert.deepEqual(diff(before, emptied), { kind: "full", text: render(emptied) });
});

Deno.test("diff() tells of new rows on one line each, and of changed cells by themselves", () => {
  const idOf = numbering();
  const cell = (row: number, column: number, name: string) =>
    node("table cell", name, { cell: { row, column }, path: `/cell/${row}/${column}` });
  const table = (...children: ReturnType<typeof node>[]) => window(node("table", "Files", { path: "/t", children }));
  const before = snapshot(table(cell(0, 0, "a.txt"), cell(0, 1, "7 bytes")), idOf);
  const after = table(cell(0, 0, "a.txt"), cell(0, 1, "8 bytes"), cell(1, 0, "b.txt"), cell(1, 1, "9 bytes"));
  assert.deepEqual(changes(before, snapshot(after, idOf)), [
    '~ 4 cell r1c2 "8 bytes"',
    '+ row 2: 25 "b.txt" | 26 "9 bytes" (in 2)',
  ]);
});
