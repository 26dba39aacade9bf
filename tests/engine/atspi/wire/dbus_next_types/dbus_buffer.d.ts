import type { Buffer } from "node:buffer";

/** What is used of `dbus-next/lib/dbus-buffer.js`, which has no types of its own. */
export default class DBusBuffer {
  constructor(bytes: Buffer, start: number, endian: number, fds: null, options: { ayBuffer: boolean });
  read(signature: string): unknown[];
}
