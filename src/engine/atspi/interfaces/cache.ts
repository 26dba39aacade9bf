/**
 * `org.a11y.atspi.Cache`: every object that an application knows of, in one reply. GTK 3 leaves out widgets that were
 * added later; GTK 4 has realised widgets only; Qt answers with nothing.
 * @module
 */
import type { AccessibleRef } from "../accessible_ref.ts";
import { type Caller, readRef } from "../caller.ts";
import type { CallOptions } from "../connection.ts";
import { roleName } from "../role_names.ts";
import { UnexpectedReply } from "../wire/errors.ts";
import type { Reader } from "../wire/reader.ts";
import { readInterfaces, readStates } from "./accessible.ts";

const INTERFACE = "org.a11y.atspi.Cache";
const CACHE_PATH = "/org/a11y/atspi/cache";
/** What is answered by atk-bridge, GTK 4 and Chromium. */
const CURRENT_SIGNATURE = "a((so)(so)(so)iiassusau)";
/** What Qt declares; it never has an item. */
const OLD_SIGNATURE = "a((so)(so)(so)a(so)assusau)";

/** What the cache knows of an object. */
export interface CacheItem {
  readonly ref: AccessibleRef;
  readonly parent: AccessibleRef;
  readonly index: number;
  /** -1 when unknown. */
  readonly childCount: number;
  readonly interfaces: ReadonlySet<string>;
  readonly name: string;
  readonly role: string;
  readonly description: string;
  readonly states: ReadonlySet<string>;
}

/** All objects of an application. @throws {DBusError} By GTK 3 until a client has asked for events. */
export function getItems(caller: Caller, bus: string, options?: CallOptions): Promise<CacheItem[]> {
  return caller.call({ bus, path: CACHE_PATH }, { interface: INTERFACE, member: "GetItems", read: readItems }, options);
}

function readItems(reader: Reader, signature: string): CacheItem[] {
  if (signature === OLD_SIGNATURE) return [];
  if (signature === CURRENT_SIGNATURE) return reader.array(8, () => readItem(reader));
  throw new UnexpectedReply(`GetItems was answered with ${JSON.stringify(signature)}`);
}

function readItem(reader: Reader): CacheItem {
  reader.align(8);
  const ref = readRef(reader);
  skipRef(reader);
  const parent = readRef(reader);
  const index = reader.int32();
  const childCount = reader.int32();
  const interfaces = readInterfaces(reader);
  const name = reader.string();
  const role = roleName(reader.uint32());
  const description = reader.string();
  return { ref, parent, index, childCount, interfaces, name, role, description, states: readStates(reader) };
}

/** The application: known already. */
function skipRef(reader: Reader): void {
  reader.align(8);
  reader.skipString();
  reader.skipString();
}
