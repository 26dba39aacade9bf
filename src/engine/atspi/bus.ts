/**
 * The accessibility bus of a desktop: calls to accessible objects, and events of applications.
 * @module
 */
import { type AccessibilityEvent, isEvent, readEvent } from "./accessibility_event.ts";
import type { AccessibleRef } from "./accessible_ref.ts";
import type { UnixAddress } from "./address.ts";
import { getConnectionPid } from "./bus_driver.ts";
import type { Caller, ObjectCall } from "./caller.ts";
import type { CallOptions, Connection } from "./connection.ts";
import { getChildren } from "./interfaces/accessible.ts";
import { type AccessibilityBusOptions, openAccessibilityBus, REGISTRY, START_MS } from "./open_bus.ts";
import { Mirrors } from "./mirror.ts";
import { PrivateSockets } from "./private_sockets.ts";
import { Responsiveness } from "./responsiveness.ts";
import type { ConnectionLost } from "./wire/errors.ts";
import type { Header } from "./wire/message.ts";
import type { Reader } from "./wire/reader.ts";

export type { AccessibilityEvent } from "./accessibility_event.ts";
export type { AccessibilityBusOptions } from "./open_bus.ts";

/** The bus daemon; no application can send under its name. */
const DRIVER_NAME = "org.freedesktop.DBus";

/** The accessibility bus. Needs `--allow-net`, and read and write permission for the sockets' paths. */
export class AccessibilityBus implements Caller, Disposable {
  /** Resolves with the reason when the bus is lost or closed. */
  readonly ended: Promise<ConnectionLost>;
  /** How applications answered so far. */
  readonly responsiveness = new Responsiveness();
  /** What is remembered of applications. */
  readonly mirrors = new Mirrors();
  readonly #connection: Connection;
  readonly #sockets: PrivateSockets;
  readonly #handlers = new Set<(event: AccessibilityEvent) => void>();
  readonly #pids = new Map<string, number>();

  private constructor(connection: Connection, checkAddress: (address: UnixAddress) => void) {
    this.#connection = connection;
    this.#sockets = new PrivateSockets(connection, checkAddress);
    this.ended = connection.ended;
    connection.onSignal = (header, body) => this.#onSignal(header, body);
  }

  /**
   * Connects, and asks applications for events.
   *
   * @throws {OperationError} `desktop_unavailable`, naming the variable to set.
   */
  static async connect(options: AccessibilityBusOptions): Promise<AccessibilityBus> {
    const connection = await openAccessibilityBus(options);
    return new AccessibilityBus(connection, options.checkAddress ?? (() => {}));
  }

  /** Whether the bus is still connected. */
  get alive(): boolean {
    return this.#connection.alive;
  }

  /** Calls an object: over the application's private socket where {@linkcode ready} opened one, else over the bus. */
  call<T>(ref: AccessibleRef, call: ObjectCall<T>, options?: CallOptions): Promise<T> {
    const socket = this.#sockets.get(ref.bus);
    if (socket) return socket.call({ ...call, path: ref.path }, options);
    return this.#connection.call({ ...call, destination: ref.bus, path: ref.path }, options);
  }

  /** A caller that takes the way of the application's events: its answers come after the events before them. */
  get orderly(): Caller {
    return {
      call: (ref, call, options) => this.#connection.call({ ...call, destination: ref.bus, path: ref.path }, options),
    };
  }

  /** Opens the application's private socket for later calls, where it offers one. */
  ready(name: string, options: CallOptions = {}): Promise<void> {
    return this.#sockets.ready(name, options);
  }

  /**
   * Runs `use` with a connection of its own to the application, where it offers private sockets: for calls that may
   * block their connection, such as an action that opens a modal dialog.
   */
  async apart<T>(name: string, use: (caller: Caller) => Promise<T>, options: CallOptions = {}): Promise<T> {
    const socket = await this.#sockets.open(name, options);
    if (!socket) return await use(this);
    using own = socket;
    return await use({ call: (ref, call, options) => own.call({ ...call, path: ref.path }, options) });
  }

  /** Roots of the registered applications. */
  roots(options: CallOptions = {}): Promise<AccessibleRef[]> {
    return getChildren(this, REGISTRY, { deadlineMs: START_MS, ...options });
  }

  /** The process behind a bus name, by the bus daemon's word. */
  async pidOf(name: string, options?: CallOptions): Promise<number> {
    const known = this.#pids.get(name);
    if (known !== undefined) return known;
    const pid = await getConnectionPid(this.#connection, name, options);
    this.#pids.set(name, pid);
    return pid;
  }

  /** Calls `handler` for each event of any application, until disposed. It must be quick and must not throw. */
  onEvent(handler: (event: AccessibilityEvent) => void): Disposable {
    this.#handlers.add(handler);
    return { [Symbol.dispose]: () => void this.#handlers.delete(handler) };
  }

  /** Closes the connections. */
  [Symbol.dispose](): void {
    this.#sockets[Symbol.dispose]();
    this.#connection.close();
  }

  #onSignal(header: Header, body: Reader): void {
    if (header.sender === DRIVER_NAME && header.member === "NameOwnerChanged") return this.#forget(body.string());
    if (isEvent(header)) this.mirrors.onEvent(header);
    if (this.#handlers.size === 0) return;
    const event = readEvent(header, body);
    if (event) { for (const handler of this.#handlers) handler(event); }
  }

  #forget(name: string): void {
    this.#sockets.forget(name);
    this.mirrors.forget(name);
    this.responsiveness.forget(name);
    this.#pids.delete(name);
  }
}
