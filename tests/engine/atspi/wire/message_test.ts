import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
// @ts-types="./dbus_next_types/message.d.ts"
import oracle from "dbus-next/lib/message.js";
import { decode } from "../../../../src/engine/atspi/wire/decode.ts";
import { encode } from "../../../../src/engine/atspi/wire/encode.ts";
import { MalformedMessage } from "../../../../src/engine/atspi/wire/errors.ts";
import { readMessages } from "../../../../src/engine/atspi/wire/inbox.ts";
import { messageTypes, readMessage, writeMessage } from "../../../../src/engine/atspi/wire/message.ts";
import { Writer } from "../../../../src/engine/atspi/wire/writer.ts";
import { oracleEncode } from "./dbus_next.ts";
import { typedValues } from "./typed_values.ts";

const call = {
  path: "/org/a11y/atspi/accessible/1",
  interface: "org.a11y.atspi.Accessible",
  member: "GetChildren",
  destination: ":1.5",
};

function written(serial: number, signature: string, values: readonly unknown[]): Uint8Array {
  const writer = new Writer();
  writeMessage(writer, messageTypes.call, serial, { ...call, signature }, (w) => encode(w, signature, values));
  return writer.written.slice();
}

/** A stream that gives `bytes` in chunks. */
function streamOf(bytes: Uint8Array, chunk: number) {
  let at = 0;
  return {
    read(target: Uint8Array): Promise<number | null> {
      if (at === bytes.length) return Promise.resolve(null);
      const part = bytes.subarray(at, at + Math.min(chunk, target.length));
      target.set(part);
      at += part.length;
      return Promise.resolve(part.length);
    },
  };
}

Deno.test("writeMessage() writes messages that dbus-next reads", () => {
  fc.assert(fc.property(typedValues, fc.integer({ min: 1, max: 0xffffffff }), ({ signature, values }, serial) => {
    const message = oracle.unmarshall(Buffer.from(written(serial, signature, values)));
    assert.equal(message.serial, serial);
    assert.equal(message.type, messageTypes.call);
    assert.deepEqual(
      { path: message.path, interface: message.interface, member: message.member, destination: message.destination },
      call,
    );
    assert.equal(message.signature, signature);
    assert.equal(message.body.length, values.length);
  }));
});

Deno.test("readMessages() reads what dbus-next writes, however it is cut into chunks", async () => {
  const property = fc.asyncProperty(
    fc.array(typedValues, { minLength: 1, maxLength: 5 }),
    fc.integer({ min: 1, max: 200 }),
    async (all, chunk) => {
      const bytes = all.map(({ signature, values }, i) => signal(i + 1, signature, values));
      const seen: unknown[] = [];
      await readMessages(streamOf(Buffer.concat(bytes), chunk), (source, start) => {
        const { header, body } = readMessage(source, start);
        assert.equal(header.sender, ":1.9");
        assert.equal(header.member, "StateChanged");
        seen.push({ signature: header.signature, values: decode(body, header.signature) });
      });
      assert.deepEqual(seen, all);
    },
  );
  await fc.assert(property, { numRuns: 200 });
});

/** A message with dbus-next's header; its body encoder is tested by itself. */
function signal(serial: number, signature: string, values: readonly unknown[]): Uint8Array {
  const [message] = oracle.marshall({
    type: messageTypes.signal,
    serial,
    path: "/a",
    interface: "org.a11y.atspi.Event.Object",
    member: "StateChanged",
    sender: ":1.9",
    signature,
  });
  const body = oracleEncode(signature, values);
  new DataView(message.buffer, message.byteOffset).setUint32(4, body.length, true);
  return Buffer.concat([message, body]);
}

Deno.test("readMessages() meets damaged messages with messages or MalformedMessage", async () => {
  const damage = fc.array(fc.tuple(fc.nat(400), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 6 });
  const property = fc.asyncProperty(typedValues, damage, async ({ signature, values }, changes) => {
    const bytes = written(1, signature, values);
    for (const [at, value] of changes) bytes[at % bytes.length] = value;
    try {
      await readMessages(streamOf(bytes, 64), (source, start) => {
        const { header, body } = readMessage(source, start);
        decode(body, header.signature);
      });
    } catch (error) {
      assert.ok(error instanceof MalformedMessage, String(error));
    }
  });
  await fc.assert(property, { numRuns: 2000 });
});

Deno.test("readMessages() refuses a message that says it is longer than 128 MiB before it comes", async () => {
  const bytes = written(1, "s", ["x"]);
  new DataView(bytes.buffer).setUint32(4, 0x0800_0001, true);
  await assert.rejects(readMessages(streamOf(bytes, 1024), () => {}), MalformedMessage);
});

Deno.test("writeMessage() leaves nothing behind when a value can't be written", () => {
  const writer = new Writer();
  assert.throws(() => writeMessage(writer, messageTypes.call, 1, call, (w) => w.string("a\0b")), TypeError);
  assert.equal(writer.length, 0);
});
