/**
 * Writes values of any type by their signature.
 * @module
 */
import type { Variant } from "./decode.ts";
import { alignmentOf, type BasicCode, parseSignature, type Type } from "./signature.ts";
import type { Writer } from "./writer.ts";

const basicWriters: Readonly<Record<BasicCode, (writer: Writer, value: never) => void>> = {
  y: (writer, value: number) => writer.byte(value),
  b: (writer, value: boolean) => writer.boolean(value),
  n: (writer, value: number) => writer.int16(value),
  q: (writer, value: number) => writer.uint16(value),
  i: (writer, value: number) => writer.int32(value),
  u: (writer, value: number) => writer.uint32(value),
  x: (writer, value: bigint) => writer.int64(value),
  t: (writer, value: bigint) => writer.uint64(value),
  d: (writer, value: number) => writer.double(value),
  s: (writer, value: string) => writer.string(value),
  o: (writer, value: string) => writer.string(value),
  g: (writer, value: string) => writer.signature(value),
  h: (writer, value: number) => writer.uint32(value),
};

/**
 * Writes one value for each type of the signature, as `decode` returns them.
 *
 * @throws {TypeError} When the values don't fit the signature.
 */
export function encode(writer: Writer, signature: string, values: readonly unknown[]): void {
  const types = parseSignature(signature);
  if (types.length !== values.length) throw new TypeError(`${values.length} values for the signature "${signature}"`);
  types.forEach((type, i) => encodeType(writer, type, values[i]));
}

function encodeType(writer: Writer, type: Type, value: unknown): void {
  switch (type.code) {
    case "v":
      return encodeVariant(writer, value as Variant);
    case "a":
      return encodeArray(writer, type.element, value);
    case "(":
      return encodeStruct(writer, type.fields, value as readonly unknown[]);
    case "{":
      return encodeStruct(writer, [type.key, type.value], value as readonly unknown[]);
    default:
      return basicWriters[type.code](writer, value as never);
  }
}

function encodeVariant(writer: Writer, variant: Variant): void {
  writer.signature(variant.signature);
  encode(writer, variant.signature, [variant.value]);
}

function encodeArray(writer: Writer, element: Type, value: unknown): void {
  if (value instanceof Uint8Array) return writer.bytes(value);
  writer.array(alignmentOf(element), () => {
    for (const item of value as Iterable<unknown>) encodeType(writer, element, item);
  });
}

function encodeStruct(writer: Writer, fields: readonly Type[], values: readonly unknown[]): void {
  writer.align(8);
  fields.forEach((field, i) => encodeType(writer, field, values[i]));
}
