/**
 * What a pointer action is aimed at, and the last look before it is sent.
 * @module
 */
import type { Point, Rect } from "../../contract/values.ts";
import { OperationError } from "../../contract/errors.ts";
import type { SeenElement } from "../observe/element_registry.ts";
import { inline } from "../escape.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import { type DisplayPoint, ownerAt } from "./activate.ts";
import { type ElementChoice, type LiveElement, namesElement, recheck, resolveElement } from "./element.ts";
import { pointOnDisplay, type Scene } from "./scene.ts";

/** Roles of elements that live in a popup: a click that lands elsewhere hits something behind. */
const menuRoles = new Set(["menu item", "check menu item", "radio menu item", "tearoff menu item"]);

/** How an action names its place. */
export interface PlaceChoice extends ElementChoice {
  /** A point of the frame. */
  readonly point?: Point | undefined;
}

/** What an action is aimed at. */
export interface Aim {
  /** Where. */
  readonly point: DisplayPoint;
  /** The element that was named; null for a point. */
  readonly seen: SeenElement | null;
  /** What it was just now. */
  readonly before: LiveElement | null;
}

/** Resolves the place of an action. @throws {OperationError} When it names none or two, or it is not in view. */
export async function takeAim(action: PlaceChoice & { readonly type: string }, scene: Scene): Promise<Aim> {
  if (namesElement(action)) {
    if (action.point) throw new OperationError("invalid_request", "Name either an element or a point, not both");
    const seen = await resolveElement(action, scene);
    const before = await recheck(seen, scene);
    return { point: centerOf(seen, before.bounds), seen, before };
  }
  if (!action.point) {
    throw new OperationError("invalid_request", `${action.type}: name an element, a locator or a point`);
  }
  return { point: pointOnDisplay(scene, action.point), seen: null, before: null };
}

/** The middle of what can be seen of an element: of where it is now. */
export function centerOf({ element }: SeenElement, now: Rect | undefined): DisplayPoint {
  const moved = now && element.bounds && (now.x !== element.bounds.x || now.y !== element.bounds.y);
  const rect = moved ? now : element.visible;
  if (!rect || rect.width < 1 || rect.height < 1) {
    throw new OperationError(
      "input_refused",
      `Element ${element.id} is not in view; scroll to it, or use perform_action` +
        (element.actions.length > 0 ? ` (${inline(element.actions.join(", "))})` : ""),
    );
  }
  return { x: rect.x + Math.floor(rect.width / 2), y: rect.y + Math.floor(rect.height / 2) };
}

/** The window that has to be topmost at the point: a popup that is there, else the element's or the active window. */
export function windowOfAim({ point, seen }: Aim, scene: Scene): Toplevel {
  const there = ownerAt(scene, point);
  if (there?.overrideRedirect) return there;
  return scene.windows.find(({ window }) => window === seen?.window) ?? there ?? scene.active;
}

/** The last look before the click: whose window is topmost at the point. Nothing is awaited between this and the click. */
export function demandOwner({ point, seen }: Aim, window: Toplevel, scene: Scene): void {
  const owner = ownerAt(scene, point);
  if (!owner) {
    const message = `Something came to lie over ${inline(window.title)} at ${point.x},${point.y}; look again`;
    throw new OperationError("input_refused", message);
  }
  if (!seen || !menuRoles.has(seen.element.atspiRole) || owner.overrideRedirect) return;
  throw new OperationError(
    "input_refused",
    `The menu item ${seen.element.id} is not in an open menu; open its menu first, or scroll it into view`,
  );
}
