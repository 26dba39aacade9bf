/**
 * Which D-Bus sockets may be used: never those of the owner's own session.
 * @module
 */
import { OperationError } from "../contract/errors.ts";

/** Sockets of a login session and of the system, by their canonical path. */
const ownersSockets: readonly RegExp[] = [
  /^\/(?:var\/)?run\/user\/\d+\/bus$/,
  /^\/(?:var\/)?run\/user\/\d+\/at-spi\/bus[^/]*$/,
  /^\/(?:var\/)?run\/dbus\/system_bus_socket$/,
  /^\/(?:(?:var\/)?home\/[^/]+|root)\/\.cache\/at-spi\/bus[^/]*$/,
];

/** A socket to connect to. */
export interface BusSocket {
  /** Whether it has a path in the file system. */
  readonly kind: "path" | "abstract";
  /** The path with its links resolved, or the abstract name. */
  readonly name: string;
}

/**
 * Refuses the owner's buses, and abstract sockets unless they were allowed: their names can't be tied to a folder
 * that only one user can write.
 *
 * @param variable Where the address came from, for the error.
 * @throws {OperationError} `denied`.
 */
export function checkBusSocket(socket: BusSocket, variable: string, allowAbstract: boolean): void {
  if (socket.kind === "abstract" && !allowAbstract) {
    throw new OperationError(
      "denied",
      `${variable} names the abstract socket ${
        JSON.stringify(socket.name)
      }; set CUA_ALLOW_ABSTRACT_BUS=1 to allow that`,
      { details: { variable } },
    );
  }
  if (socket.kind === "abstract" || !ownersSockets.some((pattern) => pattern.test(socket.name))) return;
  throw new OperationError(
    "denied",
    `${variable} names ${socket.name}, a bus of the owner's own session; use the private bus of a private desktop`,
    { details: { variable } },
  );
}
