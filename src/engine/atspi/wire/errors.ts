/**
 * What can go wrong on a D-Bus connection. A lost connection, an unanswered call and a refused call are different types.
 * @module
 */

/** The connection is gone: closed by us, by the other side, or because of what it sent. */
export class ConnectionLost extends Error {
  override readonly name = "ConnectionLost";
}

/** No reply within the call's deadline. The other side may still carry the call out. */
export class CallTimeout extends Error {
  override readonly name = "CallTimeout";
}

/** The other side answered with an error. */
export class DBusError extends Error {
  override readonly name = "DBusError";
  /** Name of the error, such as `org.freedesktop.DBus.Error.UnknownMethod`. */
  readonly errorName: string;

  /** Makes the error of a reply. */
  constructor(errorName: string, message: string) {
    super(`${errorName}: ${message}`);
    this.errorName = errorName;
  }
}

/** The reply has another type than the method's. The connection goes on. */
export class UnexpectedReply extends Error {
  override readonly name = "UnexpectedReply";
}

/** Bytes that are no D-Bus message or value. The connection can't go on. */
export class MalformedMessage extends Error {
  override readonly name = "MalformedMessage";
}
