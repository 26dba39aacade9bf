/**
 * The wire format of dbus-next, an implementation that is not ours, in the shapes of ours.
 * @module
 */
// @ts-types="./dbus_next_types/marshall.d.ts"
import marshall from "dbus-next/lib/marshall.js";
// @ts-types="./dbus_next_types/dbus_buffer.d.ts"
import DBusBuffer from "dbus-next/lib/dbus-buffer.js";
import { Buffer } from "node:buffer";
import type { Variant } from "../../../../src/engine/atspi/wire/decode.ts";
import { parseSignature, type Type } from "../../../../src/engine/atspi/wire/signature.ts";

const LITTLE = 0x6c;

/** The bytes of values. */
export function oracleEncode(signature: string, values: readonly unknown[]): Uint8Array {
  const types = parseSignature(signature);
  return new Uint8Array(marshall(signature, values.map((value, i) => toOracle(types[i]!, value)), 0));
}

/** The values of bytes. */
export function oracleDecode(signature: string, bytes: Uint8Array): unknown[] {
  const types = parseSignature(signature);
  const values = new DBusBuffer(Buffer.from(bytes), 0, LITTLE, null, { ayBuffer: true }).read(signature);
  return values.map((value: unknown, i: number) => fromOracle(types[i]!, value));
}

function toOracle(type: Type, value: unknown): unknown {
  switch (type.code) {
    case "v": {
      const { signature, value: inner } = value as Variant;
      return [signature, toOracle(parseSignature(signature)[0]!, inner)];
    }
    case "a":
      return [...value as Iterable<unknown>].map((item) => toOracle(type.element, item));
    case "(":
      return (value as unknown[]).map((item, i) => toOracle(type.fields[i]!, item));
    case "{":
      return entry(type, value as unknown[], toOracle);
    default:
      return value;
  }
}

function fromOracle(type: Type, value: unknown): unknown {
  switch (type.code) {
    case "v": {
      const [[tree], [inner]] = value as [[OracleType], [unknown]];
      const signature = signatureOf(tree);
      return { signature, value: fromOracle(parseSignature(signature)[0]!, inner) };
    }
    case "a": {
      if (type.element.code === "y") return new Uint8Array(value as Uint8Array);
      const items = (value as unknown[]).map((item) => fromOracle(type.element, item));
      return type.element.code === "{" ? new Map(items as [unknown, unknown][]) : items;
    }
    case "(":
      return (value as unknown[]).map((item, i) => fromOracle(type.fields[i]!, item));
    case "{":
      return entry(type, value as unknown[], fromOracle);
    default:
      return value;
  }
}

function entry(type: Extract<Type, { code: "{" }>, pair: unknown[], turn: (type: Type, value: unknown) => unknown) {
  return [turn(type.key, pair[0]), turn(type.value, pair[1])];
}

/** A type as dbus-next parses it. */
interface OracleType {
  readonly type: string;
  readonly child: readonly OracleType[];
}

function signatureOf({ type, child }: OracleType): string {
  const inner = child.map(signatureOf).join("");
  if (type === "(") return `(${inner})`;
  return type === "{" ? `{${inner}}` : type + inner;
}
