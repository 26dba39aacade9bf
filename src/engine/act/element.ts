/**
 * The element that an action is aimed at: resolved, and checked again as the last thing before dispatch.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { Locator, Rect } from "../../contract/values.ts";
import { getExtents } from "../atspi/interfaces/component.ts";
import { readSkew, straightened } from "../atspi/skew.ts";
import { renewed } from "../atspi/slots.ts";
import { getName, getRole, getState } from "../atspi/interfaces/accessible.ts";
import type { AccessibilityBus } from "../atspi/bus.ts";
import { CallTimeout, DBusError } from "../atspi/wire/errors.ts";
import type { Element, Snapshot } from "../observe/element.ts";
import type { SeenElement } from "../observe/element_registry.ts";
import { inline } from "../escape.ts";
import { locateOne } from "../observe/locate.ts";
import { look } from "../observe/look.ts";
import { delay } from "../time.ts";
import { onDisplay } from "../world/placement.ts";
import type { Scene } from "./scene.ts";
import { visibleNow } from "./visible_part.ts";

/** How long a locator may wait for its element, ms … */
const LOCATOR_WAIT_MS = 1_000;
/** … and as long as the tree is incomplete, because the application is busy, ms. */
const INCOMPLETE_WAIT_MS = 5_000;
const LOCATOR_RETRY_MS = 50;

/** How an action names its element. */
export interface ElementChoice {
  /** By id. */
  readonly element?: number | undefined;
  /** By what it is. */
  readonly locator?: Locator | undefined;
}

/** Whether an action names an element at all. @throws {OperationError} `invalid_request` when it names two. */
export function namesElement(choice: ElementChoice): boolean {
  if (choice.element !== undefined && choice.locator !== undefined) {
    throw new OperationError("invalid_request", "Name either an element or a locator, not both");
  }
  return choice.element !== undefined || choice.locator !== undefined;
}

/**
 * The element that is meant.
 *
 * @throws {OperationError} `element_not_found`, `ambiguous_element`, `invalid_request`.
 */
export async function resolveElement(choice: ElementChoice, scene: Scene): Promise<SeenElement> {
  if (!namesElement(choice)) throw new OperationError("invalid_request", "Name an element or a locator");
  if (choice.locator !== undefined) return await waitForLocator(choice.locator, scene);
  const seen = scene.context.elements.get(choice.element!);
  if (scene.windows.some(({ window }) => window === seen.window)) return await renew(seen, scene);
  throw new OperationError(
    "element_not_found",
    `Element ${choice.element} was in a window that is closed or belongs to another application; look again`,
  );
}

/** What was seen, with the path that its object has now. @throws {OperationError} `element_not_found`. */
async function renew(seen: SeenElement, scene: Scene): Promise<SeenElement> {
  const { element } = seen;
  if (!element.ref.slot) return seen;
  const ref = await answered(element.id, renewed(busOf(scene), element.ref, { signal: scene.signal }));
  return { ...seen, element: { ...element, ref } };
}

async function waitForLocator(locator: Locator, scene: Scene): Promise<SeenElement> {
  const { context, connection, active, world, signal } = scene;
  const start = performance.now();
  for (;;) {
    const { snapshot, incomplete } = await look(context, connection, active, world, signal);
    const found = locateIn(snapshot, locator, scene);
    if (!(found instanceof OperationError)) return context.elements.get(found.id);
    const patience = incomplete.length > 0 ? INCOMPLETE_WAIT_MS : LOCATOR_WAIT_MS;
    if (performance.now() - start >= patience) throw withCauses(found, incomplete.map(({ cause }) => cause));
    await delay(LOCATOR_RETRY_MS, signal);
  }
}

/** The element, or why there is none yet; an ambiguous locator does not get better by waiting. */
function locateIn(snapshot: Snapshot | null, locator: Locator, { active }: Scene): Element | OperationError {
  if (!snapshot) {
    return new OperationError(
      "element_not_found",
      `The window ${inline(active.title)} has no tree; use a point`,
    );
  }
  try {
    return locateOne(snapshot, locator);
  } catch (error) {
    if (error instanceof OperationError && error.code === "element_not_found") return error;
    throw error;
  }
}

function withCauses(error: OperationError, causes: readonly string[]): OperationError {
  if (causes.length === 0) return error;
  return new OperationError(error.code, `${error.message}. Not everything could be read: ${causes.join("; ")}`);
}

/** The accessibility bus of a scene. @throws {OperationError} `desktop_unavailable`. */
export function busOf(scene: Scene): AccessibilityBus {
  const { bus, busProblem } = scene.connection;
  if (bus) return bus;
  throw new OperationError("desktop_unavailable", busProblem ?? "There is no accessibility bus; use points");
}

/** What an element is now. */
export interface LiveElement {
  /** Its states. */
  readonly states: ReadonlySet<string>;
  /** Its place; none for elements without geometry. */
  readonly bounds: Rect | undefined;
  /** The part of its place that can be seen; none when it is out of view. */
  readonly visible: Rect | undefined;
}

/**
 * Reads again what stands behind an element's id.
 *
 * @throws {OperationError} `element_not_found` when it is gone, `element_changed` with what stands there now.
 */
export async function recheck(seen: SeenElement, scene: Scene): Promise<LiveElement> {
  const { element, window, placement } = seen;
  const bus = busOf(scene);
  const { ref, id } = element;
  const options = { signal: scene.signal };
  const [role, name, states, bounds, skew] = await answered(
    id,
    Promise.all([
      getRole(bus, ref, options),
      getName(bus, ref, options),
      getState(bus, ref, options),
      element.interfaces.has("Component") ? getExtents(bus, ref, options, placement.coordType) : undefined,
      element.skew && readSkew(bus, element.skew, options, placement.coordType),
    ]),
  );
  if (states.has("defunct")) throw goneError(id);
  demandSame(element, role, name);
  const toplevel = scene.windows.find((other) => other.window === window) ?? scene.active;
  const { x, y } = element.shift ?? { x: 0, y: 0 };
  const place = bounds && onDisplay(element.placement ?? placement, toplevel.bounds, straightened(bounds, skew));
  const now = place && { ...place, x: place.x + x, y: place.y + y };
  return { states, bounds: now, visible: visibleNow(seen, now, toplevel.bounds) };
}

function goneError(id: number, cause?: unknown): OperationError {
  return new OperationError("element_not_found", `Element ${id} is gone; look again`, { cause });
}

/** What the application answers of an element. @throws {OperationError} `element_not_found`, `app_not_responding`. */
async function answered<T>(id: number, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof DBusError) throw goneError(id, error);
    if (!(error instanceof CallTimeout)) throw error;
    throw new OperationError("app_not_responding", "The application does not answer; nothing was sent", {
      cause: error,
    });
  }
}

function demandSame(element: Element, role: string, name: string): void {
  const before = element.accessibleName.trim();
  if (role === element.atspiRole && name.trim() === before) return;
  const now = `${role} ${inline(name)}`;
  const then = `${element.atspiRole} ${inline(before)}`;
  throw new OperationError("element_changed", `Element ${element.id} was ${then} and is now ${now}; look again`, {
    details: { role, name: name.slice(0, 120) },
  });
}
