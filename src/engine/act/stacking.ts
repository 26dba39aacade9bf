/**
 * What lies over an element in toolkits whose hit test does not know: GTK 3 and Qt find the first child at a point, which
 * is the one that is painted first. Children that come later are painted over it.
 * @module
 */
import type { AccessibleRef } from "../atspi/accessible_ref.ts";
import type { AccessibilityBus } from "../atspi/bus.ts";
import type { CallOptions } from "../atspi/connection.ts";
import { getChildCount, getChildren, getRole, getState } from "../atspi/interfaces/accessible.ts";
import { type CoordType, getExtents } from "../atspi/interfaces/component.ts";
import { cutsOff, type Toolkit } from "../atspi/toolkit_rules.ts";
import type { Rect } from "../../contract/values.ts";
import type { Point } from "../world/placement.ts";
import { unlessGone } from "./ancestry.ts";

/** Most children of a container that are looked at: what has more of them lays them out side by side. */
const MAX_CHILDREN = 64;

/** A question to one application: what lies where an element is meant to be. */
export interface HitQuestion {
  readonly bus: AccessibilityBus;
  readonly toolkit: Toolkit;
  /** The element, and what stands around it, innermost first. */
  readonly line: readonly AccessibleRef[];
  /** The point in the toolkit's coordinates. */
  readonly point: Point;
  readonly coordType: CoordType;
  readonly options: CallOptions;
}

/** Whether what stands around the element cuts it off at the point: it is scrolled out of view there. */
export async function isCutOff({ line, ...question }: HitQuestion): Promise<boolean> {
  const { bus, toolkit, point, coordType, options } = question;
  const cuts = await Promise.all(
    line.slice(1).map(async (ref) => {
      const [role, bounds] = await Promise.all([
        unlessGone(getRole(bus, ref, options)),
        unlessGone(getExtents(bus, ref, options, coordType)),
      ]);
      return role !== undefined && bounds !== undefined && cutsOff(role, toolkit) && !isIn(bounds, point);
    }),
  );
  return cuts.includes(true);
}

/**
 * The topmost object of the same window that is painted over the point after the element; undefined for none. What stands
 * outside of what it belongs to, as a popover does, is over everything: there the order of children says nothing.
 */
export async function lyingOver(question: HitQuestion): Promise<AccessibleRef | undefined> {
  const { bus, point, coordType, options } = question;
  const places = await Promise.all(
    question.line.map((ref) => unlessGone(getExtents(bus, ref, options, coordType))),
  );
  const end = places.findIndex((bounds) => bounds && !isIn(bounds, point));
  const line = end < 0 ? question.line : question.line.slice(0, end);
  const pairs = line.slice(1).map((parent, index) => ({ parent, child: line[index]! }));
  const over = await Promise.all(pairs.map(({ parent, child }) => laterAt(question, parent, child)));
  return over.findLast((ref) => ref !== undefined);
}

/** The last of the children after `child` that shows at the point. */
async function laterAt(
  question: HitQuestion,
  parent: AccessibleRef,
  child: AccessibleRef,
): Promise<AccessibleRef | undefined> {
  const { bus, options } = question;
  const [count, states] = await Promise.all([
    unlessGone(getChildCount(bus, parent, options)),
    unlessGone(getState(bus, parent, options)),
  ]);
  // Children of tables and lists are rows and cells, side by side, and can be millions.
  if (!count || count > MAX_CHILDREN || states?.has("manages descendants")) return undefined;
  const children = await unlessGone(getChildren(bus, parent, options)) ?? [];
  const index = children.findIndex(({ path }) => path === child.path);
  if (index < 0) return undefined;
  const later = children.slice(index + 1);
  const shown = await Promise.all(later.map((ref) => showsAt(question, ref)));
  return later.findLast((_, i) => shown[i]);
}

async function showsAt({ bus, point, coordType, options }: HitQuestion, ref: AccessibleRef): Promise<boolean> {
  const bounds = await unlessGone(getExtents(bus, ref, options, coordType));
  if (!bounds || !isIn(bounds, point)) return false;
  const states = await unlessGone(getState(bus, ref, options));
  return !!states?.has("showing") && states.has("visible");
}

/** Whether a point lies in a rectangle. */
export function isIn({ x, y, width, height }: Rect, point: Point): boolean {
  return point.x >= x && point.y >= y && point.x < x + width && point.y < y + height;
}
