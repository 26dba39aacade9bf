/**
 * `org.a11y.atspi.Value`: a number in a range.
 * @module
 */
import type { AccessibleValue } from "../accessible_node.ts";
import type { AccessibleRef } from "../accessible_ref.ts";
import { type Caller, getProperty, setProperty } from "../caller.ts";
import type { CallOptions } from "../connection.ts";
import type { Reader } from "../wire/reader.ts";

const INTERFACE = "org.a11y.atspi.Value";
const CURRENT = numberProperty("CurrentValue");

/** The number alone. */
export function getCurrentValue(caller: Caller, ref: AccessibleRef, options?: CallOptions): Promise<number> {
  return getProperty(caller, ref, CURRENT, options);
}

/** The number, its range and its step. */
export async function getValue(caller: Caller, ref: AccessibleRef, options?: CallOptions): Promise<AccessibleValue> {
  const get = (name: string) => getProperty(caller, ref, numberProperty(name), options);
  const [current, minimum, maximum, increment] = await Promise.all([
    get("CurrentValue"),
    get("MinimumValue"),
    get("MaximumValue"),
    get("MinimumIncrement"),
  ]);
  return { current, minimum, maximum, increment };
}

/** Sets the number. Out of range it is clamped or ignored: read back. */
export function setCurrentValue(
  caller: Caller,
  ref: AccessibleRef,
  value: number,
  options?: CallOptions,
): Promise<void> {
  return setProperty(caller, ref, CURRENT, (writer) => writer.double(value), options);
}

function numberProperty(name: string) {
  return { interface: INTERFACE, name, signature: "d", read: (reader: Reader) => reader.double() };
}
