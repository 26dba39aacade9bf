/**
 * Calls to the bus daemon itself (https://dbus.freedesktop.org/doc/dbus-specification.html#message-bus).
 * @module
 */
import type { CallOptions, Connection, MethodCall } from "./connection.ts";
import type { Reader } from "./wire/reader.ts";

const DRIVER = {
  destination: "org.freedesktop.DBus",
  path: "/org/freedesktop/DBus",
  interface: "org.freedesktop.DBus",
} as const;

/** Registers the connection on the bus; the answer is our unique name. */
export function hello(connection: Connection, options?: CallOptions): Promise<string> {
  return connection.call(
    { ...DRIVER, member: "Hello", replySignature: "s", read: (reader) => reader.string() },
    options,
  );
}

/** Asks for the signals that a rule matches. */
export function addMatch(connection: Connection, rule: string, options?: CallOptions): Promise<void> {
  return connection.call({ ...withText("AddMatch", rule), replySignature: "", read: () => undefined }, options);
}

/** The process id behind a bus name, from the socket's credentials. */
export function getConnectionPid(connection: Connection, name: string, options?: CallOptions): Promise<number> {
  const call = withText("GetConnectionUnixProcessID", name);
  return connection.call({ ...call, replySignature: "u", read: (reader: Reader) => reader.uint32() }, options);
}

function withText(member: string, text: string): Omit<MethodCall<unknown>, "read"> {
  return { ...DRIVER, member, signature: "s", write: (writer) => writer.string(text) };
}
