import assert from "node:assert/strict";
import fc from "fast-check";
import { decode } from "../../../../src/engine/atspi/wire/decode.ts";
import { encode } from "../../../../src/engine/atspi/wire/encode.ts";
import { MalformedMessage } from "../../../../src/engine/atspi/wire/errors.ts";
import { ByteSource, Reader } from "../../../../src/engine/atspi/wire/reader.ts";
import { parseSignature } from "../../../../src/engine/atspi/wire/signature.ts";
import { Writer } from "../../../../src/engine/atspi/wire/writer.ts";
import { oracleDecode, oracleEncode } from "./dbus_next.ts";
import { typedValues } from "./typed_values.ts";

function encoded(signature: string, values: readonly unknown[]): Uint8Array {
  const writer = new Writer();
  writer.begin();
  encode(writer, signature, values);
  return writer.written.slice();
}

function decoded(signature: string, bytes: Uint8Array, littleEndian = true): unknown[] {
  return decode(new Reader(new ByteSource(bytes), littleEndian, 0, 0, bytes.length), signature);
}

Deno.test("encode() writes what dbus-next reads", () => {
  fc.assert(
    fc.property(typedValues, ({ signature, values }) => {
      assert.deepEqual(oracleDecode(signature, encoded(signature, values)), values);
    }),
    { numRuns: 500 },
  );
});

Deno.test("decode() reads what dbus-next writes", () => {
  fc.assert(
    fc.property(typedValues, ({ signature, values }) => {
      assert.deepEqual(decoded(signature, oracleEncode(signature, values)), values);
    }),
    { numRuns: 500 },
  );
});

Deno.test("encode() writes the same bytes as dbus-next", () => {
  fc.assert(
    fc.property(typedValues, ({ signature, values }) => {
      assert.deepEqual(encoded(signature, values), oracleEncode(signature, values));
    }),
    { numRuns: 500 },
  );
});

Deno.test("encode() keeps its values when the buffer grows in the middle of them", () => {
  const numbers = Array.from({ length: 3000 }, (_, i) => i);
  for (const [signature, value] of [["ai", numbers], ["an", numbers], ["ax", numbers.map(BigInt)], ["ad", numbers]]) {
    assert.deepEqual(decoded(signature as string, encoded(signature as string, [value])), [value]);
  }
});

Deno.test("encode() and decode() keep the extreme numbers that dbus-next lacks", () => {
  const values = [-(2n ** 63n), Infinity, -Infinity, NaN, -0];
  assert.deepEqual(decoded("xdddd", encoded("xdddd", values)), values);
});

Deno.test("encode() refuses what can't be sent", () => {
  assert.throws(() => encoded("s", ["a\0b"]), TypeError);
  assert.throws(() => encoded("ss", ["a"]), TypeError);
  assert.throws(() => encoded("s!", ["a", "b"]), MalformedMessage);
});

Deno.test("decode() reads big-endian values", () => {
  const bytes = new Uint8Array(36);
  const view = new DataView(bytes.buffer);
  view.setInt16(0, -2);
  view.setUint32(4, 7);
  view.setBigInt64(8, -3n);
  view.setFloat64(16, 0.5);
  view.setUint32(24, 2);
  bytes.set(new TextEncoder().encode("hé"), 28);
  view.setUint32(24, 3);
  assert.deepEqual(decoded("nuxds", bytes, false), [-2, 7, -3n, 0.5, "hé"]);
});

Deno.test("decode() meets any bytes with values or MalformedMessage", () => {
  fc.assert(
    fc.property(typedValues, fc.uint8Array({ maxLength: 80 }), fc.boolean(), ({ signature }, bytes, little) => {
      try {
        decoded(signature, bytes, little);
      } catch (error) {
        assert.ok(error instanceof MalformedMessage, String(error));
      }
    }),
    { numRuns: 2000 },
  );
});

Deno.test("decode() refuses values that nest without end", () => {
  // Each variant holds a variant: 1, "v", 0.
  const nested = new Uint8Array(3 * 100);
  for (let i = 0; i < nested.length; i += 3) nested.set([1, "v".charCodeAt(0), 0], i);
  assert.throws(() => decoded("v", nested), MalformedMessage);
});

Deno.test("decode() refuses arrays that are too long, strings without end, booleans of 2", () => {
  assert.throws(() => decoded("ay", Uint8Array.of(0, 0, 0, 0x10)), /Array of \d+ bytes/);
  assert.throws(() => decoded("ay", Uint8Array.of(9, 0, 0, 0)), MalformedMessage);
  assert.throws(() => decoded("s", Uint8Array.of(1, 0, 0, 0, 65, 66)), /final NUL/);
  assert.throws(() => decoded("b", Uint8Array.of(2, 0, 0, 0)), /Boolean/);
});

Deno.test("parseSignature() refuses what the specification forbids", () => {
  for (const wrong of ["a", "(", "()", "(i", ")", "{sv}", "a{vs}", "a{s}", "a{ssv}", "z", "a".repeat(33) + "i"]) {
    assert.throws(() => parseSignature(wrong), MalformedMessage, wrong);
  }
  assert.throws(() => parseSignature("(".repeat(33) + "i" + ")".repeat(33)), MalformedMessage);
  assert.throws(() => parseSignature("i".repeat(256)), MalformedMessage);
  assert.equal(parseSignature("a".repeat(32) + "i").length, 1);
});
