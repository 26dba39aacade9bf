/**
 * Looks at one window: finds its accessible frame, reads the tree, remembers the elements.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { Rect } from "../../contract/values.ts";
import { getNumbers } from "../../ffi/x11_properties.ts";
import { XRequestError } from "../../ffi/x_errors.ts";
import type { TreeReading } from "../atspi/accessible_node.ts";
import { awaitFirstAnswer } from "../atspi/tree.ts";
import { isChromium, showsItsTree } from "../atspi/toolkit_rules.ts";
import type { Connection } from "../connection.ts";
import type { EngineContext } from "../context.ts";
import { delay } from "../time.ts";
import { frameOfWindow, type NoFrame, type WindowFrame } from "../world/frames.ts";
import { type Placement, placementOf, type Point } from "../world/placement.ts";
import type { World } from "../world/windows.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import { takeSnapshot } from "./snapshot.ts";
import type { Scenery } from "./toolkits/toolkit_view.ts";
import { viewOf } from "./toolkits/views.ts";
import type { Look, View } from "./view.ts";
import { missingPage, readWindowTree } from "./window_tree.ts";

export type { Look } from "./view.ts";

/** How long a window's tree may be late, ms: applications register after they mapped their first window. */
const LATE_TREE_MS = 1_000;
const RETRY_MS = 30;

/** What the parts of a look share. */
interface Looking {
  readonly context: EngineContext;
  readonly connection: Connection;
  readonly toplevel: Toplevel;
  readonly world: World;
  readonly signal: AbortSignal;
  readonly view: View;
}

/** Looks at a window. Says what is missing instead of failing, except when the desktop is lost. */
export async function look(
  context: EngineContext,
  connection: Connection,
  toplevel: Toplevel,
  world: World,
  signal: AbortSignal,
): Promise<Look> {
  const view = context.views.of(connection, toplevel, world);
  const looking: Looking = { context, connection, toplevel, world, signal, view };
  const known = view.frame && await lookAt(looking, view.frame);
  if (known?.snapshot) return known;
  // A window that is not answering is one that is known; what is gone may have another frame by now.
  if (known && view.frame) return known;
  const found = await findFrame(looking);
  return "cause" in found ? treeless(toplevel, found) : await lookAt(looking, found);
}

async function lookAt(looking: Looking, { application, frame }: WindowFrame): Promise<Look> {
  const { context, connection, toplevel, view, signal, world } = looking;
  const bus = connection.bus!;
  const toolkit = `${application.toolkit.name} ${application.toolkit.version}`.trim();
  const seen = { toplevel, busName: application.root.bus, toolkit };
  try {
    const mirror = bus.mirrors.of(frame.ref.bus);
    await awaitFirstAnswer(bus, frame.ref, signal);
    const now = mirror.tick();
    const repainted = view.repainted(toplevel, world, now);
    const last = showsItsTree(application.toolkit) ? view.last : undefined;
    // No event and no drawing: there is nothing new to read.
    const isQuiet = last && mirror.isQuietSince(last.at) && view.isStillSince(last.at);
    if (isQuiet && context.elements.knows(last.look.snapshot)) return { ...last.look, toplevel };
    const popups = popupsOf(looking);
    const reading = await readWindowTree(bus, { application, frame }, {
      ...{ window: toplevel.bounds, popups, isHopeless: view.isPageless },
      ...{ signal, repainted, answered: true },
    });
    view.isPageless = isChromium(application.toolkit) && missingPage(reading) !== undefined;
    const placement = placementOfWindow(looking, application.toolkit, reading);
    const scenery = sceneryOf(looking, application.toolkit, placement);
    const root = viewOf(application.toolkit)(reading.root, scenery);
    const snapshot = takeSnapshot(root, { idOf: context.elements.idOf, toolkit: application.toolkit.name });
    context.elements.note(snapshot, toplevel, placement);
    Object.assign(view, { frame: { application, frame }, placement });
    const looked = { ...seen, snapshot, scale: placement.scale, incomplete: reading.incomplete };
    view.last = undefined;
    if (reading.incomplete.length > 0) return looked;
    view.confirm(now);
    view.last = { at: now, look: looked };
    return looked;
  } catch (error) {
    if (!(error instanceof OperationError) || !["app_not_responding", "window_not_found"].includes(error.code)) {
      throw error;
    }
    if (error.code === "window_not_found") view.frame = undefined;
    return { ...seen, snapshot: null, incomplete: [{ cause: error.message, remedy: "look again a little later" }] };
  }
}

function sceneryOf(looking: Looking, toolkit: Scenery["toolkit"], placement: Placement): Scenery {
  return { toolkit, window: looking.toplevel.bounds, placement, popups: popupsOf(looking) };
}

function popupsOf({ toplevel, world }: Looking): Rect[] {
  const popups = world.toplevels.filter(({ overrideRedirect, pid }) => overrideRedirect && pid === toplevel.pid);
  return popups.map(({ bounds }) => bounds);
}

function placementOfWindow(
  { connection, toplevel }: Looking,
  toolkit: WindowFrame["application"]["toolkit"],
  { root }: TreeReading,
): Placement {
  const shadow = shadowOf(connection, toplevel);
  return placementOf({ toolkit, window: toplevel.bounds, frame: root.bounds, shadow });
}

/** `_GTK_FRAME_EXTENTS`: left, right, top, bottom. */
function shadowOf({ display }: Connection, { window }: Toplevel): Point | null {
  try {
    const [x, _right, y] = getNumbers(display, window, "_GTK_FRAME_EXTENTS");
    return x === undefined || y === undefined ? null : { x, y };
  } catch (error) {
    if (error instanceof XRequestError && error.isGone) return null;
    throw error;
  }
}

/** A tree that is late is waited for, once a process: what has no tree after that is taken to have none. */
async function findFrame({ context, connection, toplevel, world, signal }: Looking): Promise<WindowFrame | NoFrame> {
  const pid = toplevel.pid ?? -1;
  const end = performance.now() + (context.treeless.has(pid) ? 0 : LATE_TREE_MS);
  for (;;) {
    const found = await frameOfWindow(connection, toplevel, world, signal);
    if (!("cause" in found)) context.treeless.delete(pid);
    if (!("cause" in found) || !found.transient) return found;
    if (performance.now() >= end) {
      context.treeless.add(pid);
      return found;
    }
    await delay(RETRY_MS, signal);
  }
}

function treeless(toplevel: Toplevel, { cause, remedy }: NoFrame): Look {
  return { toplevel, snapshot: null, busName: null, toolkit: undefined, incomplete: [{ cause, remedy }] };
}
