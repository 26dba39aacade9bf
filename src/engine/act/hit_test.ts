/**
 * What an application says lies at a point: the element that was aimed at, or something else of the same window.
 * @module
 */
import { type AccessibleRef, isNull } from "../atspi/accessible_ref.ts";
import { getLabelled, getLabels, getName, getRole } from "../atspi/interfaces/accessible.ts";
import { getAccessibleAtPoint } from "../atspi/interfaces/component.ts";
import { guessesFirst, hitTestFindsTheLowest, type Toolkit, trustsHitTest } from "../atspi/toolkit_rules.ts";
import type { SeenElement } from "../observe/element_registry.ts";
import { delay } from "../time.ts";
import { inToolkit } from "../world/placement.ts";
import { type DisplayPoint, ownerAt } from "./activate.ts";
import { holds, lineage, unlessGone } from "./ancestry.ts";
import { busOf } from "./element.ts";
import type { Scene } from "./scene.ts";
import { type HitQuestion, isCutOff, lyingOver } from "./stacking.ts";

/** Most steps from a window down to what is hit. */
const MAX_STEPS = 32;

/** How long a toolkit may guess, ms: one answer of a page that is being drawn. */
const GUESS_MS = 250;
const RETRY_MS = 30;

/** Something that lies at a point. */
export interface Part {
  readonly ref: AccessibleRef;
  /** Role as AT-SPI names it. */
  readonly role: string;
  readonly name: string;
}

/**
 * What lies at a point. `unknown`: the toolkit does not say, or only what the element stands in (tables, lists, canvases
 * whose parts have no place in its hit test): then the element's own place decides, which was read a moment ago.
 * `outside`: the element is scrolled out of view there.
 */
export type Hit =
  | { readonly at: "element" | "unknown" | "outside" }
  | { readonly at: "other"; readonly part: Part };

/** Asks the toolkit's own hit test. @throws {CallTimeout} When the application does not answer. */
export async function hitTest(seen: SeenElement, point: DisplayPoint, scene: Scene): Promise<Hit> {
  const question = await questionOf(seen, point, scene);
  if (!question) return { at: "unknown" };
  if (hitTestFindsTheLowest(question.toolkit)) return await lookOver(question);
  return await ask(seen, question);
}

/** Asks until the answer is about what shows, where a toolkit guesses first. */
async function ask(seen: SeenElement, question: HitQuestion): Promise<Hit> {
  const end = performance.now() + (guessesFirst(question.toolkit) ? GUESS_MS : 0);
  for (;;) {
    const deepest = await descend(question, question.line.at(-1)!);
    const hit = deepest ? await compare(seen, deepest, question) : { at: "unknown" as const };
    if (hit.at !== "other" || performance.now() >= end) return hit;
    await delay(RETRY_MS, question.options.signal);
  }
}

/** What is told by places and by the order of painting. */
async function lookOver(question: HitQuestion): Promise<Hit> {
  const [isCut, over] = await Promise.all([isCutOff(question), lyingOver(question)]);
  if (isCut) return { at: "outside" };
  return over ? await other(over, question) : { at: "element" };
}

/** Undefined where the toolkit's answer is worth nothing. */
async function questionOf(seen: SeenElement, point: DisplayPoint, scene: Scene): Promise<HitQuestion | undefined> {
  const { element: { ref, placement = seen.placement, skew } } = seen;
  const toplevel = scene.windows.find(({ window }) => window === seen.window);
  const toolkit = toplevel && toolkitOf(seen, scene);
  if (!toplevel || !toolkit || skew || !trustsHitTest(toolkit)) return undefined;
  // A popup lies over its window, which the hit test of the window does not know; the X server does.
  if (ownerAt(scene, point)?.overrideRedirect) return undefined;
  const [bus, options] = [busOf(scene), { signal: scene.signal }];
  const line = await lineage(bus, ref, options);
  return {
    ...{ bus, toolkit, line, options },
    point: inToolkit(placement, toplevel.bounds, point),
    coordType: placement.coordType,
  };
}

/** The toolkit of an element's window. */
export function toolkitOf(seen: SeenElement, { context, connection, windows, world }: Scene): Toolkit | undefined {
  const toplevel = windows.find(({ window }) => window === seen.window);
  return toplevel && context.views.of(connection, toplevel, world).frame?.application.toolkit;
}

/** The innermost object that the toolkit finds; undefined for none. */
async function descend(question: HitQuestion, from: AccessibleRef): Promise<AccessibleRef | undefined> {
  const { bus, point: { x, y }, coordType, options } = question;
  const passed: AccessibleRef[] = [from];
  while (passed.length < MAX_STEPS) {
    const next = await unlessGone(getAccessibleAtPoint(bus, passed.at(-1)!, x, y, options, coordType));
    if (!next || isNull(next) || holds(passed, next)) break;
    passed.push(next);
  }
  return passed.length > 1 ? passed.at(-1) : undefined;
}

async function compare(seen: SeenElement, found: AccessibleRef, question: HitQuestion): Promise<Hit> {
  const { element } = seen;
  const { bus, line, options } = question;
  if (found.path === element.ref.path) return { at: "element" };
  if (holds(line, found)) return { at: "unknown" };
  if (holds(await lineage(bus, found, options), element.ref)) return { at: "element" };
  const hit = await other(found, question);
  return await isKin(seen, found, question) ? { at: "element" } : hit;
}

/** Whether one is the label of the other: a click on either is one on both. */
async function isKin({ element: { ref } }: SeenElement, found: AccessibleRef, question: HitQuestion): Promise<boolean> {
  const { bus, options } = question;
  const kin = await Promise.all([getLabelled, getLabels].map((get) => unlessGone(get(bus, ref, options))));
  return kin.some((refs) => refs && holds(refs, found));
}

async function other(ref: AccessibleRef, { bus, options }: HitQuestion): Promise<Hit> {
  const [role, name] = await Promise.all([getRole, getName].map((get) => unlessGone(get(bus, ref, options))));
  return { at: "other", part: { ref, role: role ?? "object", name: name ?? "" } };
}
