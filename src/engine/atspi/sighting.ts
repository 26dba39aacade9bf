/**
 * Sees one object: from the mirror where nothing says that it changed, else by asking the application.
 * @module
 */
import type { AccessibleRef } from "./accessible_ref.ts";
import { fetchIdentity, fetchSight, type Identity, refetchIdentity } from "./bare_object.ts";
import type { CallOptions } from "./connection.ts";
import { type Draft, draftOf, type Known } from "./draft.ts";
import { isItemOfGtk2, showsByRole, showsWithParent } from "./gtk_rules.ts";
import { toldByRole } from "./gtk4_rules.ts";
import { getRole, getState } from "./interfaces/accessible.ts";
import type { ChildRef, Memory } from "./mirror.ts";
import { identityByRole, isQt } from "./qt_rules.ts";
import type { Reading } from "./reading.ts";
import { isPhantom, visibilityIn } from "./libreoffice_rules.ts";
import { skewOf } from "./skewed_places.ts";
import {
  comesWithPlace,
  hasCache,
  isChromium,
  isGtk4,
  isLibreOffice,
  sparesPlace,
  type Visibility,
  visibilityOf,
} from "./toolkit_rules.ts";

/** A child that shows, or why it is left out. */
export type Seen = Draft | Exclude<Visibility, "shows">;

/**
 * Sees an object, hidden or not: a child of another, or the top of a tree. A child that is gone counts as hidden.
 *
 * @throws {DBusError} When the top of a tree is gone; {@linkcode CallTimeout} when it does not answer.
 */
export async function seeObject(reading: Reading, { ref, cell }: ChildRef, parent?: Draft): Promise<Seen> {
  const known = reading.mirror.get(ref);
  const current = known && isCertain(reading, ref, known, parent) && isEnough(reading, known, parent);
  const asked = () => ask(reading, ref, known, parent);
  const memory = current ? known : parent ? await reading.attempt(asked()) : await asked();
  const seen = memory ? draftOrWhyNot(reading, ref, memory, parent, cell) : "hidden";
  if (typeof seen !== "string") seen.skew = await skewOf(reading, seen, parent);
  return seen;
}

/** Whether what is remembered of an object tells whether it shows. */
function isCertain(reading: Reading, ref: AccessibleRef, known: Memory, parent: Draft | undefined): boolean {
  const { place = null, clip = null } = parent ?? {};
  if (!reading.isCurrent(ref, known, place, clip)) return false;
  return !isInOpenMenu(reading, parent) || !reading.mayHaveMoved(ref, known, place);
}

/** Whether only its place tells whether an object shows. */
function isInOpenMenu({ toolkit, popups }: Reading, parent: Draft | undefined): boolean {
  return popups.length > 0 && isItemOfGtk2(toolkit, parent?.object);
}

/** Whether an object shows where it stands. */
function visibilityAt(
  { toolkit }: Reading,
  { sight: { states, bounds }, identity }: Pick<Memory, "sight" | "identity">,
  parent: Draft | undefined,
  role = identity?.role,
): Visibility {
  if (isLibreOffice(toolkit)) return visibilityIn(states, parent?.object);
  if (isItemOfGtk2(toolkit, parent?.object)) return bounds && states.has("visible") ? "shows" : "hidden";
  const visibility = visibilityOf(states, toolkit, bounds, parent?.clip);
  if (visibility !== "out of view" || !showsByRole(toolkit, parent?.object)) return visibility;
  return showsWithParent(role, parent?.object) ? "shows" : visibility;
}

/** Sees the children of an object. Thousands may be known to be hidden: those cost no waiting. */
export async function seeAll(reading: Reading, children: readonly ChildRef[], parent: Draft): Promise<Seen[]> {
  const seen: (Seen | undefined)[] = children.map((child) => knownToBeHidden(reading, child, parent));
  const open = seen.flatMap((one, index) => one === undefined ? [index] : []);
  const found = await reading.each(open, (index) => seeObject(reading, children[index]!, parent));
  open.forEach((index, i) => seen[index] = found[i]);
  return seen.map((child) => child ?? "hidden");
}

function knownToBeHidden(reading: Reading, { ref }: ChildRef, parent: Draft): Exclude<Visibility, "shows"> | undefined {
  const known = reading.mirror.get(ref);
  if (!known || !isCertain(reading, ref, known, parent)) return undefined;
  const visibility = visibilityAt(reading, known, parent);
  return visibility === "shows" ? undefined : visibility;
}

