import assert from "node:assert/strict";
import { parseAddresses } from "../../../../src/engine/atspi/address.ts";
import { AccessibilityBus } from "../../../../src/engine/atspi/bus.ts";
import { Connection, type MethodCall } from "../../../../src/engine/atspi/connection.ts";
import {
  CallTimeout,
  ConnectionLost,
  DBusError,
  MalformedMessage,
  UnexpectedReply,
} from "../../../../src/engine/atspi/wire/errors.ts";
import { OperationError } from "../../../../src/contract/errors.ts";
import { connect, ECHO, startDaemon, startEcho } from "./dbus_daemon.ts";

const never: MethodCall<void> = { ...ECHO, member: "Never", replySignature: "", read: () => undefined };

function echoText(text: string): MethodCall<string> {
  return {
    ...ECHO,
    member: "Text",
    signature: "s",
    write: (writer) => writer.string(text),
    replySignature: "s",
    read: (reader) => reader.string(),
  };
}

function echoBytes(bytes: Uint8Array): MethodCall<Uint8Array> {
  return {
    ...ECHO,
    member: "Echo",
    signature: "ay",
    write: (writer) => writer.bytes(bytes),
    replySignature: "ay",
    read: (reader) => reader.bytes(),
  };
}

async function inFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("Connection.open() reaches a bus by path, escaped path, abstract name and list", async () => {
  await inFolder(async (folder) => {
    await Deno.mkdir(`${folder}/a b;c`);
    const addresses = [
      `unix:path=${folder}/bus`,
      `unix:path=${folder}/a%20b%3bc/bus`,
      `unix:abstract=${folder}/abstract`,
    ];
    for (const address of addresses) {
      await using _daemon = await startDaemon(address);
      using direct = await connect(address);
      assert.ok(direct.alive);
      using listed = await connect(`unix:path=${folder}/nobody;unix:abstract=${folder}/nobody;${address}`);
      assert.ok(listed.alive);
    }
  });
});

Deno.test("Connection.open() says which sockets don't answer", async () => {
  const addresses = parseAddresses("unix:path=/nowhere/one;unix:abstract=nowhere-two");
  await assert.rejects(Connection.open(addresses), (error: unknown) => {
    assert.ok(error instanceof ConnectionLost);
    assert.match(error.message, /nowhere\/one.*nowhere-two/s);
    return true;
  });
});

Deno.test("Connection.call() carries texts, 10 MB, errors, and many calls at once", async () => {
  await inFolder(async (folder) => {
    const address = `unix:path=${folder}/bus`;
    await using _daemon = await startDaemon(address);
    await using _echo = await startEcho(address);
    using connection = await connect(address);
    assert.equal(await connection.call(echoText("Grüße λ – 日本語 😀")), "Grüße λ – 日本語 😀");
    const big = crypto.getRandomValues(new Uint8Array(65_536));
    const bytes = new Uint8Array(10_000_000).map((_, i) => big[i % big.length]!);
    assert.deepEqual(await connection.call(echoBytes(bytes), { deadlineMs: 20_000 }), bytes);
    const texts = Array.from({ length: 1000 }, (_, i) => `text ${i}`);
    assert.deepEqual(
      await Promise.all(texts.map((text) => connection.call(echoText(text), { deadlineMs: 10_000 }))),
      texts,
    );
    await assert.rejects(connection.call({ ...never, member: "Missing" }), (error: unknown) => {
      assert.ok(error instanceof DBusError);
      assert.equal(error.errorName, "org.freedesktop.DBus.Error.UnknownMethod");
      return true;
    });
    await assert.rejects(connection.call({ ...echoText("x"), replySignature: "i" }), UnexpectedReply);
    assert.ok(connection.alive);
  });
});

Deno.test("Connection.call() gives up by its deadline and its signal, and the connection goes on", async () => {
  await inFolder(async (folder) => {
    const address = `unix:path=${folder}/bus`;
    await using _daemon = await startDaemon(address);
    await using _echo = await startEcho(address);
    using connection = await connect(address);
    const started = performance.now();
    await assert.rejects(connection.call(never, { deadlineMs: 100 }), CallTimeout);
    assert.ok(performance.now() - started >= 100);
    const controller = new AbortController();
    const calls = [connection.call(never, { signal: controller.signal }), connection.call(echoText("on"))];
    controller.abort(new Error("enough"));
    await assert.rejects(calls[0]!, /enough/);
    assert.equal(await calls[1], "on");
    await assert.rejects(connection.call(never, { signal: controller.signal }), /enough/);
  });
});

