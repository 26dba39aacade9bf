/**
 * Ids that the X server knows, each kind a type of its own. An XID has 29 bits, so a number holds it.
 * @module
 */

declare const kind: unique symbol;

/** An id of one kind. */
export type Xid<K extends string> = number & { readonly [kind]: K };

/** A window. */
export type Window = Xid<"Window">;
/** A pixmap. */
export type Pixmap = Xid<"Pixmap">;
/** An atom. */
export type Atom = Xid<"Atom">;
/** A damage object. */
export type Damage = Xid<"Damage">;
/** A region of XFIXES. */
export type Region = Xid<"Region">;
/** What can be read as an image. */
export type Drawable = Window | Pixmap;

/** No id. */
export const NONE = 0;

/** Marks a number that came from the X server, or from a caller who claims that, as an id. */
export function xid<T extends Xid<string>>(value: number): T {
  return value as T;
}
