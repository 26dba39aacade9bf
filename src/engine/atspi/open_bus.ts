/**
 * Finds and opens the accessibility bus of a desktop.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import { ROOT_PATH } from "./accessible_ref.ts";
import { parseAddresses, type UnixAddress } from "./address.ts";
import { addMatch, hello } from "./bus_driver.ts";
import { type CallOptions, Connection } from "./connection.ts";
import { CallTimeout } from "./wire/errors.ts";
import type { Reader } from "./wire/reader.ts";

/** Options of {@linkcode openAccessibilityBus}. */
export interface AccessibilityBusOptions {
  /** Address of the session bus, from `DBUS_SESSION_BUS_ADDRESS`; the accessibility bus is asked for there. */
  readonly sessionAddress?: string | undefined;
  /** Address of the accessibility bus itself, from `AT_SPI_BUS_ADDRESS`; wins over the session bus. */
  readonly a11yAddress?: string | undefined;
  /** Refuses addresses by throwing an `OperationError`: asked before each connection, private sockets included. */
  readonly checkAddress?: ((address: UnixAddress) => void) | undefined;
  /** Cancels connecting. */
  readonly signal?: AbortSignal | undefined;
}

/** The registry of applications. */
export const REGISTRY = { bus: "org.a11y.atspi.Registry", path: ROOT_PATH } as const;
/** The launcher and the registry are started by the first call to them, ms. */
export const START_MS = 3000;
/** What applications are asked to announce, as `RegisterEvent` names it. */
const eventKinds = ["object:", "window:"];
const matchRules = [
  "type='signal',interface='org.a11y.atspi.Event.Object'",
  "type='signal',interface='org.a11y.atspi.Event.Window'",
  "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',arg2=''",
];

/**
 * Opens the accessibility bus, and asks applications for events.
 *
 * @throws {OperationError} `desktop_unavailable`, naming the variable to set.
 */
export async function openAccessibilityBus(options: AccessibilityBusOptions): Promise<Connection> {
  const checkAddress = options.checkAddress ?? (() => {});
  const call = { deadlineMs: START_MS, signal: options.signal };
  const address = options.a11yAddress || await askForAddress(options.sessionAddress, checkAddress, call);
  const connection = await openBus("AT_SPI_BUS_ADDRESS", address, checkAddress, call);
  try {
    await Promise.all(matchRules.map((rule) => addMatch(connection, rule, call)));
    await Promise.all(eventKinds.map((kind) => registerEvent(connection, kind, call)));
    return connection;
  } catch (error) {
    connection.close();
    options.signal?.throwIfAborted();
    throw unavailable("The accessibility registry does not answer", error);
  }
}

async function askForAddress(
  sessionAddress: string | undefined,
  checkAddress: (address: UnixAddress) => void,
  options: CallOptions,
): Promise<string> {
  if (!sessionAddress) throw unavailable("DBUS_SESSION_BUS_ADDRESS is not set");
  using session = await openBus("DBUS_SESSION_BUS_ADDRESS", sessionAddress, checkAddress, options);
  const call = {
    destination: "org.a11y.Bus",
    path: "/org/a11y/bus",
    interface: "org.a11y.Bus",
    member: "GetAddress",
    replySignature: "s",
    read: (reader: Reader) => reader.string(),
  };
  const address = await session.call(call, options).catch((error) => {
    throw unavailable("The session bus of DBUS_SESSION_BUS_ADDRESS has no accessibility bus", error);
  });
  if (address === "") throw unavailable("The session bus of DBUS_SESSION_BUS_ADDRESS has no accessibility bus");
  return address;
}

async function openBus(
  variable: string,
  address: string,
  checkAddress: (address: UnixAddress) => void,
  options: CallOptions,
): Promise<Connection> {
  const addresses = parseAddresses(address);
  addresses.forEach(checkAddress);
  try {
    const connection = await Connection.open(addresses, options);
    await hello(connection, options).catch((error) => {
      connection.close();
      throw error;
    });
    return connection;
  } catch (error) {
    options.signal?.throwIfAborted();
    throw unavailable(`The bus of ${variable} does not answer`, error);
  }
}

function registerEvent(connection: Connection, kind: string, options: CallOptions): Promise<void> {
  return connection.call({
    destination: REGISTRY.bus,
    path: "/org/a11y/atspi/registry",
    interface: REGISTRY.bus,
    member: "RegisterEvent",
    signature: "s",
    write: (writer) => writer.string(kind),
    read: () => undefined,
  }, options);
}

function unavailable(what: string, cause?: unknown): OperationError {
  const why = cause instanceof CallTimeout ? " in time" : cause instanceof Error ? ` (${cause.message})` : "";
  const remedy = "set DBUS_SESSION_BUS_ADDRESS to the desktop's session bus, or start one: linux-cua desktop new";
  return new OperationError("desktop_unavailable", `${what}${why}; ${remedy}`, { cause });
}
