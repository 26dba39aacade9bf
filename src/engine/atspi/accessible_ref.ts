/**
 * How AT-SPI names an object: the bus name of its application and an object path.
 * @module
 */

/** An accessible object. It stays the same object for as long as the application keeps the path. */
export interface AccessibleRef {
  /** Unique bus name of the application, such as `:1.12`. */
  readonly bus: string;
  /** Object path inside the application. */
  readonly path: string;
  /** What stays the same of an object whose path does not. */
  readonly slot?: Slot;
}

/** Where an object stands in one that makes its children anew, with other paths, whenever it is asked for them. */
export interface Slot {
  /** Object path of the container. */
  readonly holder: string;
  /** Row of a cell, -1 of the headers of columns, or index of another child. */
  readonly row: number;
  /** Column of a cell. */
  readonly column?: number;
}

/** Path of an application's root object. */
export const ROOT_PATH = "/org/a11y/atspi/accessible/root";
/** Path that stands for no object. */
export const NULL_PATH = "/org/a11y/atspi/null";

/** Whether a reference names no object. */
export function isNull(ref: AccessibleRef): boolean {
  return ref.path === NULL_PATH || ref.path === "" || ref.bus === "";
}

/** A key for maps: equal for the same object. Neither bus names nor paths can hold a space. */
export function refKey({ bus, path, slot }: AccessibleRef): string {
  return slot ? `${bus} ${slot.holder} ${slot.row} ${slot.column ?? ""}` : `${bus} ${path}`;
}
