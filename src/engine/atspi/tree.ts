/**
 * Reads the accessibility tree below an object.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { Rect } from "../../contract/values.ts";
import type { TreeReading } from "./accessible_node.ts";
import type { AccessibleRef } from "./accessible_ref.ts";
import type { AccessibilityBus } from "./bus.ts";
import { readDetails, readPlaceAgain } from "./details.ts";
import { type Draft, finish } from "./draft.ts";
import { toOperationError } from "./failures.ts";
import { getState } from "./interfaces/accessible.ts";
import { getExtents } from "./interfaces/component.ts";
import { mayReadCache, readCache } from "./known_objects.ts";
import { findLabels } from "./label_for.ts";
import { Reading, type Repainted } from "./reading.ts";
import { findStale, refresh, type Staleness } from "./refresh.ts";
import { seeObject } from "./sighting.ts";
import { addSheetCells } from "./sheet.ts";
import { settlePlaces } from "./skewed_places.ts";
import { straightened } from "./skew.ts";
import { addTablePositions } from "./table_positions.ts";
import { listsPlainly, type Toolkit } from "./toolkit_rules.ts";
import { walk } from "./walk.ts";
import { DBusError } from "./wire/errors.ts";

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
  /** Whether {@linkcode awaitFirstAnswer} has just been called. */
  readonly answered?: boolean;
  /** What was repainted since the tree was read the last time. Left out, all of it is read again. */
  readonly repainted?: Repainted | undefined;
  /** Popups that the process shows, X pixels of the display; none when left out. */
  readonly popups?: readonly Rect[] | undefined;
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
    if (!options.answered) await awaitFirstAnswer(bus, root, options.signal);
    const deadlineMs = options.deadlineMs ?? DEFAULT_WALK_MS;
    const reading = new Reading(bus, { ...options, home: root.bus, deadlineMs });
    const stale = findStale(reading, root);
    if (mayReadCache(reading) && isWorthTheCache(reading, stale)) await readCache(reading);
    else if (listsPlainly(reading.toolkit)) await refresh(reading, stale);
    return await readWithin(reading, root, options.maxNodes ?? DEFAULT_MAX_NODES);
  } catch (error) {
    throw error instanceof OperationError ? error : toOperationError(bus, error);
  }
}

/**
 * Waits for the application's first answer: it shows whether the application is there; only then its private socket is
 * worth opening. It comes the way of the events, after all that the application has announced so far.
 *
 * @throws {OperationError} As {@linkcode readTree}.
 */
export async function awaitFirstAnswer(
  bus: AccessibilityBus,
  root: AccessibleRef,
  signal?: AbortSignal,
): Promise<void> {
  try {
    await bus.responsiveness.ask(root.bus, async (deadlineMs) => {
      const end = performance.now() + deadlineMs;
      await getState(bus.orderly, root, { deadlineMs, signal });
      await bus.ready(root.bus, { deadlineMs: Math.max(1, end - performance.now()), signal });
    });
  } catch (error) {
    throw toOperationError(bus, error);
  }
}

/**
 * The cache costs the application 12 µs for each of its objects, asking one again ten times as much. But places and
 * texts have to wait for the cache, which takes as long as half a millisecond's worth of its objects.
 */
function isWorthTheCache({ mirror }: Reading, { count, hasUnknown }: Staleness): boolean {
  // Nobody knows how much is below what is new.
  return count * 10 > mirror.size + (hasUnknown ? 0 : 40);
}

async function readWithin(reading: Reading, ref: AccessibleRef, maxNodes: number): Promise<TreeReading> {
  const root = await seeObject(reading, { ref });
  if (typeof root === "string") throw new DBusError("hidden", `the window's object is ${root}`);
  const drafts = await walk(reading, root, maxNodes);
  await findLabels(reading, drafts);
  await addDetails(reading, drafts);
  const cells = await addSheetCells(reading, drafts);
  await settlePlaces(reading, [...drafts, ...cells], readPlaceAgain);
  await addTablePositions(reading, drafts);
  if (reading.incomplete.length === 0) reading.mirror.confirm();
  return { root: finish(root), incomplete: reading.incomplete };
}

/** Fields come first: what is not read of them when time runs out counts as secret. */
async function addDetails(reading: Reading, drafts: readonly Draft[]): Promise<void> {
  const fields = drafts.filter((draft) => draft.details.secret);
  const order = [...fields, ...drafts.filter((draft) => !draft.details.secret)];
  const details = await reading.each(order, (draft) => readDetails(reading, draft));
  order.forEach((draft, i) => draft.details = details[i] ?? draft.details);
  if (reading.left === 0) await placeSecrets(reading, fields);
}

/** Pictures can only hide a secret field whose place is known. */
async function placeSecrets(reading: Reading, fields: readonly Draft[]): Promise<void> {
  const lost = fields.filter(({ details, object }) =>
    details.secret && !details.bounds && object.interfaces.has("Component")
  );
  await Promise.all(
    lost.slice(0, MAX_PLACED).map(async ({ details, object, skew }) => {
      const bounds = await reading.attempt(
        getExtents(reading.bus, object.ref, reading.graceOptions(), reading.coordType),
      );
      if (bounds) details.bounds = straightened(bounds, skew);
    }),
  );
}