Deno.test("Connection.call() fails at once when the bus is killed", async () => {
  await inFolder(async (folder) => {
    const address = `unix:path=${folder}/bus`;
    await using daemon = await startDaemon(address);
    await using _echo = await startEcho(address);
    using connection = await connect(address);
    const call = connection.call(never, { deadlineMs: 60_000 });
    // The service has the call: it answers in order.
    await connection.call(echoText("x"));
    daemon.kill("SIGKILL");
    await assert.rejects(call, ConnectionLost);
    assert.ok(await connection.ended instanceof ConnectionLost);
    await assert.rejects(connection.call(echoText("x")), ConnectionLost);
  });
});

Deno.test("Connection gives up by its deadline when the bus is stopped", async () => {
  await inFolder(async (folder) => {
    const address = `unix:path=${folder}/bus`;
    await using daemon = await startDaemon(address);
    await using _echo = await startEcho(address);
    using connection = await connect(address);
    daemon.kill("SIGSTOP");
    await assert.rejects(connection.call(echoText("x"), { deadlineMs: 100 }), CallTimeout);
    await assert.rejects(Connection.open(parseAddresses(address), { deadlineMs: 100 }), CallTimeout);
    daemon.kill("SIGCONT");
    assert.equal(await connection.call(echoText("again"), { deadlineMs: 10_000 }), "again");
  });
});

Deno.test("Connection ends when the other side sends what is no message", async () => {
  await inFolder(async (folder) => {
    // No real bus can be made to do that.
    using listener = Deno.listen({ transport: "unix", path: `${folder}/bus` });
    const serving = serveGarbage(listener);
    using connection = await Connection.open(parseAddresses(`unix:path=${folder}/bus`));
    await assert.rejects(connection.call(never, { deadlineMs: 60_000 }), (error: unknown) => {
      assert.ok(error instanceof ConnectionLost);
      assert.ok(error.cause instanceof MalformedMessage);
      return true;
    });
    await serving;
  });
});

/** Lets a client in, waits for its first call, answers with bytes of no meaning. */
async function serveGarbage(listener: Deno.Listener): Promise<void> {
  using socket = await listener.accept();
  const buffer = new Uint8Array(4096);
  const encoder = new TextEncoder();
  await socket.read(buffer);
  await socket.write(encoder.encode("OK 0123456789abcdef0123456789abcdef\r\n"));
  let seen = "";
  while (!seen.includes("Never")) seen += new TextDecoder().decode(buffer.subarray(0, await socket.read(buffer) ?? 0));
  await socket.write(encoder.encode("This is no message at all.\r\n"));
  await socket.read(buffer);
}

Deno.test("AccessibilityBus.connect() names the variable when there is no bus", async () => {
  const cases: readonly (readonly [Parameters<typeof AccessibilityBus.connect>[0], RegExp])[] = [
    [{}, /DBUS_SESSION_BUS_ADDRESS is not set/],
    [{ sessionAddress: "unix:path=/nowhere/bus" }, /bus of DBUS_SESSION_BUS_ADDRESS does not answer/],
    [{ a11yAddress: "unix:path=/nowhere/bus" }, /bus of AT_SPI_BUS_ADDRESS does not answer/],
  ];
  for (const [options, message] of cases) {
    await assert.rejects(AccessibilityBus.connect(options), (error: unknown) => {
      assert.ok(error instanceof OperationError);
      assert.equal(error.code, "desktop_unavailable");
      assert.match(error.message, message);
      return true;
    });
  }
});

Deno.test("AccessibilityBus.connect() asks before it connects", async () => {
  const checkAddress = () => {
    throw new OperationError("denied", "The owner's bus is refused");
  };
  await inFolder(async (folder) => {
    await using _daemon = await startDaemon(`unix:path=${folder}/bus`);
    const options = { sessionAddress: `unix:path=${folder}/bus`, checkAddress };
    await assert.rejects(AccessibilityBus.connect(options), /owner's bus/);
  });
});
