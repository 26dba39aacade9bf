/**
 * D-Bus messages (https://dbus.freedesktop.org/doc/dbus-specification.html#message-protocol-messages).
 * @module
 */
import { decodeVariant } from "./decode.ts";
import { MalformedMessage } from "./errors.ts";
import { type ByteSource, MAX_ARRAY_BYTES, Reader } from "./reader.ts";
import type { Writer } from "./writer.ts";

/** Longest message in bytes, by the specification. */
export const MAX_MESSAGE_BYTES = 128 * 1024 * 1024;
/** Bytes at the start of a message that say how long it is. */
export const PREFIX_BYTES = 16;

/** Kinds of messages. */
export const messageTypes = { call: 1, reply: 2, error: 3, signal: 4 } as const;

/** Flag of calls whose sender wants no reply. */
export const NO_REPLY_EXPECTED = 1;

const LITTLE = 0x6c;
const BIG = 0x42;
const VERSION = 1;
const fieldCodes = {
  path: 1,
  interface: 2,
  member: 3,
  errorName: 4,
  replySerial: 5,
  destination: 6,
  sender: 7,
} as const;
const SIGNATURE_FIELD = 8;

/** The header of a message. Fields that it doesn't have are empty, or 0. */
export interface Header {
  readonly type: number;
  readonly flags: number;
  readonly serial: number;
  replySerial: number;
  path: string;
  interface: string;
  member: string;
  errorName: string;
  destination: string;
  sender: string;
  signature: string;
}

/** Header fields of a message to send. */
export interface Envelope {
  readonly path?: string | undefined;
  readonly interface?: string | undefined;
  readonly member?: string | undefined;
  readonly errorName?: string | undefined;
  readonly replySerial?: number | undefined;
  readonly destination?: string | undefined;
  readonly signature?: string | undefined;
}

/**
 * The length of the message at `start`, where at least {@linkcode PREFIX_BYTES} bytes are.
 *
 * @throws {MalformedMessage} When no message starts there, or one that is too long.
 */
export function messageLength(source: ByteSource, start: number): number {
  const littleEndian = byteOrder(source, start);
  const type = source.bytes[start + 1]!;
  const version = source.bytes[start + 3]!;
  if (version !== VERSION || type === 0) throw new MalformedMessage(`Message of type ${type}, version ${version}`);
  const body = source.view.getUint32(start + 4, littleEndian);
  const fields = source.view.getUint32(start + 12, littleEndian);
  if (fields > MAX_ARRAY_BYTES) throw new MalformedMessage(`Message header of ${fields} bytes`);
  const length = PREFIX_BYTES + padded(fields) + body;
  if (length > MAX_MESSAGE_BYTES) throw new MalformedMessage(`Message of ${length} bytes`);
  return length;
}

/** Header and body of the message at `start`, all of which is there. @throws {MalformedMessage} */
export function readMessage(source: ByteSource, start: number): { header: Header; body: Reader } {
  const littleEndian = byteOrder(source, start);
  const end = start + messageLength(source, start);
  const fieldsEnd = start + PREFIX_BYTES + source.view.getUint32(start + 12, littleEndian);
  const header = emptyHeader(source, start, littleEndian);
  readFields(new Reader(source, littleEndian, start, start + PREFIX_BYTES, fieldsEnd), header);
  if (header.serial === 0) throw new MalformedMessage("Message with the serial 0");
  const bodyAt = start + padded(fieldsEnd - start);
  return { header, body: new Reader(source, littleEndian, start, bodyAt, end) };
}

function emptyHeader(source: ByteSource, start: number, littleEndian: boolean): Header {
  return {
    type: source.bytes[start + 1]!,
    flags: source.bytes[start + 2]!,
    serial: source.view.getUint32(start + 8, littleEndian),
    replySerial: 0,
    path: "",
    interface: "",
    member: "",
    errorName: "",
    destination: "",
    sender: "",
    signature: "",
  };
}

