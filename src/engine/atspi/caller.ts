/**
 * What the AT-SPI interfaces need of a bus: calls to objects, and properties.
 * @module
 */
import type { AccessibleRef } from "./accessible_ref.ts";
import type { CallOptions, MethodCall } from "./connection.ts";
import { UnexpectedReply } from "./wire/errors.ts";
import type { Reader } from "./wire/reader.ts";
import type { Writer } from "./wire/writer.ts";

/** A method call to an object whose address is given beside it. */
export type ObjectCall<T> = Omit<MethodCall<T>, "destination" | "path">;

/** Calls accessible objects, on whatever connection reaches them. */
export interface Caller {
  /** Calls a method of an object. */
  call<T>(ref: AccessibleRef, call: ObjectCall<T>, options?: CallOptions): Promise<T>;
}

const PROPERTIES = "org.freedesktop.DBus.Properties";

/** A property to read. */
export interface Property<T> {
  readonly interface: string;
  readonly name: string;
  /** Signature of its value. */
  readonly signature: string;
  readonly read: (reader: Reader) => T;
}

/**
 * Reads one property. Properties are never read all at once: Qt has no `GetAll`.
 *
 * @throws {UnexpectedReply} When the value has another type.
 */
export function getProperty<T>(
  caller: Caller,
  ref: AccessibleRef,
  property: Property<T>,
  options?: CallOptions,
): Promise<T> {
  return caller.call(ref, {
    interface: PROPERTIES,
    member: "Get",
    signature: "ss",
    write: (writer) => {
      writer.string(property.interface);
      writer.string(property.name);
    },
    replySignature: "v",
    read: (reader) => readValue(reader, property),
  }, options);
}

function readValue<T>(reader: Reader, property: Property<T>): T {
  const signature = reader.signature();
  if (signature === property.signature) return property.read(reader);
  throw new UnexpectedReply(`${property.name} has the type ${JSON.stringify(signature)}, not "${property.signature}"`);
}

/** Sets one property; `write` writes the value after its signature. */
export function setProperty(
  caller: Caller,
  ref: AccessibleRef,
  property: Pick<Property<unknown>, "interface" | "name" | "signature">,
  write: (writer: Writer) => void,
  options?: CallOptions,
): Promise<void> {
  return caller.call(ref, {
    interface: PROPERTIES,
    member: "Set",
    signature: "ssv",
    write: (writer) => {
      writer.string(property.interface);
      writer.string(property.name);
      writer.signature(property.signature);
      write(writer);
    },
    read: () => undefined,
  }, options);
}

/** An object reference, `(so)`. */
export function readRef(reader: Reader): AccessibleRef {
  reader.align(8);
  return { bus: reader.string(), path: reader.string() };
}
