/**
 * Private sockets of applications: calls over them spare the bus daemon's time, and one that is stuck does not hold up
 * the others. GTK 3, LibreOffice and Chromium offer them.
 * @module
 */
import { type AccessibleRef, ROOT_PATH } from "./accessible_ref.ts";
import { parseAddresses, type UnixAddress } from "./address.ts";
import type { ObjectCall } from "./caller.ts";
import { type CallOptions, Connection } from "./connection.ts";
import { getApplicationBusAddress } from "./interfaces/application.ts";
import { ConnectionLost, DBusError } from "./wire/errors.ts";
import { OperationError } from "../../contract/errors.ts";

/** The private sockets, by the unique bus name of their application. */
export class PrivateSockets implements Disposable {
  readonly #bus: Connection;
  readonly #checkAddress: (address: UnixAddress) => void;
  /** An empty list for applications that offer none. */
  readonly #addresses = new Map<string, readonly UnixAddress[]>();
  readonly #open = new Map<string, Connection>();

  /**
   * Opens nothing yet.
   *
   * @param checkAddress Refuses addresses by throwing an `OperationError`.
   */
  constructor(bus: Connection, checkAddress: (address: UnixAddress) => void) {
    this.#bus = bus;
    this.#checkAddress = checkAddress;
  }

  /** The open connection to an application, if there is one. */
  get(name: string): Connection | undefined {
    const connection = this.#open.get(name);
    return connection?.alive ? connection : undefined;
  }

  /** Makes sure that {@linkcode get} finds a connection where the application offers one. */
  async ready(name: string, options: CallOptions): Promise<void> {
    if (this.#addresses.has(name) && (this.get(name) || this.#addresses.get(name)?.length === 0)) return;
    const connection = await this.open(name, options);
    if (!connection) return;
    // Two looks at the same time: the first connection stays.
    if (this.get(name)) connection.close();
    else this.#open.set(name, connection);
  }

  /** A new connection that the caller closes; undefined where the application offers none. */
  async open(name: string, options: CallOptions): Promise<Connection | undefined> {
    const addresses = this.#addresses.get(name) ?? await this.#ask(name, options);
    this.#addresses.set(name, addresses);
    return addresses.length === 0 ? undefined : await this.#connect(name, addresses, options);
  }

  /** Forgets an application that left. Bus names never come again. */
  forget(name: string): void {
    this.#open.get(name)?.close();
    this.#open.delete(name);
    this.#addresses.delete(name);
  }

  /** Closes every connection. */
  [Symbol.dispose](): void {
    for (const name of [...this.#open.keys()]) this.forget(name);
  }

  /** A socket that can't be reached (another file system, another user) counts as none: the bus is the way. */
  async #connect(
    name: string,
    addresses: readonly UnixAddress[],
    options: CallOptions,
  ): Promise<Connection | undefined> {
    try {
      return await Connection.open(addresses, options);
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      this.#addresses.set(name, []);
      return undefined;
    }
  }

  async #ask(name: string, options: CallOptions): Promise<readonly UnixAddress[]> {
    const caller = {
      call: <T>(ref: AccessibleRef, call: ObjectCall<T>, options?: CallOptions) =>
        this.#bus.call({ ...call, destination: ref.bus, path: ref.path }, options),
    };
    try {
      const text = await getApplicationBusAddress(caller, { bus: name, path: ROOT_PATH }, options);
      const addresses = text === "" ? [] : parseAddresses(text);
      addresses.forEach(this.#checkAddress);
      return addresses;
    } catch (error) {
      // It offers none (DBusError), or one that we don't connect to: the bus is the way.
      if (error instanceof DBusError || error instanceof OperationError) return [];
      throw error;
    }
  }
}
