/**
 * Where a toolkit's coordinates lie on the display: some count in logical pixels, some from the corner of their window.
 * @module
 */
import type { Rect } from "../../contract/values.ts";
import type { CoordType } from "../atspi/interfaces/component.ts";
import { coordTypeOf, isChromium, isGtk4, type Toolkit } from "../atspi/toolkit_rules.ts";

/** A point or a distance. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** How the coordinates of a window's toolkit relate to X pixels. */
export interface Placement {
  /** X pixels for each of the toolkit's. */
  readonly scale: number;
  /** What the toolkit counts from. */
  readonly coordType: CoordType;
  /** What is added, X pixels. */
  readonly offset: Point;
}

/** What a placement is worked out from. */
export interface PlacementFacts {
  readonly toolkit: Toolkit;
  /** The window's client area on the display. */
  readonly window: Rect;
  /** The frame's extents as the toolkit reports them. */
  readonly frame: Rect | undefined;
  /** Left and top of `_GTK_FRAME_EXTENTS`: the shadow that the client draws itself; null without. */
  readonly shadow: Point | null;
}

/** Fractions that toolkits scale by. */
const SCALE_STEPS = 4;
/** A placement that changes nothing. */
export const UNCHANGED: Placement = { scale: 1, coordType: "screen", offset: { x: 0, y: 0 } };

/** The placement of a window. */
export function placementOf({ toolkit, window, frame, shadow }: PlacementFacts): Placement {
  const coordType = coordTypeOf(toolkit);
  if (!frame) return { ...UNCHANGED, coordType };
  const scale = scaleOf(toolkit, window.width / frame.width);
  if (!isGtk4(toolkit)) return { scale, coordType, offset: { x: 0, y: 0 } };
  // Without a property the shadow is the same on both sides.
  const offset = shadow ??
    { x: (window.width - frame.width * scale) / 2, y: (window.height - frame.height * scale) / 2 };
  return { scale, coordType, offset };
}

/** GTK scales by whole numbers. A frame counts the window manager's decoration in some toolkits: nearly 1 is 1. */
function scaleOf(toolkit: Toolkit, ratio: number): number {
  if (toolkit.name.toLowerCase() === "gtk") return Math.max(1, Math.round(ratio));
  return Math.max(1, Math.round(ratio * SCALE_STEPS) / SCALE_STEPS);
}

/**
 * The placement of a page in a window: Chromium counts the X pixels of pages from where it believes its window to be,
 * and the views around them in pixels of its own.
 *
 * @param window Where the window's client area is now.
 */
export function pagePlacement(placement: Placement, window: Rect): Placement {
  const { scale, coordType } = placement;
  const origin = originOf(placement, window);
  return { scale: 1, coordType, offset: { x: window.x - origin.x * scale, y: window.y - origin.y * scale } };
}

/** Where a toolkit's rectangle may be on the display, when it is not known whether it is of a page. */
export function possiblePlaces(toolkit: Toolkit, placement: Placement, window: Rect, rect: Rect): Rect[] {
  const place = onDisplay(placement, window, rect);
  if (!isChromium(toolkit) || placement.scale === 1) return [place];
  return [place, onDisplay(pagePlacement(placement, window), window, rect)];
}

/** A toolkit's rectangle on the display. @param window Where the window's client area is now. */
export function onDisplay(placement: Placement, window: Rect, rect: Rect): Rect {
  const { scale, offset } = placement;
  const origin = originOf(placement, window);
  return {
    x: Math.round(window.x + (rect.x - origin.x) * scale + offset.x),
    y: Math.round(window.y + (rect.y - origin.y) * scale + offset.y),
    width: Math.round(rect.width * scale),
    height: Math.round(rect.height * scale),
  };
}

/** A point of the display in the toolkit's coordinates. */
export function inToolkit(placement: Placement, window: Rect, point: Point): Point {
  const { scale, offset } = placement;
  const origin = originOf(placement, window);
  return {
    x: Math.floor((point.x - window.x - offset.x) / scale) + origin.x,
    y: Math.floor((point.y - window.y - offset.y) / scale) + origin.y,
  };
}

/** The window's corner in the toolkit's coordinates: toolkits cut fractions off. */
function originOf({ coordType, scale }: Placement, window: Rect): Point {
  if (coordType === "window") return { x: 0, y: 0 };
  return { x: Math.floor(window.x / scale), y: Math.floor(window.y / scale) };
}
