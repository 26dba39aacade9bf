import assert from "node:assert/strict";
import { makeInspector } from "../../../src/sandbox/guest/inspect.ts";
import { makePrimordials } from "../../../src/sandbox/guest/primordials.ts";

const p = makePrimordials();
const known = {};
const inspect = makeInspector(p, (value) => value === known ? "App xed" : undefined, 2_000);

const cyclic: Record<string, unknown> = { a: 1 };
cyclic.self = cyclic;
const cases: readonly [what: string, value: unknown, expected: string][] = [
  ["a string as it is", 'a\n"b"', 'a\n"b"'],
  ["numbers", -0.5, "-0.5"],
  ["undefined", undefined, "undefined"],
  ["bigints", 12n, "12n"],
  ["symbols", Symbol("s"), "Symbol(s)"],
  ["objects", { a: 1, "b c": ["x", null], f: () => {} }, '{ a: 1, "b c": [ "x", null ], f: [function] }'],
  ["empty ones", [{}, []], "[ {}, [] ]"],
  ["cycles", cyclic, "{ a: 1, self: [circular] }"],
  ["what is deep", [[[[[[[1]]]]]]], "[ [ [ [ [ [ [deeper] ] ] ] ] ] ]"],
  ["maps", new Map([["k", { v: 1 }]]), 'Map(1) { "k" => { v: 1 } }'],
  ["sets", new Set([1, 2]), "Set(2) { 1, 2 }"],
  ["dates", new Date(0), "1970-01-01T00:00:00.000Z"],
  ["regular expressions", /a/gi, "/a/gi"],
  ["errors", new TypeError("wrong"), "TypeError: wrong"],
  ["bytes", new Uint8Array(5), "Uint8Array(5 bytes)"],
  ["promises with a hint", Promise.resolve(1), "Promise (await it to see its value)"],
  ["objects of the library", [known], "[ App xed ]"],
];
for (const [what, value, expected] of cases) {
  Deno.test(`makeInspector() shows ${what}`, () => assert.equal(inspect(value), expected));
}

Deno.test("makeInspector() runs no getter and survives hostile objects", () => {
  const getter = {
    get x() {
      throw new Error("never");
    },
  };
  assert.equal(inspect(getter), "{ x: [getter] }");
  const refusing = new Proxy({}, {
    ownKeys() {
      throw new Error("no");
    },
  });
  assert.equal(inspect(refusing), "[unreadable value]");
});

Deno.test("makeInspector() puts long lists on lines of their own", () => {
  const items = Array.from({ length: 3 }, (_, id) => ({ id, title: "x".repeat(40) }));
  assert.equal(inspect(items).split("\n").length, 5);
});

Deno.test("makeInspector() bounds what it shows and says so", () => {
  assert.ok(inspect("x".repeat(10_000)).length < 2_100);
  const long = inspect(new Array(100_000).fill({ a: 1 }));
  assert.ok(long.length < 5_000, `${long.length}`);
  assert.match(long, /…/);
});
