/**
 * Which elements are marked on a picture of their window, and where they are on it.
 * @module
 */
import type { Rect } from "../../contract/values.ts";
import { intersection } from "../atspi/rectangles.ts";
import { isActionable, isInView } from "../observe/actionable.ts";
import { descendants, type Element } from "../observe/element.ts";
import type { Look } from "../observe/look.ts";
import type { Mark } from "./draw_marks.ts";
import type { Framing } from "./framing.ts";

/** Most boxes on a picture: more can't be told apart. */
const MAX_MARKS = 250;
/** What stands in popups. */
const popupRoles = new Set(["menu", "combobox", "list", "tooltip"]);

/** What to mark, and what to say of it. */
export interface Marking {
  /** In X pixels of the window, in reading order. */
  readonly marks: readonly Mark[];
  readonly warnings: readonly string[];
}

/** The actionable elements in view. @param popups Their places on the display, the topmost last: they cover the window. */
export function marksOf({ snapshot, toplevel, incomplete }: Look, now: Rect, popups: readonly Rect[]): Marking {
  if (!snapshot) {
    return { marks: [], warnings: ["nothing is numbered: the window has no accessibility tree that could be read"] };
  }
  const { bounds } = toplevel;
  const seen = [...descendants(snapshot.root)].filter(isInView)
    .filter((element) => isActionable(element) && !isUnder(element, popups));
  const marks = seen.slice(0, MAX_MARKS).map(({ id, visible }) => ({
    id,
    rect: { ...visible, x: visible.x - bounds.x, y: visible.y - bounds.y },
  }));
  const resized = now.width !== bounds.width || now.height !== bounds.height;
  return {
    marks,
    warnings: [
      ...(seen.length > MAX_MARKS ? [`only the first ${MAX_MARKS} of ${seen.length} elements are numbered`] : []),
      ...(resized ? ["the window changed its size since its elements were read: the boxes may stand beside them"] : []),
      ...(incomplete.length > 0 ? ["not all elements could be read, so some are not numbered"] : []),
    ],
  };
}

/**
 * Whether a popup covers an element that is not in it, or a part of it: its box would be drawn across the popup, and a
 * click would only close that. A popup that stands within the element leaves its box alone.
 */
function isUnder(element: Element & { visible: Rect }, popups: readonly Rect[]): boolean {
  const crosses = (popup: Rect) => {
    const shared = intersection(popup, element.visible);
    return shared !== undefined && !(shared.width === popup.width && shared.height === popup.height);
  };
  return popups.some(crosses) && !standsInPopup(element);
}

function standsInPopup(element: Element): boolean {
  for (let at = element.parent; at; at = at.parent) if (popupRoles.has(at.role)) return true;
  return false;
}

/** Marks in pixels of the picture; what lies outside of it is left out. */
export function marksInFrame(marks: readonly Mark[], { region, scale }: Framing): Mark[] {
  return marks.flatMap(({ id, rect }) => {
    const part = intersection(rect, region);
    return part ? [{ id, rect: scaled(part, region, scale) }] : [];
  });
}

function scaled(rect: Rect, region: Rect, scale: number): Rect {
  const [left, top] = [Math.round((rect.x - region.x) * scale), Math.round((rect.y - region.y) * scale)];
  const [right, bottom] = [rect.x + rect.width - region.x, rect.y + rect.height - region.y];
  return { x: left, y: top, width: Math.round(right * scale) - left, height: Math.round(bottom * scale) - top };
}
