/**
 * Element ids: which accessible object each stands for, and what it was when it was last seen.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { Window } from "../../ffi/xid.ts";
import { type AccessibleRef, refKey } from "../atspi/accessible_ref.ts";
import type { IdCounter } from "../ids.ts";
import type { Element, Snapshot } from "./element.ts";

/** An element as it was last seen. */
export interface SeenElement {
  /** What it was. */
  readonly element: Element;
  /** The window that showed it. */
  readonly window: Window;
}

/** Ids and elements of a session. */
export class ElementRegistry {
  readonly #ids: IdCounter;
  readonly #idByRef = new Map<string, number>();
  readonly #seen = new Map<number, SeenElement>();

  /** Takes the engine's counter. */
  constructor(ids: IdCounter) {
    this.#ids = ids;
  }

  /** The id of an object: the same for the same object, for as long as the engine lives. */
  idOf = (ref: AccessibleRef): number => {
    const key = refKey(ref);
    const known = this.#idByRef.get(key);
    if (known !== undefined) return known;
    const id = this.#ids.next();
    this.#idByRef.set(key, id);
    return id;
  };

  /** Takes note of what a look saw. A failed look notes nothing, so what was seen before stays valid. */
  note(snapshot: Snapshot, window: Window): void {
    for (const [id, element] of snapshot.elements) this.#seen.set(id, { element, window });
  }

  /** What an id stands for. @throws {OperationError} `element_not_found`. */
  get(id: number): SeenElement {
    const seen = this.#seen.get(id);
    if (seen) return seen;
    throw new OperationError("element_not_found", `No element ${id} was observed in this session; look again for ids`);
  }
}
