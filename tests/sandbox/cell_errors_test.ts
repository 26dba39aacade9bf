import assert from "node:assert/strict";
import { cellError } from "../../src/sandbox/cell_errors.ts";

Deno.test("cellError() takes the position from the first frame in the cell and hides the library's frames", () => {
  const stack = "    at receive (linux-cua.js:9:1)\n    at f (cell-1:2:3)\n    at <eval> (cell-2 a title:7:5)\n";
  assert.deepEqual(cellError({ name: "TypeError", message: "not a function", stack }, "cell-2 a title"), {
    name: "TypeError",
    message: "not a function",
    line: 7,
    column: 5,
    stack: "at f (cell-1:2:3)\nat <eval> (cell-2 a title:7:5)",
  });
});

Deno.test("cellError() gives no position when the stack has none, and bounds the stack", () => {
  const error = cellError({ name: "E", message: "m", stack: "at f (x:1:2)\n".repeat(99) }, "cell-1");
  assert.equal(error.line, undefined);
  assert.equal(error.stack?.split("\n").length, 12);
});
