import assert from "node:assert/strict";
import { CellSyntaxError, rewriteCell } from "../../src/sandbox/rewrite.ts";

const cases: readonly [title: string, code: string, expected: string][] = [
  ["makes const a var of the same width", "const x = 1;", "var   x = 1;"],
  ["makes let a var", "let x = 1, y;", "var x = 1, y=void 0;"],
  ["keeps var as it is", "var x", "var x"],
  ["ends a declaration that a bracket follows", "let y\n[1].map(f)", "var y=void 0;\n[1].map(f)"],
  ["assigns a class to a var", "class A { m() {} }\nnew A()", "var A=class A { m() {} };\nnew A()"],
  ["keeps destructuring", "const {a, b: [c = 3]} = await f();", "var   {a, b: [c = 3]} = await f();"],
  ["leaves blocks, loops and functions alone", "for (let i of x) { const q = 1 }\nfunction f() { let z }", ""],
  ["keeps the rest of the code", "f();\nconst a = 1;\ng()", "f();\nvar   a = 1;\ng()"],
];

for (const [title, code, expected] of cases) {
  Deno.test(`rewriteCell() ${title}`, () => assert.equal(rewriteCell(code), expected || code));
}

Deno.test("rewriteCell() never moves a line", () => {
  const code = "const a = 1\n\nclass B {\n  x = 1\n}\nlet c\nlet d = `\n`";
  assert.equal(rewriteCell(code).split("\n").length, code.split("\n").length);
});

Deno.test("rewriteCell() names line and column of what is no JavaScript", () => {
  assert.throws(() => rewriteCell("f();\n  this is wrong"), (error: unknown) => {
    assert.ok(error instanceof CellSyntaxError);
    assert.deepEqual([error.name, error.message, error.line, error.column], ["SyntaxError", "Unexpected token", 2, 8]);
    return true;
  });
});

Deno.test("rewriteCell() says that there are no modules", () => {
  assert.throws(() => rewriteCell('import fs from "fs"'), { message: /Modules are not available here/ });
});

Deno.test("rewriteCell() refuses code that is nested too deeply for the parser", () => {
  assert.throws(() => rewriteCell("[".repeat(1e6)), CellSyntaxError);
});
