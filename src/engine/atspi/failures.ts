/**
 * Says failures of AT-SPI calls in the contract's terms.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import { meansGone } from "./reading.ts";
import { CallTimeout, ConnectionLost, DBusError } from "./wire/errors.ts";

/** The part of a bus that matters here. */
export interface Aliveness {
  /** Whether the bus itself is still connected. */
  readonly alive: boolean;
}

/** Any failure of a call as an {@linkcode OperationError}; what isn't one of AT-SPI is returned as it is. */
export function toOperationError(bus: Aliveness, error: unknown): unknown {
  if (error instanceof CallTimeout) {
    return failure("app_not_responding", "The application does not answer; look again later, or close it", error);
  }
  if (!bus.alive) {
    const remedy = "the engine must be started again, on a desktop that is up";
    return failure("desktop_unavailable", `The accessibility bus is gone; ${remedy}`, error);
  }
  if (error instanceof ConnectionLost || meansGone(error)) {
    return failure("window_not_found", "The application is gone; call list_windows", error);
  }
  if (error instanceof DBusError) {
    return failure("window_not_found", "The accessible object is gone; call list_windows", error);
  }
  return error;
}

function failure(code: OperationError["code"], message: string, cause: unknown): OperationError {
  return new OperationError(code, message, { cause });
}
