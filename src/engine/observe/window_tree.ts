/**
 * Reads the whole tree of a window: waits for what is late, and adds popups that are trees of their own.
 * @module
 */
import type { Rect } from "../../contract/values.ts";
import type { AccessibleNode, TreeReading } from "../atspi/accessible_node.ts";
import { readFrames } from "../atspi/applications.ts";
import type { AccessibilityBus } from "../atspi/bus.ts";
import { isChromium } from "../atspi/toolkit_rules.ts";
import { readTree, type ReadTreeOptions } from "../atspi/tree.ts";
import { delay } from "../time.ts";
import type { WindowFrame } from "../world/frames.ts";
import { onDisplay, placementOf } from "../world/placement.ts";

/** How long a page may be late, ms. Busy, Chromium makes the tree of a page seconds after it shows it. */
const LATE_PAGE_MS = 1_000;
const RETRY_MS = 50;
/** How far a popup's window may be from where its tree says, X pixels: what is rounded, and a shadow. */
const NEAR = 4;

/** What a window's tree is read with. */
export interface WindowTreeOptions extends Omit<ReadTreeOptions, "toolkit"> {
  /** The window's client area on the display. */
  readonly window: Rect;
  /** The process' override-redirect windows that show. */
  readonly popups: readonly Rect[];
  /** Whether it was waited for in vain before. */
  readonly isHopeless: boolean;
}

/** Reads a window's tree. @throws {OperationError} As `readTree`. */
export async function readWindowTree(
  bus: AccessibilityBus,
  { application, frame }: WindowFrame,
  { window, popups, isHopeless, ...options }: WindowTreeOptions,
): Promise<TreeReading> {
  const { toolkit } = application;
  const read = () => readTree(bus, frame.ref, { ...options, toolkit, popups });
  if (!isChromium(toolkit)) return await read();
  const reading = await readPage(read, isHopeless ? 0 : LATE_PAGE_MS, options.signal);
  if (popups.length === 0) return reading;
  const frames = (await readFrames(bus, application.root, { signal: options.signal }))
    .filter(({ ref, name }) => name === "" && ref.path !== frame.ref.path);
  const trees = await Promise.all(
    frames.map(({ ref }) => readTree(bus, ref, { ...options, toolkit, repainted: undefined })),
  );
  const placement = placementOf({ toolkit, window, frame: reading.root.bounds, shadow: null });
  const shown = trees.filter(({ root: { bounds, children } }) => {
    const place = bounds && onDisplay(placement, window, bounds);
    return place && children.length > 0 && popups.some((popup) => isNear(place, popup));
  });
  return {
    root: { ...reading.root, children: [...reading.root.children, ...shown.map(({ root }) => root)] },
    incomplete: [...reading.incomplete, ...shown.flatMap(({ incomplete }) => incomplete)],
  };
}

/** Whether the page of a window is missing: `late` is one that is empty as yet. Undefined when it is there, or none is. */
export function missingPage({ root }: TreeReading): "late" | "none" | undefined {
  const pages = nodesOf(root).filter(({ role }) => role === "document web");
  if (pages.some(({ name, children }) => name !== "" || children.length > 0)) return undefined;
  if (pages.length > 0) return "late";
  return isBrowser(root) ? "none" : undefined;
}

/** A window of boxes without a word, or one with the bar of a browser: there is a page in it. */
function isBrowser(root: AccessibleNode): boolean {
  const inner = root.children.flatMap(nodesOf);
  return inner.some(({ role }) => role === "tool bar") ||
    inner.every(({ role, name }) => role === "panel" && name === "");
}

/** Reads until the page is there, and says so when it is not. */
async function readPage(
  read: () => Promise<TreeReading>,
  patienceMs: number,
  signal: AbortSignal | undefined,
): Promise<TreeReading> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const reading = await read();
    const missing = missingPage(reading);
    if (missing === undefined) return reading;
    if (performance.now() >= end) return { ...reading, incomplete: [...reading.incomplete, causes[missing]] };
    await delay(RETRY_MS, signal);
  }
}

const causes = {
  late: { cause: "the page's tree is not there yet", remedy: "observe again" },
  none: {
    cause: "the window's page has no tree",
    remedy: "it may be late: observe again; if it never comes, the application was started without " +
      "--force-renderer-accessibility: use a screenshot and coordinates",
  },
} as const;

function nodesOf(node: AccessibleNode): AccessibleNode[] {
  return [node, ...node.children.flatMap(nodesOf)];
}

function isNear(a: Rect, b: Rect): boolean {
  return (["x", "y", "width", "height"] as const).every((side) => Math.abs(a[side] - b[side]) <= NEAR);
}
