/**
 * Whether the pointer can get to an element: it may be scrolled out of view, or something may lie over it.
 * @module
 */
import { scrollIntoView } from "../atspi/interfaces/component.ts";
import type { SeenElement } from "../observe/element_registry.ts";
import { inline } from "../escape.ts";
import { delay } from "../time.ts";
import { unlessGone } from "./ancestry.ts";
import { belongsInPopup, centerOf, whereItIs } from "./aim.ts";
import { busOf, recheck } from "./element.ts";
import { hitTest } from "./hit_test.ts";
import type { Scene } from "./scene.ts";
import { lookAgain } from "./visible_part.ts";

/** How long a scroll into view may take, ms: browsers glide. */
const SCROLL_MS = 600;
const RETRY_MS = 30;

/** An element, in view if that could be done. */
export interface Reach {
  readonly seen: SeenElement;
  /** What keeps the pointer away from it; undefined for nothing. */
  readonly obstacle?: string;
}

/**
 * Finds out whether the pointer can get to an element, which is scrolled into view where the toolkit can do that.
 *
 * @throws {OperationError} `element_not_found`, `element_changed`, `app_not_responding`.
 */
export async function reach(seen: SeenElement, scene: Scene): Promise<Reach> {
  // What becomes of an item without its menu is not known: it is refused later.
  if (await belongsInPopup(seen, scene)) return { seen };
  const shown = await inView(seen, scene);
  if (!shown) return { seen, obstacle: seen.element.bounds ? "it is scrolled out of view" : "it has no place" };
  const point = centerOf(shown, await recheck(shown, scene));
  const hit = await hitTest(shown, point, scene);
  if (hit.at === "outside") return { seen, obstacle: "it is scrolled out of view" };
  if (hit.at !== "other") return { seen: shown };
  return { seen: shown, obstacle: `${hit.part.role} ${inline(hit.part.name)} lies over it` };
}

async function inView(seen: SeenElement, scene: Scene): Promise<SeenElement | undefined> {
  const { element } = seen;
  const current = await whereItIs(seen, scene);
  if (current.live.visible) return current.seen;
  if (!element.interfaces.has("Component")) return undefined;
  const scrolled = await unlessGone(scrollIntoView(busOf(scene), element.ref, { signal: scene.signal }));
  return scrolled ? await shownAgain(seen, scene) : undefined;
}

/** The element once a look says that it is in view; undefined when it never comes. */
async function shownAgain(seen: SeenElement, scene: Scene): Promise<SeenElement | undefined> {
  const { context, signal } = scene;
  const { id } = seen.element;
  const end = performance.now() + SCROLL_MS;
  for (;;) {
    const snapshot = await lookAgain(seen, scene);
    if (snapshot?.elements.get(id)?.visible) return context.elements.get(id);
    if (performance.now() >= end) return undefined;
    await delay(RETRY_MS, signal);
  }
}
