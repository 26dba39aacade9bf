/**
 * Reads the accessibility tree below an object.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { TreeReading } from "./accessible_node.ts";
import type { AccessibleRef } from "./accessible_ref.ts";
import { type BareObject, fetchBareObject, fetchSight } from "./bare_object.ts";
import type { AccessibilityBus } from "./bus.ts";
import { readDetails } from "./details.ts";
import { type Draft, draftOf, finish } from "./draft.ts";
import { toOperationError } from "./failures.ts";
import { getExtents } from "./interfaces/component.ts";
import { readKnownObjects } from "./known_objects.ts";
import { Reading } from "./reading.ts";
import { addTablePositions } from "./table_positions.ts";
import type { Toolkit } from "./toolkit_rules.ts";
import { walk } from "./walk.ts";

/** Time for a walk, ms. */
const DEFAULT_WALK_MS = 500;
/** Most secret fields whose places are asked for when time ran out. */
const MAX_PLACED = 64;
/** Most objects of a tree. */
const DEFAULT_MAX_NODES = 5000;

/** Options of {@linkcode readTree}. */
export interface ReadTreeOptions {
  /** Time for the walk after the application's first answer, ms; 500 when left out. */
  readonly deadlineMs?: number | undefined;
  /** Cancels the reading. */
  readonly signal?: AbortSignal | undefined;
  /** The application's toolkit; decides how it is read. */
  readonly toolkit: Toolkit;
  /** Most objects to read; 5000 when left out. */
  readonly maxNodes?: number | undefined;
}

/**
 * Reads the tree below `root` (a window's frame, as `listApplications` gives them): what shows of it.
 *
 * @throws {OperationError} `app_not_responding` when the application does not answer, `window_not_found` when the
 * object or the application is gone, `desktop_unavailable` when the bus is lost.
 */
export async function readTree(
  bus: AccessibilityBus,
  root: AccessibleRef,
  options: ReadTreeOptions,
): Promise<TreeReading> {
  try {
    const object = await askFirst(bus, root, options);
    const reading = new Reading(bus, root.bus, options.toolkit, options.deadlineMs ?? DEFAULT_WALK_MS, options.signal);
    return await readWithin(reading, draftOf(object), options.maxNodes ?? DEFAULT_MAX_NODES);
  } catch (error) {
    throw error instanceof OperationError ? error : toOperationError(bus, error);
  }
}

/** The first answer shows whether the application is there; only then its private socket is worth opening. */
async function askFirst(bus: AccessibilityBus, root: AccessibleRef, options: ReadTreeOptions): Promise<BareObject> {
  return await bus.responsiveness.ask(root.bus, async (patience) => {
    const clock = new Reading(bus, root.bus, options.toolkit, patience, options.signal);
    const sight = await fetchSight(bus, root, clock.options());
    await bus.ready(root.bus, clock.options());
    return await fetchBareObject(bus, root, clock.options(), sight);
  });
}

async function readWithin(reading: Reading, root: Draft, maxNodes: number): Promise<TreeReading> {
  const known = await readKnownObjects(reading, root.object.ref.bus);
  const drafts = await walk(reading, known, root, maxNodes);
  await addDetails(reading, drafts);
  await addTablePositions(reading, drafts);
  return { root: finish(root), incomplete: reading.incomplete };
}

/** Fields come first: what is not read of them when time runs out counts as secret. */
async function addDetails(reading: Reading, drafts: readonly Draft[]): Promise<void> {
  const fields = drafts.filter((draft) => draft.details.secret);
  const order = [...fields, ...drafts.filter((draft) => !draft.details.secret)];
  const details = await reading.each(order, (draft) => readDetails(reading, draft.object));
  order.forEach((draft, i) => draft.details = details[i] ?? draft.details);
  if (reading.left === 0) await placeSecrets(reading, fields);
}

/** Pictures can only hide a secret field whose place is known. */
async function placeSecrets(reading: Reading, fields: readonly Draft[]): Promise<void> {
  const lost = fields.filter(({ details, object }) =>
    details.secret && !details.bounds && object.interfaces.has("Component")
  );
  await Promise.all(
    lost.slice(0, MAX_PLACED).map(async ({ details, object }) => {
      const bounds = await reading.attempt(getExtents(reading.bus, object.ref, reading.graceOptions()));
      if (bounds) details.bounds = bounds;
    }),
  );
}
