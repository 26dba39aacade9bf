/**
 * D-Bus addresses (https://dbus.freedesktop.org/doc/dbus-specification.html#addresses): Unix sockets alone.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import { type Limit, within } from "./deadline.ts";
import { ConnectionLost } from "./wire/errors.ts";

/** A Unix socket that an address names. */
export interface UnixAddress {
  readonly kind: "path" | "abstract";
  /** File path, or abstract name without the leading NUL. */
  readonly name: string;
}

/** Longest address text that is looked at. */
const MAX_ADDRESS_LENGTH = 4096;
/** Longest name that fits `sun_path` (unix(7)). */
const MAX_SOCKET_NAME = 107;
/** Kinds of `unix:` addresses that name no socket by themselves. */
const implicitKinds = ["runtime", "dir", "tmpdir"];

/**
 * The sockets of an address list, in order.
 *
 * @throws {OperationError} `desktop_unavailable`, naming what is wrong with the address.
 */
export function parseAddresses(text: string): UnixAddress[] {
  if (text.length > MAX_ADDRESS_LENGTH) throw refused("it is too long");
  const entries = text.split(";").filter((entry) => entry !== "");
  if (entries.length === 0) throw refused("it is empty");
  return entries.map(parseAddress);
}

/**
 * Connects to the first of the sockets that answers. Needs `--allow-net`, and read and write for the socket's path.
 *
 * @throws {ConnectionLost} When none answers, with every reason; the signal's reason when it is aborted.
 */
export async function connectAddress(addresses: readonly UnixAddress[], limit: Limit): Promise<Deno.Conn> {
  const failures: string[] = [];
  for (const address of addresses) {
    limit.signal?.throwIfAborted();
    try {
      return await connectSocket(address, limit);
    } catch (error) {
      limit.signal?.throwIfAborted();
      failures.push(`${address.name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  throw new ConnectionLost(`No D-Bus socket answers (${failures.join("; ")})`);
}

async function connectSocket(address: UnixAddress, limit: Limit): Promise<Deno.Conn> {
  const path = address.kind === "abstract" ? `\0${address.name}` : address.name;
  const connecting = Deno.connect({ transport: "unix", path });
  try {
    return await within(connecting, "Connecting", limit);
  } catch (error) {
    // A socket that connects after all is of no use to anybody any more; a failure was reported.
    connecting.then((late) => late.close(), () => {});
    throw error;
  }
}

function parseAddress(entry: string): UnixAddress {
  const colon = entry.indexOf(":");
  const transport = colon < 0 ? entry : entry.slice(0, colon);
  if (transport !== "unix") throw refused(`${JSON.stringify(transport)} is no Unix socket`);
  const keys = parseKeys(entry.slice(colon + 1));
  const implicit = implicitKinds.find((kind) => keys.has(kind));
  if (implicit) throw refused(`"unix:${implicit}=" names no socket by itself`);
  return socketOf(keys);
}

function socketOf(keys: ReadonlyMap<string, string>): UnixAddress {
  const path = keys.get("path");
  const abstract = keys.get("abstract");
  if (path !== undefined && abstract !== undefined) throw refused('it has both "path" and "abstract"');
  const name = path ?? abstract;
  if (!name) throw refused('it has neither "path" nor "abstract"');
  if (new TextEncoder().encode(name).length > MAX_SOCKET_NAME) throw refused("its socket name is too long");
  if (path !== undefined && !path.startsWith("/")) throw refused("its path is relative");
  return { kind: path === undefined ? "abstract" : "path", name };
}

function parseKeys(text: string): Map<string, string> {
  const keys = new Map<string, string>();
  for (const pair of text.split(",")) {
    const equals = pair.indexOf("=");
    if (equals < 1) throw refused(`${JSON.stringify(pair)} is no key with a value`);
    const key = pair.slice(0, equals);
    if (keys.has(key)) throw refused(`it has ${JSON.stringify(key)} twice`);
    keys.set(key, unescape(pair.slice(equals + 1)));
  }
  return keys;
}

function unescape(value: string): string {
  try {
    const decoded = decodeURIComponent(value);
    if (!decoded.includes("\0")) return decoded;
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
  }
  throw refused(`${JSON.stringify(value)} is no valid value`);
}

function refused(why: string): OperationError {
  return new OperationError(
    "desktop_unavailable",
    `The D-Bus address can't be used: ${why}; give a "unix:path=" address of a private bus`,
  );
}