/** Which field each code names, and the type that it must have. */
const textFields: Readonly<Record<number, "path" | "interface" | "member" | "errorName" | "destination" | "sender">> = {
  [fieldCodes.path]: "path",
  [fieldCodes.interface]: "interface",
  [fieldCodes.member]: "member",
  [fieldCodes.errorName]: "errorName",
  [fieldCodes.destination]: "destination",
  [fieldCodes.sender]: "sender",
};

function readFields(reader: Reader, header: Header): void {
  while (!reader.done) {
    reader.align(8);
    readField(reader, header);
  }
}

function readField(reader: Reader, header: Header): void {
  const code = reader.byte();
  const text = textFields[code];
  if (!text && code !== SIGNATURE_FIELD && code !== fieldCodes.replySerial) return void decodeVariant(reader);
  const type = reader.signature();
  if (text && (type === "s" || type === "o")) {
    // Replies are matched by their serial: their addresses are of no use.
    if (header.type === messageTypes.reply) return reader.skipString();
    header[text] = reader.string();
  } else if (code === SIGNATURE_FIELD && type === "g") header.signature = reader.signature();
  else if (code === fieldCodes.replySerial && type === "u") header.replySerial = reader.uint32();
  else throw new MalformedMessage(`Header field ${code} of type ${JSON.stringify(type)}`);
}

/**
 * Appends a message.
 *
 * @throws {RangeError} Over {@linkcode MAX_MESSAGE_BYTES}; whatever is thrown, nothing stays in `writer`.
 */
export function writeMessage(
  writer: Writer,
  type: number,
  serial: number,
  envelope: Envelope,
  body?: (writer: Writer) => void,
): void {
  const start = writer.begin();
  try {
    writePrefix(writer, type, serial);
    writeFields(writer, envelope);
    writer.align(8);
    const bodyAt = writer.length;
    body?.(writer);
    writer.patchUint32(start + 4, writer.length - bodyAt);
    if (writer.length - start > MAX_MESSAGE_BYTES) throw new RangeError("Message over 128 MiB");
  } catch (error) {
    writer.truncate(start);
    throw error;
  }
}

function writePrefix(writer: Writer, type: number, serial: number): void {
  writer.byte(LITTLE);
  writer.byte(type);
  writer.byte(0);
  writer.byte(VERSION);
  writer.uint32(0);
  writer.uint32(serial);
}

function writeFields(writer: Writer, envelope: Envelope): void {
  writer.array(8, () => {
    if (envelope.path) writeText(writer, fieldCodes.path, "o", envelope.path);
    if (envelope.destination) writeText(writer, fieldCodes.destination, "s", envelope.destination);
    if (envelope.interface) writeText(writer, fieldCodes.interface, "s", envelope.interface);
    if (envelope.member) writeText(writer, fieldCodes.member, "s", envelope.member);
    if (envelope.errorName) writeText(writer, fieldCodes.errorName, "s", envelope.errorName);
    if (envelope.replySerial) {
      writeFieldStart(writer, fieldCodes.replySerial, "u");
      writer.uint32(envelope.replySerial);
    }
    if (envelope.signature) {
      writeFieldStart(writer, SIGNATURE_FIELD, "g");
      writer.signature(envelope.signature);
    }
  });
}

function writeText(writer: Writer, code: number, type: "o" | "s", value: string): void {
  writeFieldStart(writer, code, type);
  writer.string(value);
}

function writeFieldStart(writer: Writer, code: number, type: string): void {
  writer.align(8);
  writer.byte(code);
  writer.signature(type);
}

function byteOrder(source: ByteSource, start: number): boolean {
  const order = source.bytes[start];
  if (order !== LITTLE && order !== BIG) throw new MalformedMessage(`Byte order mark ${order}`);
  return order === LITTLE;
}

function padded(length: number): number {
  return (length + 7) & ~7;
}