/** Of what was hidden no more is known than that. */
function isEnough(reading: Reading, known: Memory, parent: Draft | undefined): boolean {
  return known.identity !== undefined || visibilityAt(reading, known, parent) !== "shows";
}

function draftOrWhyNot(
  reading: Reading,
  ref: AccessibleRef,
  memory: Memory,
  parent: Draft | undefined,
  cell: ChildRef["cell"],
): Seen {
  const { toolkit } = reading;
  const visibility = visibilityAt(reading, memory, parent);
  if (visibility !== "shows") return visibility;
  if (isLibreOffice(toolkit) && isPhantom(memory.identity?.role, parent?.object)) return "hidden";
  return memory.identity ? draftOf(ref, memory as Known, toolkit, parent, cell) : "hidden";
}

/** Asks for what is not known, or not certain any more. Of what is hidden no more is asked for than that. */
async function ask(
  reading: Reading,
  ref: AccessibleRef,
  known: Memory | undefined,
  parent: Draft | undefined,
): Promise<Memory> {
  const { bus, mirror } = reading;
  // Without the top of a tree nothing can be told: there is a little more time for it.
  const options = parent ? reading.options() : reading.graceOptions();
  const readAt = mirror.clock;
  const fresh = known !== undefined && mirror.isFresh(ref, known);
  const [sight, told] = await Promise.all([
    isInOpenMenu(reading, parent)
      ? fetchSight(bus, ref, reading.coordType, options)
      : askSight(reading, ref, known, options),
    // What a role tells need not be asked.
    known?.identity ? undefined : askRole(reading, ref, parent, options),
  ]);
  const memory = memoryOf(sight, readAt, known, fresh);
  if (visibilityAt(reading, memory, parent, known?.identity?.role ?? told?.role) === "shows") {
    memory.identity = fresh && known.identity
      ? await refetchIdentity(bus, ref, known.identity, options)
      : await fetchIdentity(bus, ref, options, told);
  }
  mirror.put(ref, memory);
  return memory;
}

/** @param fresh Whether no event has named it since: then what hardly changes without one is kept. */
function memoryOf(sight: Memory["sight"], readAt: number, known: Memory | undefined, fresh: boolean): Memory {
  const boundsAt = sight.bounds === undefined ? undefined : readAt;
  const kept = fresh ? { fixed: known?.fixed, value: known?.value } : {};
  return { sight, readAt, boundsAt, isGtk: known?.isGtk, ...kept };
}

/** What the role of an object tells of it; undefined where that is not worth a call of its own. */
async function askRole(
  { bus, toolkit }: Reading,
  ref: AccessibleRef,
  parent: Draft | undefined,
  options: CallOptions,
): Promise<Partial<Identity> | undefined> {
  if (!isQt(toolkit) && !isGtk4(toolkit) && !showsByRole(toolkit, parent?.object)) return undefined;
  const role = await getRole(bus, ref, options);
  if (isQt(toolkit)) return identityByRole(role);
  return isGtk4(toolkit) ? toldByRole(role) : { role };
}

/** Where the cache gives no places, they are asked for later, of what is worth it. */
async function askSight(
  { bus, toolkit, coordType }: Reading,
  ref: AccessibleRef,
  known: Memory | undefined,
  options: CallOptions,
): Promise<Memory["sight"]> {
  // Most of a long page that the cache lacks is out of view.
  if (!comesWithPlace(toolkit) && (known?.identity || !hasCache(toolkit) || isChromium(toolkit))) {
    return { states: await getState(bus, ref, options) };
  }
  return await fetchSight(bus, ref, coordType, options);
}

/** Asks an object again that showed when it was remembered: everything at once. @throws {DBusError} When it is gone. */
export async function askAgain(reading: Reading, ref: AccessibleRef, known: Known): Promise<Memory> {
  const { bus, mirror } = reading;
  const readAt = mirror.clock;
  const fresh = mirror.isFresh(ref, known);
  const options = reading.options();
  const [sight, identity] = await Promise.all([
    // What had a place is worth asking where it is now.
    known.sight.bounds && !sparesPlace(known.identity, reading.toolkit)
      ? fetchSight(bus, ref, reading.coordType, options)
      : askSight(reading, ref, known, options),
    fresh ? refetchIdentity(bus, ref, known.identity, options) : fetchIdentity(bus, ref, options),
  ]);
  const memory = { ...memoryOf(sight, readAt, known, fresh), identity };
  mirror.put(ref, memory);
  return memory;
}
