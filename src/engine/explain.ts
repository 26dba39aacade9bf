/**
 * Failures of the connections in the contract's words.
 * @module
 */
import { type Dispatched, OperationError, toOperationError } from "../contract/errors.ts";
import { ConnectionLostError, XRequestError } from "../ffi/x_errors.ts";
import { CallTimeout, ConnectionLost, DBusError } from "./atspi/wire/errors.ts";
import { inline } from "./escape.ts";

/** D-Bus errors that say that the application is gone (D-Bus specification, well-known errors). */
const goneErrors = ["NoReply", "ServiceUnknown", "NameHasNoOwner", "Disconnected"].map((name) =>
  `org.freedesktop.DBus.Error.${name}`
);

/** Any failure as the caller is told it. */
export function explain(error: unknown, dispatched: Dispatched): OperationError {
  if (error instanceof OperationError) return error;
  const options = { dispatched, cause: error };
  if (error instanceof ConnectionLostError || error instanceof ConnectionLost) {
    return new OperationError("desktop_unavailable", `${error.message}; start again on a desktop that runs`, options);
  }
  if (error instanceof CallTimeout) {
    const message = `The application does not answer (${inline(error.message)}); look again a little later`;
    return new OperationError("app_not_responding", message, options);
  }
  if (error instanceof XRequestError && error.isGone) {
    return new OperationError(
      "window_not_found",
      `A window went away meanwhile (${error.message}); look again`,
      options,
    );
  }
  if (error instanceof DBusError) {
    return goneErrors.includes(error.errorName)
      ? new OperationError(
        "app_not_responding",
        `The application ended meanwhile (${inline(error.message)}); call list_apps`,
        options,
      )
      : new OperationError(
        "element_not_found",
        `The application refused (${inline(error.message)}); look again`,
        options,
      );
  }
  return toOperationError(error, dispatched);
}
