/**
 * Authenticates a connection (https://dbus.freedesktop.org/doc/dbus-specification.html#auth-protocol).
 * @module
 */
import { ConnectionLost } from "./errors.ts";
import type { ByteStream } from "./inbox.ts";
import { type ByteSink, writeAll } from "./outbox.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** Longest line of an answer; the real ones have fewer than 50 characters. */
const MAX_LINE = 1024;

/**
 * Authenticates by `EXTERNAL` with an empty identity: the other side takes the user from the socket, so that no
 * permission to read our own user id is needed.
 *
 * @throws {ConnectionLost} When the other side refuses.
 */
export async function authenticate(connection: ByteStream & ByteSink): Promise<void> {
  await writeAll(connection, encoder.encode("\0AUTH EXTERNAL\r\n"));
  let answer = await readLine(connection);
  if (answer.startsWith("DATA")) {
    await writeAll(connection, encoder.encode("DATA\r\n"));
    answer = await readLine(connection);
  }
  if (!answer.startsWith("OK")) throw new ConnectionLost(`Authentication was refused: ${JSON.stringify(answer)}`);
  await writeAll(connection, encoder.encode("BEGIN\r\n"));
}

/** One line. Nothing follows it until we answer, so a chunk holds no more than the line. */
async function readLine(stream: ByteStream): Promise<string> {
  const bytes = new Uint8Array(MAX_LINE);
  let length = 0;
  while (length < MAX_LINE) {
    const count = await stream.read(bytes.subarray(length));
    if (count === null) throw new ConnectionLost("The other side closed the connection during authentication");
    length += count;
    const text = decoder.decode(bytes.subarray(0, length));
    if (text.endsWith("\r\n")) return text.slice(0, -2);
  }
  throw new ConnectionLost("The other side sent no line during authentication");
}
