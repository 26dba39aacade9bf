/**
 * `org.a11y.atspi.Application`: on the root object of an application.
 * @module
 */
import type { AccessibleRef } from "../accessible_ref.ts";
import { type Caller, getProperty } from "../caller.ts";
import type { CallOptions } from "../connection.ts";
import type { Reader } from "../wire/reader.ts";

const INTERFACE = "org.a11y.atspi.Application";

/** The toolkit's name: `gtk`, `GTK`, `Qt`, `Chromium`, … */
export function getToolkitName(caller: Caller, root: AccessibleRef, options?: CallOptions): Promise<string> {
  return getProperty(caller, root, textProperty("ToolkitName"), options);
}

/** The toolkit's version. */
export function getToolkitVersion(caller: Caller, root: AccessibleRef, options?: CallOptions): Promise<string> {
  return getProperty(caller, root, textProperty("Version"), options);
}

/** Address of the application's private socket. @throws {DBusError} When it offers none (GTK 4, Qt). */
export function getApplicationBusAddress(caller: Caller, root: AccessibleRef, options?: CallOptions): Promise<string> {
  return caller.call(root, {
    interface: INTERFACE,
    member: "GetApplicationBusAddress",
    replySignature: "s",
    read: (reader) => reader.string(),
  }, options);
}

function textProperty(name: string) {
  return { interface: INTERFACE, name, signature: "s", read: (reader: Reader) => reader.string() };
}
