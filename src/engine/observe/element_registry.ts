/**
 * Element ids: which accessible object each stands for, and what it was when it was last seen.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { Window } from "../../ffi/xid.ts";
import { type AccessibleRef, refKey } from "../atspi/accessible_ref.ts";
import type { IdCounter } from "../ids.ts";
import type { Placement, Point } from "../world/placement.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import type { Element, Snapshot } from "./element.ts";

/** Most ids that are known at a time; what was not seen for longest is forgotten first. */
const MAX_ELEMENTS = 20_000;

/** An element as it was last seen. */
export interface SeenElement {
  /** What it was, without its place in the tree and what it held. */
  readonly element: Element;
  /** The window that showed it. */
  readonly window: Window;
  /** Where the toolkit's coordinates lie. */
  readonly placement: Placement;
  /** Where the window's client area was on the display. */
  readonly origin: Point;
}

/** Ids and elements of a session. */
export class ElementRegistry {
  readonly #ids: IdCounter;
  /** In the order in which the objects were last seen. */
  readonly #idByRef = new Map<string, number>();
  readonly #seen = new Map<number, SeenElement>();

  /** Takes the engine's counter. */
  constructor(ids: IdCounter) {
    this.#ids = ids;
  }

  /** The id of an object: the same for the same object, until it is forgotten. No id is given twice. */
  idOf = (ref: AccessibleRef): number => {
    const key = refKey(ref);
    const id = this.#idByRef.get(key) ?? this.#ids.next();
    this.#idByRef.delete(key);
    this.#idByRef.set(key, id);
    this.#forgetOldest();
    return id;
  };

  /** Takes note of what a look saw. A failed look notes nothing, so what was seen before stays valid. */
  note(snapshot: Snapshot, { window, bounds }: Pick<Toplevel, "window" | "bounds">, placement: Placement): void {
    const origin = { x: bounds.x, y: bounds.y };
    for (const [id, element] of snapshot.elements) {
      // Another look may have made us forget it meanwhile.
      if (this.#idByRef.get(refKey(element.ref)) === id) {
        this.#seen.set(id, { element: alone(element), window, placement, origin });
      }
    }
  }

  /** Whether all ids of an earlier snapshot still stand for the same objects; they count as seen again. */
  knows(snapshot: Snapshot | null): boolean {
    return snapshot !== null && [...snapshot.elements.values()].every(({ id, ref }) => this.idOf(ref) === id);
  }

  /** What an id stands for. @throws {OperationError} `element_not_found`. */
  get(id: number): SeenElement {
    const seen = this.#seen.get(id);
    if (seen) return seen;
    throw new OperationError(
      "element_not_found",
      `No element ${id} was observed lately in this session; look again for ids`,
    );
  }

  #forgetOldest(): void {
    if (this.#idByRef.size <= MAX_ELEMENTS) return;
    const [key, id] = this.#idByRef.entries().next().value!;
    this.#idByRef.delete(key);
    this.#seen.delete(id);
  }
}

/** Neither keeps the rest of its snapshot alive, nor long texts. */
function alone(element: Element): Element {
  const { parent: _parent, value: _value, description: _description, placeholder: _placeholder, ...rest } = element;
  return { ...rest, children: [] };
}
