/**
 * Random D-Bus types and values for property tests.
 * @module
 */
import fc from "fast-check";
import type { Variant } from "../../../../src/engine/atspi/wire/decode.ts";
import { parseSignature, type Type } from "../../../../src/engine/atspi/wire/signature.ts";

/** A signature with one value for each of its types. */
export interface Typed {
  readonly signature: string;
  readonly values: unknown[];
}

const text = fc.string({ unit: "grapheme", maxLength: 12 }).map((value) => value.replaceAll("\0", "").toWellFormed());
const path = fc.stringMatching(/^(\/[A-Za-z0-9_]{1,5}){1,3}$/);
const basics: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  y: fc.integer({ min: 0, max: 255 }),
  b: fc.boolean(),
  n: fc.integer({ min: -0x8000, max: 0x7fff }),
  q: fc.integer({ min: 0, max: 0xffff }),
  i: fc.integer(),
  u: fc.nat({ max: 0xffffffff }),
  x: fc.bigInt({ min: 1n - 2n ** 63n, max: 2n ** 63n - 1n }),
  t: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  // dbus-next refuses infinities and the smallest INT64, and loses the sign of -0.
  d: fc.double({ noDefaultInfinity: true, noNaN: true }).map((value) => value + 0),
  s: text,
  o: path,
  g: fc.constantFrom("", "s", "a{sv}", "(ii)as"),
};
const basicCode = fc.constantFrom(...Object.keys(basics));

const { type } = fc.letrec<{ type: string }>((tie) => ({
  type: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    basicCode,
    fc.constant("v"),
    tie("type").map((element) => `a${element}`),
    fc.array(tie("type"), { minLength: 1, maxLength: 4 }).map((fields) => `(${fields.join("")})`),
    fc.tuple(fc.constantFrom("s", "u", "o", "y"), tie("type")).map(([key, value]) => `a{${key}${value}}`),
  ),
}));

/** Random signatures of up to three types, with values. */
export const typedValues: fc.Arbitrary<Typed> = fc.array(type, { minLength: 1, maxLength: 3 })
  .map((types) => types.join(""))
  .filter((signature) => signature.length <= 60)
  .chain((signature) =>
    fc.tuple(...parseSignature(signature).map((type) => valueOf(type))).map((values) => ({ signature, values }))
  );

function valueOf(type: Type): fc.Arbitrary<unknown> {
  switch (type.code) {
    case "v":
      return variant;
    case "a":
      return arrayOf(type.element);
    case "(":
      return fc.tuple(...type.fields.map(valueOf));
    case "{":
      return fc.tuple(valueOf(type.key), valueOf(type.value));
    default:
      return basics[type.code]!;
  }
}

function arrayOf(element: Type): fc.Arbitrary<unknown> {
  if (element.code === "y") return fc.uint8Array({ maxLength: 9 });
  const items = fc.array(valueOf(element), { maxLength: 4 });
  return element.code === "{" ? items.map((entries) => new Map(entries as [unknown, unknown][])) : items;
}

/** Variants of a few types: with random ones the values would grow without end. */
const variant: fc.Arbitrary<Variant> = fc.constantFrom("s", "i", "as", "(so)", "a{sx}", "ay").chain((signature) =>
  valueOf(parseSignature(signature)[0]!).map((value) => ({ signature, value }))
);
