/**
 * Events of applications: signals of the interfaces `org.a11y.atspi.Event.Object` and `.Window`.
 * @module
 */
import { decodeVariant } from "./wire/decode.ts";
import type { Header } from "./wire/message.ts";
import type { Reader } from "./wire/reader.ts";

const PREFIX = "org.a11y.atspi.Event.";

/** An event of an application. */
export interface AccessibilityEvent {
  /** Unique bus name of the application. */
  readonly sender: string;
  /** Path of the object that it is about. */
  readonly path: string;
  /** Interface and member, such as `Object:StateChanged`, `Window:Activate`. */
  readonly kind: string;
  /** Which state, property or change, such as `focused`. */
  readonly detail: string;
  readonly detail1: number;
  readonly detail2: number;
  /** The event's value: a text, number, reference (`[bus, path]`), or nothing of use. */
  readonly value: unknown;
}

/** Whether a signal carries an event. */
export function isEvent(header: Header): boolean {
  return header.interface.startsWith(PREFIX);
}

/** The event that a signal carries; undefined for other signals. */
export function readEvent(header: Header, body: Reader): AccessibilityEvent | undefined {
  // "siiva{sv}", and "siiv(so)" from Qt 5: what follows the value is of no use.
  if (!isEvent(header) || !header.signature.startsWith("siiv")) return undefined;
  return {
    sender: header.sender,
    path: header.path,
    kind: `${header.interface.slice(PREFIX.length)}:${header.member}`,
    detail: body.string(),
    detail1: body.int32(),
    detail2: body.int32(),
    value: decodeVariant(body).value,
  };
}
