import type { Buffer } from "node:buffer";

interface Message {
  type: number;
  serial: number;
  path: string;
  interface: string;
  member: string;
  signature: string;
  destination?: string;
  sender?: string;
  body?: unknown[];
}

/** What is used of `dbus-next/lib/message.js`, which has no types of its own. */
declare const message: {
  unmarshall(bytes: Buffer): Required<Message>;
  marshall(message: Message): [bytes: Buffer, fds: unknown[]];
};
export default message;
