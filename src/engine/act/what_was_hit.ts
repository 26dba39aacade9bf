/**
 * What a click really met: an application can move or replace things between the last look at an element and the moment
 * when it handles the press.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { AccessibleRef } from "../atspi/accessible_ref.ts";
import { getName, getRole } from "../atspi/interfaces/accessible.ts";
import { getExtents } from "../atspi/interfaces/component.ts";
import type { SeenElement } from "../observe/element_registry.ts";
import { inline } from "../escape.ts";
import type { Reaction } from "../settle/reaction.ts";
import { onDisplay } from "../world/placement.ts";
import { lookAtWorld } from "../world/windows.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import type { DisplayPoint } from "./activate.ts";
import { holds, lineage, unlessGone } from "./ancestry.ts";
import { busOf, recheck } from "./element.ts";
import { hitTest } from "./hit_test.ts";
import type { Scene } from "./scene.ts";
import { isIn } from "./stacking.ts";
import type { Verification } from "./step.ts";

/** A click that was sent. */
export interface SentClick {
  readonly seen: SeenElement;
  readonly point: DisplayPoint;
  /** The window that it was sent to. */
  readonly window: Toplevel;
  /** `performance.now()` right before it. */
  readonly sentAt: number;
}

/** States that a press gives to what it meets. */
const givenStates = new Set(["focused", "armed", "pressed", "checked", "selected"]);
/** Most objects that are asked whether they are what was hit. */
const MAX_SUSPECTS = 8;

/**
 * Looks whether another element was hit.
 *
 * @returns A `doubt` with what is known, for the report; nothing when the element itself was hit, as far as can be told.
 */
export async function whatWasHit(click: SentClick, reaction: Reaction, scene: Scene): Promise<Verification> {
  const { seen: { element: { ref, skew } }, sentAt } = click;
  const bus = busOf(scene);
  const options = { signal: scene.signal };
  const changed = reaction.stateChanges.filter(({ sender, state, at }) =>
    sender === ref.bus && at >= sentAt && givenStates.has(state)
  );
  const refs = [...new Set(changed.map(({ path }) => path))].slice(0, MAX_SUSPECTS).map((path) => ({
    bus: ref.bus,
    path,
  }));
  const line = await lineage(bus, ref, options);
  const lines = await Promise.all(refs.map((other) => lineage(bus, other, options)));
  const isProven = lines.some((other) => holds(other, ref));
  const suspects = refs.filter((other, i) => !holds(lines[i]!, ref) && !holds(line, other));
  // Where places are reported beside where they are, nobody's place tells what lies at the point.
  const other = isProven || skew ? undefined : await firstAt(suspects, click, scene);
  if (other) {
    const hit = await nameHit(other, click, scene);
    return { doubt: hit, warning: `${hit}, because the application changed its window around the click; look again` };
  }
  return await changeSince(click, isProven, scene);
}

/** The first of some objects that lies at the point of the click. */
async function firstAt(suspects: AccessibleRef[], click: SentClick, scene: Scene): Promise<AccessibleRef | undefined> {
  const at = await Promise.all(suspects.map((ref) => liesAt(ref, click, scene)));
  const isRemade = await Promise.all(suspects.map((ref) => isSamePart(ref, click, scene)));
  return suspects.find((_, i) => at[i] && !isRemade[i]);
}

/** Whether an object is the element under another path: some parts of containers get a new one whenever they are asked for. */
async function isSamePart(ref: AccessibleRef, { seen: { element } }: SentClick, scene: Scene): Promise<boolean> {
  if (!element.ref.slot) return false;
  const [role, name] = await roleAndName(ref, scene);
  return role === element.atspiRole && name?.trim() === element.accessibleName.trim();
}

async function roleAndName(ref: AccessibleRef, scene: Scene): Promise<(string | undefined)[]> {
  const [bus, options] = [busOf(scene), { signal: scene.signal }];
  return await Promise.all([getRole, getName].map((get) => unlessGone(get(bus, ref, options))));
}

async function liesAt(ref: AccessibleRef, { seen, point }: SentClick, scene: Scene): Promise<boolean> {
  const { element, window } = seen;
  const placement = element.placement ?? seen.placement;
  const toplevel = lookAtWorld(scene.connection, scene.context.settings).toplevels.find((now) => now.window === window);
  const bounds = await unlessGone(getExtents(busOf(scene), ref, { signal: scene.signal }, placement.coordType));
  return !!toplevel && !!bounds && isIn(onDisplay(placement, toplevel.bounds, bounds), point);
}

async function nameHit(ref: AccessibleRef, click: SentClick, scene: Scene): Promise<string> {
  const [role, name] = await roleAndName(ref, scene);
  return `the click hit ${role ?? "something"} ${inline(name ?? "")} instead of element ${click.seen.element.id}`;
}

/** Whether the element is still what and where it was; what a press closed or replaced can't be asked any more. */
async function changeSince(click: SentClick, isProven: boolean, scene: Scene): Promise<Verification> {
  const { seen, point, window } = click;
  const now = lookAtWorld(scene.connection, scene.context.settings).toplevels;
  if (!now.some((other) => other.window === window.window && other.viewable)) return {};
  const where = `${point.x},${point.y}`;
  try {
    const { bounds } = await recheck(seen, scene);
    if (isProven) return {};
    if (bounds && !isIn(bounds, point)) return unsure(`element ${seen.element.id} is no longer at ${where}`);
    const hit = bounds ? await hitTest(seen, point, scene) : { at: "unknown" as const };
    if (hit.at !== "other") return {};
    return unsure(`at ${where} there is now ${hit.part.role} ${inline(hit.part.name)}`);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    if (error.code === "element_changed") {
      return unsure(`element ${seen.element.id} is another one now: ${error.message}`);
    }
    return error.code === "element_not_found" && !isProven ? unsure(`element ${seen.element.id} is gone`) : {};
  }
}

function unsure(what: string): Verification {
  return { doubt: `${what}; whether that was by the click or before it can't be told` };
}
