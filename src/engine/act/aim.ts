/**
 * What a pointer action is aimed at, and the last look before it is sent.
 * @module
 */
import type { Point } from "../../contract/values.ts";
import { OperationError } from "../../contract/errors.ts";
import { getRole } from "../atspi/interfaces/accessible.ts";
import { isChromium } from "../atspi/toolkit_rules.ts";
import type { SeenElement } from "../observe/element_registry.ts";
import { inline } from "../escape.ts";
import { delay } from "../time.ts";
import { toplevelAt } from "../world/windows.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import { activate, type DisplayPoint, ownerAt } from "./activate.ts";
import { lineage, unlessGone } from "./ancestry.ts";
import { isHolding } from "./buttons.ts";
import { busOf, type ElementChoice, type LiveElement, namesElement, recheck, resolveElement } from "./element.ts";
import { type Hit, hitTest, toolkitOf } from "./hit_test.ts";
import { pointerPosition } from "./pointer.ts";
import { pointOnDisplay } from "./frame_points.ts";
import type { Scene } from "./scene.ts";
import { hasMoved, lookAgain } from "./visible_part.ts";

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
  /** Whether it is an item of a menu, which has to be open. */
  readonly inPopup?: boolean;
}

/** How long an element may move before it is taken for one that never stays, ms: popups slide, pages scroll. */
const STEADY_MS = 1_000;
const RETRY_MS = 16;

/** Resolves the place of an action. @throws {OperationError} When it names none or two, or it is not in view. */
export async function takeAim(action: PlaceChoice & { readonly type: string }, scene: Scene): Promise<Aim> {
  if (namesElement(action)) {
    if (action.point) throw new OperationError("invalid_request", "Name either an element or a point, not both");
    return await aimAt(await resolveElement(action, scene), scene);
  }
  if (!action.point) {
    throw new OperationError("invalid_request", `${action.type}: name an element, a locator or a point`);
  }
  const point = pointOnDisplay(scene, action.point);
  demandPicturedOwner(point, scene);
  return { point, seen: null, before: null };
}

/** An element as the place of an action. @throws {OperationError} When it is gone, changed or not in view. */
export async function aimAt(named: SeenElement, scene: Scene): Promise<Aim> {
  const { seen, live: before } = await whereItIs(named, scene);
  return { point: centerOf(seen, before), seen, before, inPopup: await belongsInPopup(seen, scene) };
}

/** An element and what it is now. One that moved is looked at once more: what cuts it off may have moved too. */
export async function whereItIs(
  seen: SeenElement,
  scene: Scene,
): Promise<{ readonly seen: SeenElement; readonly live: LiveElement }> {
  const live = await recheck(seen, scene);
  if (!hasMoved(seen, live.bounds)) return { seen, live };
  await lookAgain(seen, scene);
  const again = scene.context.elements.get(seen.element.id);
  return { seen: again, live: await recheck(again, scene) };
}

/** Whether an element is an item of a menu, and neither of a menu bar nor of a page, which are in the window itself. */
export async function belongsInPopup(seen: SeenElement, scene: Scene): Promise<boolean> {
  if (!menuRoles.has(seen.element.atspiRole)) return false;
  const toolkit = toolkitOf(seen, scene);
  if (toolkit && isChromium(toolkit)) return false;
  const options = { signal: scene.signal };
  const [, parent] = await lineage(busOf(scene), seen.element.ref, options);
  return !parent || await unlessGone(getRole(busOf(scene), parent, options)) !== "menu bar";
}

/**
 * A picture of the display showed whatever was topmost at the point: if that is another application's window, raising
 * ours would put something there that nobody saw.
 */
export function demandPicturedOwner(point: DisplayPoint, scene: Scene): void {
  if (scene.context.frames.get(scene.params.frame!).window !== null || isHolding(scene)) return;
  if (ownerAt(scene, point)) return;
  const other = toplevelAt(scene.connection, scene.world, point);
  const what = other ? `is the window ${inline(other.title)}, of another application` : "is no window";
  throw new OperationError(
    "input_refused",
    `At ${point.x},${point.y} ${what}; ${inline(scene.active.title)} is not there. Look again, or name its window`,
  );
}

/** The place of an action that may name none: then where the pointer is. */
export async function takeAimOrStay(action: PlaceChoice & { readonly type: string }, scene: Scene): Promise<Aim> {
  if (namesElement(action) || action.point) return await takeAim(action, scene);
  const { x, y } = pointerPosition(scene);
  return { point: { x, y }, seen: null, before: null };
}

/** The middle of what can be seen of an element. @throws {OperationError} When nothing can. */
export function centerOf({ element }: SeenElement, { visible: rect }: LiveElement): DisplayPoint {
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

/** Makes the window of an aim active and takes the last look: where it is now. Nothing is sent. */
export async function approach(
  aim: Aim,
  window: Toplevel,
  scene: Scene,
): Promise<{ readonly point: DisplayPoint; readonly warnings: string[] }> {
  const warnings = await activate(scene, window, aim.point);
  // It may have moved while the window was activated: where it is now counts.
  const point = aim.seen ? await steadyPoint(aim.seen, scene) : aim.point;
  demandOwner({ ...aim, point }, window, scene);
  return { point, warnings };
}

/** Where an element stays, with nothing else over it there. What it is and where is read last. */
async function steadyPoint(seen: SeenElement, scene: Scene): Promise<DisplayPoint> {
  const end = performance.now() + STEADY_MS;
  let point = centerOf(seen, await recheck(seen, scene));
  for (;;) {
    const hit = await hitTest(seen, point, scene);
    const now = centerOf(seen, await recheck(seen, scene));
    if (now.x === point.x && now.y === point.y) {
      demandHit(seen, hit);
      return now;
    }
    if (performance.now() > end) {
      throw new OperationError("input_refused", `Element ${seen.element.id} keeps moving; wait until it stays`);
    }
    point = now;
    await delay(RETRY_MS, scene.signal);
  }
}

function demandHit({ element: { id } }: SeenElement, hit: Hit): void {
  if (hit.at === "outside") {
    throw new OperationError("input_refused", `Element ${id} has been scrolled out of view; look again`);
  }
  if (hit.at !== "other") return;
  const { role, name } = hit.part;
  throw new OperationError("input_refused", `${role} ${inline(name)} lies over element ${id}; move it away first`);
}

/** The last look before the click: whose window is topmost at the point. Nothing is awaited between this and the click. */
function demandOwner({ point, seen, inPopup }: Aim, window: Toplevel, scene: Scene): void {
  const owner = ownerAt(scene, point);
  if (!owner) {
    const message = `Something came to lie over ${inline(window.title)} at ${point.x},${point.y}; look again`;
    throw new OperationError("input_refused", message);
  }
  if (!seen || !inPopup || owner.overrideRedirect) return;
  throw new OperationError(
    "input_refused",
    `The menu item ${seen.element.id} is not in an open menu; open its menu first, or scroll it into view`,
  );
}
