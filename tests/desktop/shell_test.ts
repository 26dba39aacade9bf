import assert from "node:assert/strict";
import { exportLines, quote } from "../../src/desktop/shell.ts";

Deno.test("quote() leaves plain words alone and quotes everything else", () => {
  assert.equal(quote("/usr/bin:1"), "/usr/bin:1");
  assert.equal(quote(""), "''");
  assert.equal(quote("a b"), "'a b'");
  assert.equal(quote("it's $HOME `x`"), `'it'\\''s $HOME \`x\`'`);
});

Deno.test("exportLines() sets and unsets variables and leaves out names that no shell can hold", () => {
  const lines = exportLines({ A: "1 2", "B()": "function", "C;rm": "x" }, ["D", "E F"]);
  assert.equal(lines, "unset D\nexport A='1 2'\n");
});
