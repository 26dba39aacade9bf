/**
 * What scrolls under a point, and whether it did.
 * @module
 */
import type { ActionOf } from "../../contract/actions.ts";
import type { Rect } from "../../contract/values.ts";
import { inline } from "../escape.ts";
import { descendants, type Element, type Snapshot } from "../observe/element.ts";
import { look } from "../observe/look.ts";
import { delay } from "../time.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import type { DisplayPoint } from "./activate.ts";
import type { Scene } from "./scene.ts";
import type { Verification } from "./step.ts";

/** How long scrolling may take to begin, ms: what the pointer lights up on its way is seen to settle before. */
const PATIENCE_MS = 200;
const RETRY_MS = 50;

type Way = ActionOf<"scroll">["direction"];

/** What was there before the wheel was turned. */
export interface ScrollSite {
  /** Where. */
  readonly point: DisplayPoint;
  /** Name and version of the toolkit. */
  readonly toolkit: string | undefined;
  /** The elements; null without a tree. */
  readonly snapshot: Snapshot | null;
  /** What scrolls, as far as the tree tells: what has parts out of view. */
  readonly scroller: Element | undefined;
  /** How much of it can be seen, X pixels. */
  readonly page: { readonly width: number; readonly height: number } | undefined;
}

/** Looks at the window under the wheel. A popup's elements are in the tree of the window that it belongs to. */
export async function lookAtScroller(point: DisplayPoint, window: Toplevel, scene: Scene): Promise<ScrollSite> {
  const { snapshot, toolkit } = await lookUnder(window, scene);
  let scroller = elementsAt(snapshot, point).at(-1);
  while (scroller && scroller.unread === 0) scroller = scroller.parent;
  return { point, toolkit, snapshot, scroller, page: scroller && extentOf(scroller) };
}

/** Toolkits often tell no place of what scrolls: it is as large as what can be seen in it. */
function extentOf(scroller: Element): ScrollSite["page"] {
  const seen = [...descendants(scroller)].flatMap(({ visible }) => visible ? [visible] : []);
  if (seen.length === 0) return undefined;
  const length = (start: (rect: Rect) => number, end: (rect: Rect) => number) =>
    Math.max(...seen.map(end)) - Math.min(...seen.map(start));
  return {
    width: length(({ x }) => x, ({ x, width }) => x + width),
    height: length(({ y }) => y, ({ y, height }) => y + height),
  };
}

/** Whether something moved the way it should, or a value under the point is another one. */
export async function scrolled(site: ScrollSite, way: Way, window: Toplevel, scene: Scene): Promise<Verification> {
  if (!site.snapshot) return {};
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const { snapshot } = await lookUnder(window, scene);
    const confirmed = snapshot && traceOf(site, way, snapshot);
    if (confirmed) return { confirmed };
    if (performance.now() >= end) return {};
    await delay(RETRY_MS, scene.signal);
  }
}

function traceOf(site: ScrollSite, way: Way, after: Snapshot): string | undefined {
  return movement(site.snapshot!, after, way) ?? otherParts(site, after) ?? otherValue(site, after);
}

async function lookUnder(window: Toplevel, { context, connection, active, world, signal }: Scene) {
  return await look(context, connection, window.overrideRedirect ? active : window, world, signal);
}

/** Elements that can be seen at a point, the innermost last. */
function elementsAt(snapshot: Snapshot | null, { x, y }: DisplayPoint): Element[] {
  const covers = (rect: Rect | undefined) =>
    rect && x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
  return [...snapshot?.elements.values() ?? []].filter(({ visible }) => covers(visible));
}

/** What is scrolled down moves up, and so on. */
function movement(before: Snapshot, after: Snapshot, way: Way): string | undefined {
  const axis = way === "up" || way === "down" ? "y" : "x";
  const sign = way === "up" || way === "left" ? 1 : -1;
  const distances = [...before.elements.values()].flatMap(({ id, bounds }) => {
    const now = after.elements.get(id)?.bounds;
    const distance = bounds && now ? now[axis] - bounds[axis] : 0;
    return distance * sign > 0 ? [distance] : [];
  }).sort((a, b) => a - b);
  const median = distances[Math.floor(distances.length / 2)];
  if (median === undefined) return undefined;
  const [x, y] = axis === "x" ? [median, 0] : [0, median];
  return `${distances.length === 1 ? "an element" : `${distances.length} elements`} moved by ${x},${y} pixels`;
}

/** Long lists make their rows anew: other ones are in view. */
function otherParts({ scroller }: ScrollSite, after: Snapshot): string | undefined {
  if (!scroller) return undefined;
  const inView = (element: Element | undefined) =>
    [...element ? descendants(element) : []].flatMap(({ id, visible }) => visible ? [id] : []).join();
  const isSame = inView(after.elements.get(scroller.id)) === inView(scroller);
  return isSame ? undefined : `element ${scroller.id} shows other parts`;
}

/** Sliders, spin buttons, combo boxes and tabs take the wheel for themselves. */
function otherValue({ point, snapshot }: ScrollSite, after: Snapshot): string | undefined {
  const changed = elementsAt(snapshot, point).map(({ id, value }) => ({
    id,
    value,
    now: after.elements.get(id)?.value,
  }))
    .find(({ value, now }) => now !== undefined && now !== value);
  return changed && `element ${changed.id} is now ${inline(changed.now!)}`;
}
