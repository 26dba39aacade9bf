/**
 * X authority: the file with the display's secret, and the proof that a server lets us in with it.
 * @module
 * @see {@link https://www.x.org/releases/X11R7.7/doc/man/man3/Xau.3.xhtml}
 * @see {@link https://www.x.org/releases/X11R7.7/doc/xproto/x11protocol.html#Connection_Setup}
 */

import { requireProgram } from "./packages.ts";

/** Name of the authorization protocol. */
const PROTOCOL = "MIT-MAGIC-COOKIE-1";
/** Length of its secret in bytes. */
const COOKIE_BYTES = 16;
/** Entry for one host name (Xauth.h). */
const FAMILY_LOCAL = 256;
/** Entry for any host (Xauth.h). */
const FAMILY_WILD = 65535;

/** A new secret. */
export function newCookie(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(COOKIE_BYTES));
}

/**
 * The bytes of an authority file with one secret for one display: for this host's name, and for any name, since
 * programs look for the first and host names change.
 *
 * @param displayNumber Such as 100.
 */
export function encodeAuthority(hostname: string, displayNumber: number, cookie: Uint8Array): Uint8Array {
  const encoder = new TextEncoder();
  const number = encoder.encode(String(displayNumber));
  const entry = (family: number, address: Uint8Array) => [
    ...bigEndian(family),
    ...[address, number, encoder.encode(PROTOCOL), cookie].flatMap((part) => [...bigEndian(part.length), ...part]),
  ];
  return Uint8Array.from([...entry(FAMILY_LOCAL, encoder.encode(hostname)), ...entry(FAMILY_WILD, new Uint8Array())]);
}

/** Writes an authority file, mode 0600. Needs the run permission, to ask for the host's name. */
export async function writeAuthority(path: string, displayNumber: number, cookie: Uint8Array): Promise<void> {
  const { stdout } = await new Deno.Command(requireProgram("uname"), { args: ["-n"] }).output();
  const hostname = new TextDecoder().decode(stdout).trim();
  await Deno.writeFile(path, encodeAuthority(hostname, displayNumber, cookie), { mode: 0o600 });
}

/**
 * Whether the server at a socket answers and lets us in.
 *
 * @throws What `Deno.connect` throws when nobody listens there.
 */
export async function acceptsCookie(socketPath: string, cookie: Uint8Array): Promise<boolean> {
  using connection = await Deno.connect({ transport: "unix", path: socketPath });
  await connection.write(connectionSetup(cookie));
  const answer = new Uint8Array(1);
  const read = await connection.read(answer);
  return read === 1 && answer[0] === 1;
}

/** The first message of an X client: little endian, version 11.0, the secret padded to four bytes. */
function connectionSetup(cookie: Uint8Array): Uint8Array {
  const name = new TextEncoder().encode(PROTOCOL);
  const namePadded = Math.ceil(name.length / 4) * 4;
  const message = new Uint8Array(12 + namePadded + cookie.length);
  const view = new DataView(message.buffer);
  message[0] = 0x6c;
  view.setUint16(2, 11, true);
  view.setUint16(6, name.length, true);
  view.setUint16(8, cookie.length, true);
  message.set(name, 12);
  message.set(cookie, 12 + namePadded);
  return message;
}

function bigEndian(value: number): [number, number] {
  return [value >> 8, value & 0xff];
}
