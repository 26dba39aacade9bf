import { deepEqual, equal, match, ok } from "node:assert/strict";
import { CellOutput, MAX_PICTURES, MAX_TEXT, MAX_WRITES } from "../../src/session/cell_output.ts";

function textOf(output: CellOutput): string {
  return output.finish().map((item) => item.type === "text" ? item.text : "[picture]").join("\n");
}

Deno.test("finish() keeps the order and joins texts that follow each other", () => {
  const output = new CellOutput();
  output.write("a");
  output.state("b");
  output.picture({ mimeType: "image/png", data: "x" });
  output.note("c");
  deepEqual(output.finish(), [
    { type: "text", text: "a\nb" },
    { type: "image", mimeType: "image/png", data: "x" },
    { type: "text", text: "c" },
  ]);
});

Deno.test("write() cuts an endless output and says how much is missing", () => {
  const output = new CellOutput();
  for (let i = 0; i < 100; i++) output.write("x".repeat(1_000));
  const text = textOf(output);
  ok(text.length < MAX_WRITES + 300, String(text.length));
  match(text, /90000 characters of what the cell wrote are missing/);
});

Deno.test("state() is shown after a cell that wrote too much, cut at a line, and says that it was cut", () => {
  const output = new CellOutput();
  output.write("x".repeat(50_000));
  equal(output.state("small"), true);
  equal(output.state("line of a tree\n".repeat(5_000)), false);
  const text = textOf(output);
  ok(text.length <= MAX_TEXT + 300, String(text.length));
  match(text, /line of a tree\n\[cut: \d+ of 75000 characters are missing/);
});

Deno.test("note() shows what went wrong even when everything else was cut", () => {
  const output = new CellOutput();
  output.write("x".repeat(50_000));
  output.state("y\n".repeat(50_000));
  output.note("TypeError: oh");
  match(textOf(output), /TypeError: oh/);
});

Deno.test("picture() takes a bounded number", () => {
  const output = new CellOutput();
  const shown = Array.from({ length: MAX_PICTURES + 1 }, () => output.picture({ mimeType: "image/png", data: "x" }));
  deepEqual(shown.filter((isShown) => !isShown).length, 1);
});
