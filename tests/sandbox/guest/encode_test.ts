import assert from "node:assert/strict";
import { makeEncoder } from "../../../src/sandbox/guest/encode.ts";
import { makePrimordials } from "../../../src/sandbox/guest/primordials.ts";

const p = makePrimordials();
const known = {};
const encode = makeEncoder(p, (value) => value === known ? '{"$app":{"appId":"xed"}}' : undefined, 1_000);
const encoded = (...args: unknown[]) => JSON.parse(encode(args)) as unknown;

Deno.test("makeEncoder() sends plain values as they are", () => {
  const args = [1, "a\n\u2028\ud800", true, null, { a: [1, { b: -0.5 }], 'k"': "" }];
  assert.deepEqual(encoded(...args), JSON.parse(JSON.stringify(args)));
});

Deno.test("makeEncoder() drops trailing undefined arguments and undefined members", () => {
  assert.deepEqual(encoded(undefined, { a: undefined, b: 1 }, undefined), [null, { b: 1 }]);
});

Deno.test("makeEncoder() sends regular expressions, dates and known objects in their own forms", () => {
  assert.deepEqual(encoded({ name: /sa"ve/i }, new Date(0), [known]), [
    { name: { regex: 'sa"ve', flags: "i" } },
    "1970-01-01T00:00:00.000Z",
    [{ $app: { appId: "xed" } }],
  ]);
});

Deno.test("makeEncoder() ignores toJSON", () => {
  assert.deepEqual(encoded({ a: 1, toJSON: undefined }), [{ a: 1 }]);
  assert.throws(() => encode([{ toJSON: () => 5 }]), /Argument 1\.toJSON is a function/);
});

const cyclic: Record<string, unknown> = {};
cyclic.self = [cyclic];
const deep = Array.from({ length: 40 }).reduce<unknown>((inner) => [inner], 1);
const refused: readonly [what: string, value: unknown, message: RegExp][] = [
  ["cycles", cyclic, /Argument 1\.self\[0\] contains itself/],
  ["deep nesting", deep, /nested deeper than 32/],
  ["huge texts", "x".repeat(2_000), /longer than 1000 characters/],
  ["huge arrays", new Array(2_000).fill(0), /longer than 1000 characters/],
  ["functions", [() => {}], /Argument 1\[0\] is a function/],
  ["NaN", { x: NaN }, /Argument 1\.x is NaN/],
  ["bigints", 1n, /is a bigint/],
  ["symbols", Symbol("x"), /is a symbol/],
  ["promises", Promise.resolve(1), /is a promise; await it first/],
  ["bytes", new Uint8Array(3), /binary data/],
  ["maps", new Map(), /is a collection/],
];
for (const [what, value, message] of refused) {
  Deno.test(`makeEncoder() refuses ${what}`, () => assert.throws(() => encode([value]), message));
}

Deno.test("makeEncoder() passes on what a getter throws", () => {
  const hostile = {
    get x() {
      throw new Error("from the getter");
    },
  };
  assert.throws(() => encode([hostile]), /from the getter/);
});
