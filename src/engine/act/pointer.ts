/**
 * Pointer input through the core pointer.
 * @module
 */
import type { ActionOf } from "../../contract/actions.ts";
import { OperationError } from "../../contract/errors.ts";
import type { Rect } from "../../contract/values.ts";
import type { Display } from "../../ffi/display.ts";
import { fakeButton, fakeMotion } from "../../ffi/xtest.ts";
import type { SeenElement } from "../observe/element_registry.ts";
import { inline } from "../escape.ts";
import { delay } from "../time.ts";
import { KeySender } from "../x11/key_sender.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import { activate, type DisplayPoint, ownerAt } from "./activate.ts";
import { type LiveElement, namesElement, recheck, resolveElement } from "./element.ts";
import { chooseRoute } from "./routes.ts";
import { pointOnDisplay, type Scene } from "./scene.ts";
import { dialogOf, type Planner, type Step, type Verification } from "./step.ts";

const buttons = { left: 1, middle: 2, right: 3, back: 8, forward: 9 } as const;
/** Roles of elements that live in a popup: a click that lands elsewhere hits something behind. */
const menuRoles = new Set(["menu item", "check menu item", "radio menu item", "tearoff menu item"]);

/** What a click is aimed at. */
interface Aim {
  readonly point: DisplayPoint;
  readonly seen: SeenElement | null;
  readonly before: LiveElement | null;
}

/** Plans a click on an element or a point. */
export const planClick: Planner<ActionOf<"click">> = async (action, scene) => {
  const route = chooseRoute(scene, "pointer", ["core_device"]);
  const aim = await takeAim(action, scene);
  const window = await windowOfAim(aim, scene);
  const step: Step = {
    route,
    window,
    expectation: { mayOpen: true, mayClose: dialogOf(window) },
    async dispatch(sending) {
      const warnings = await activate(scene, window, aim.point);
      // It may have moved while the window was activated: where it is now counts.
      const point = aim.seen ? centerOf(aim.seen, (await recheck(aim.seen, scene)).bounds) : aim.point;
      demandOwner({ ...aim, point }, window, scene);
      await click(action, point, scene, sending);
      return warnings;
    },
  };
  return aim.seen && aim.before ? { ...step, verify: () => changed(aim.seen!, aim.before!, scene) } : step;
};

async function takeAim(action: ActionOf<"click">, scene: Scene): Promise<Aim> {
  if (namesElement(action)) {
    if (action.point) throw new OperationError("invalid_request", "Name either an element or a point, not both");
    const seen = await resolveElement(action, scene);
    const before = await recheck(seen, scene);
    return { point: centerOf(seen, before.bounds), seen, before };
  }
  if (!action.point) throw new OperationError("invalid_request", "click: name an element, a locator or a point");
  return { point: pointOnDisplay(scene, action.point), seen: null, before: null };
}

/** The middle of what can be seen of an element: of where it is now. */
function centerOf({ element }: SeenElement, now: Rect | undefined): DisplayPoint {
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
function windowOfAim({ point, seen }: Aim, scene: Scene): Toplevel {
  const there = ownerAt(scene, point);
  if (there?.overrideRedirect) return there;
  return scene.windows.find(({ window }) => window === seen?.window) ?? there ?? scene.active;
}

/** The last look before the click: whose window is topmost at the point. Nothing is awaited between this and the click. */
function demandOwner({ point, seen }: Aim, window: Toplevel, scene: Scene): void {
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

/** Moves, holds the modifiers, presses and releases `count` times. What was pressed is released in any case. */
async function click(action: ActionOf<"click">, point: DisplayPoint, scene: Scene, sending: () => void): Promise<void> {
  const { display } = scene.connection;
  const keys = new KeySender(display);
  sending();
  fakeMotion(display, point.x, point.y);
  try {
    await keys.holdingModifiers(action.modifiers ?? [], async () => {
      for (let count = 0; count < action.count; count++) {
        await pressButton(display, buttons[action.button], action.hold_ms ?? 0, scene.signal);
      }
    });
  } finally {
    await keys.giveBack(scene.signal);
  }
}

async function pressButton(display: Display, button: number, holdMs: number, signal: AbortSignal): Promise<void> {
  fakeButton(display, button, true);
  try {
    if (holdMs > 0) await delay(holdMs, signal);
  } finally {
    if (!display.dead) fakeButton(display, button, false);
  }
}

/** States whose change is what a click on such an element is for. */
const tellingStates = ["checked", "pressed", "selected", "expanded", "indeterminate"];

async function changed(seen: SeenElement, before: LiveElement, scene: Scene): Promise<Verification> {
  try {
    const { states } = await recheck(seen, scene);
    const flips = tellingStates.filter((state) => states.has(state) !== before.states.has(state))
      .map((state) => states.has(state) ? state : `not ${state}`);
    return flips.length > 0 ? { confirmed: `element ${seen.element.id} is now ${flips.join(", ")}` } : {};
  } catch (error) {
    // It may be gone, changed or busy: that is no statement about the click.
    if (error instanceof OperationError) return {};
    throw error;
  }
}
