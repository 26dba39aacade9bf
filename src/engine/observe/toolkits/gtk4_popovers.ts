/**
 * Where popovers of GTK 4 are: windows of their own, with places that count from what they belong to.
 * @module
 */
import type { Rect } from "../../../contract/values.ts";
import type { AccessibleNode } from "../../atspi/accessible_node.ts";
import type { AccessibleRef } from "../../atspi/accessible_ref.ts";
import { isClassName, isPopover } from "../../atspi/gtk4_rules.ts";
import { onDisplay, type Point } from "../../world/placement.ts";
import { placed, type Scenery } from "./toolkit_view.ts";

/** Most pixels of GTK's that a popover's window is larger than the popover says, by margin and padding. */
const MAX_SURPLUS = 24;
/** What popovers belong to decides where GTK's themes leave room around them. */
const listOwners = new Set(["combo box"]);
const menuOwners = new Set(["menu", "menu item"]);

/** A popover, and the nearest object around it that is no container. */
interface Popover {
  readonly node: AccessibleNode & { readonly bounds: Rect };
  readonly owner: AccessibleNode;
}

/** The tree with its places on the display, without the popovers that have no window. */
export function withPopovers(root: AccessibleNode, scenery: Scenery): AccessibleNode {
  const shifts = shiftsOf(popoversIn(root, root), scenery);
  return placed(withOpenOnly(root, shifts), scenery, ({ ref }) => shifts.get(ref));
}

function popoversIn(node: AccessibleNode, owner: AccessibleNode): Popover[] {
  return node.children.flatMap((child) => {
    const own = isPopover(child) && child.bounds ? [{ node: { ...child, bounds: child.bounds }, owner }] : [];
    return [...own, ...popoversIn(child, isContainer(child) ? owner : child)];
  });
}

/** Boxes, and what popovers themselves are made of. */
function isContainer({ role }: AccessibleNode): boolean {
  return ["panel", "filler", "scroll pane"].includes(role);
}

/** Popovers within others were opened after them: their windows are above. */
function shiftsOf(popovers: readonly Popover[], scenery: Scenery): Map<AccessibleRef, Point> {
  const shifts = new Map<AccessibleRef, Point>();
  const free = [...scenery.popups];
  for (const popover of popovers.toReversed()) {
    const place = onDisplay(scenery.placement, scenery.window, popover.node.bounds);
    const window = bestOf(free, place, scenery.placement.scale);
    if (!window) continue;
    free.splice(free.indexOf(window), 1);
    const { x, y } = roomBefore(popover, window, place);
    shifts.set(popover.node.ref, { x: window.x + x - place.x, y: window.y + y - place.y });
  }
  return shifts;
}

/** The window whose size is that of the popover, or a little more; of those that fit alike the topmost. */
function bestOf(windows: readonly Rect[], place: Rect, scale: number): Rect | undefined {
  const fitting = windows.filter((window) => {
    const [across, down] = [window.width - place.width, window.height - place.height];
    return Math.min(across, down) >= 0 && Math.max(across, down) <= MAX_SURPLUS * scale;
  });
  return fitting.toSorted((a, b) => a.width + a.height - b.width - b.height)[0];
}

/** How far the popover is from the corner of its window: lists leave room above them, menus within menus below. */
function roomBefore({ owner, node }: Popover, window: Rect, place: Rect): Point {
  const [across, down] = [window.width - place.width, window.height - place.height];
  const part = listOwners.has(owner.role) ? 1 : node.role === "menu" && menuOwners.has(owner.role) ? 0 : 0.5;
  return { x: Math.round(across / 2), y: Math.round(down * part) };
}

function withOpenOnly(node: AccessibleNode, shifts: ReadonlyMap<AccessibleRef, Point>): AccessibleNode {
  const open = node.children.filter((child) => !isPopover(child) || shifts.has(child.ref));
  return { ...node, children: open.map((child) => withOpenOnly(child, shifts)) };
}

/**
 * The tree with popovers that are neither menus nor lists of choices after everything else, called as what they belong
 * to: they stand above the window, and nothing around their owner cuts them off.
 */
export function withPopoversApart(root: AccessibleNode): AccessibleNode {
  const apart = popoversIn(root, root).filter(({ node, owner }) => node.role !== "menu" && !listOwners.has(owner.role));
  const refs = new Set(apart.map(({ node }) => node.ref));
  const groups = apart.map(({ node, owner }) => {
    const name = owner === root || isClassName(owner) ? "" : owner.name;
    return { ...without(node, refs), role: "panel", name };
  });
  return { ...without(root, refs), children: [...without(root, refs).children, ...groups] };
}

function without(node: AccessibleNode, refs: ReadonlySet<AccessibleRef>): AccessibleNode {
  const children = node.children.filter(({ ref }) => !refs.has(ref));
  return { ...node, children: children.map((child) => without(child, refs)) };
}
