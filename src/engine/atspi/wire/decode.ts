/**
 * Reads values of any type by their signature.
 * @module
 */
import { MalformedMessage } from "./errors.ts";
import type { Reader } from "./reader.ts";
import { alignmentOf, type BasicCode, MAX_DEPTH, parseSignature, type Type } from "./signature.ts";

/** A value that carries its own type. */
export interface Variant {
  readonly signature: string;
  readonly value: unknown;
}

const basicReaders: Readonly<Record<BasicCode, (reader: Reader) => unknown>> = {
  y: (reader) => reader.byte(),
  b: (reader) => reader.boolean(),
  n: (reader) => reader.int16(),
  q: (reader) => reader.uint16(),
  i: (reader) => reader.int32(),
  u: (reader) => reader.uint32(),
  x: (reader) => reader.int64(),
  t: (reader) => reader.uint64(),
  d: (reader) => reader.double(),
  s: (reader) => reader.string(),
  o: (reader) => reader.string(),
  g: (reader) => reader.signature(),
  h: (reader) => reader.uint32(),
};

/**
 * The values of a signature's types. 64-bit numbers are bigints, structures and arrays are arrays, dictionaries are
 * maps, `ay` is bytes, variants are {@linkcode Variant}s.
 *
 * @throws {MalformedMessage} When the bytes are no such values.
 */
export function decode(reader: Reader, signature: string): unknown[] {
  return parseSignature(signature).map((type) => decodeType(reader, type, 0));
}

/** One variant. */
export function decodeVariant(reader: Reader): Variant {
  return variantAt(reader, 0);
}

function decodeType(reader: Reader, type: Type, depth: number): unknown {
  // Variants nest without a signature of their own to bound them.
  if (depth > 2 * MAX_DEPTH) throw new MalformedMessage("Values that nest too deep");
  switch (type.code) {
    case "v":
      return variantAt(reader, depth + 1);
    case "a":
      return arrayOf(reader, type.element, depth + 1);
    case "(":
      reader.align(8);
      return type.fields.map((field) => decodeType(reader, field, depth + 1));
    case "{":
      reader.align(8);
      return [decodeType(reader, type.key, depth + 1), decodeType(reader, type.value, depth + 1)];
    default:
      return basicReaders[type.code](reader);
  }
}

function arrayOf(reader: Reader, element: Type, depth: number): unknown {
  if (element.code === "y") return reader.bytes();
  const items = reader.array(alignmentOf(element), () => decodeType(reader, element, depth));
  return element.code === "{" ? new Map(items as [unknown, unknown][]) : items;
}

function variantAt(reader: Reader, depth: number): Variant {
  const signature = reader.signature();
  const [type, ...rest] = parseSignature(signature);
  if (!type || rest.length > 0) throw new MalformedMessage(`Variant with the signature ${JSON.stringify(signature)}`);
  return { signature, value: decodeType(reader, type, depth) };
}
