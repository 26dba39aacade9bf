/**
 * `org.a11y.atspi.Action`: what an object can do.
 * @module
 */
import type { AccessibleRef } from "../accessible_ref.ts";
import { type Caller, getProperty } from "../caller.ts";
import type { CallOptions } from "../connection.ts";
import type { Reader } from "../wire/reader.ts";

const INTERFACE = "org.a11y.atspi.Action";

/** How many actions there are. */
export function getActionCount(caller: Caller, ref: AccessibleRef, options?: CallOptions): Promise<number> {
  const read = (reader: Reader) => reader.int32();
  return getProperty(caller, ref, { interface: INTERFACE, name: "NActions", signature: "i", read }, options);
}

/** The name of an action, by index; not localised, unlike what `GetActions` gives. */
export function getActionName(
  caller: Caller,
  ref: AccessibleRef,
  index: number,
  options?: CallOptions,
): Promise<string> {
  return askText(caller, ref, "GetName", index, options);
}

/** The keys of an action as the toolkit writes them, such as `o;<Alt>f:o;<Primary>o` (GTK 3) or `Ctrl+O` (Qt). */
export function getKeyBinding(
  caller: Caller,
  ref: AccessibleRef,
  index: number,
  options?: CallOptions,
): Promise<string> {
  return askText(caller, ref, "GetKeyBinding", index, options);
}

/**
 * Does an action, by index. `true` proves nothing. In GTK 3 an action that opens a modal dialog blocks its connection
 * until the dialog ends: call it through `AccessibilityBus.apart`.
 */
export function doAction(caller: Caller, ref: AccessibleRef, index: number, options?: CallOptions): Promise<boolean> {
  return caller.call(ref, {
    interface: INTERFACE,
    member: "DoAction",
    signature: "i",
    write: (writer) => writer.int32(index),
    replySignature: "b",
    read: (reader) => reader.boolean(),
  }, options);
}

function askText(
  caller: Caller,
  ref: AccessibleRef,
  member: string,
  index: number,
  options: CallOptions | undefined,
): Promise<string> {
  return caller.call(ref, {
    interface: INTERFACE,
    member,
    signature: "i",
    write: (writer) => writer.int32(index),
    replySignature: "s",
    read: (reader) => reader.string(),
  }, options);
}
