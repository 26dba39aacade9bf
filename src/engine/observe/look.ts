/**
 * Looks at one window: finds its accessible frame, reads the tree, remembers the elements.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { Incompleteness } from "../atspi/accessible_node.ts";
import { readTree } from "../atspi/tree.ts";
import type { Connection } from "../connection.ts";
import type { EngineContext } from "../context.ts";
import { delay } from "../time.ts";
import { frameOfWindow, type NoFrame, type WindowFrame } from "../world/frames.ts";
import type { World } from "../world/windows.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import type { Snapshot } from "./element.ts";
import { takeSnapshot } from "./snapshot.ts";

/** What a look saw. */
export interface Look {
  /** The window. */
  readonly toplevel: Toplevel;
  /** The tree; null when the window has none. */
  readonly snapshot: Snapshot | null;
  /** Unique bus name of the application; null when it is not on the bus. */
  readonly busName: string | null;
  /** Toolkit name and version. */
  readonly toolkit: string | undefined;
  /** What is missing and why. */
  readonly incomplete: readonly Incompleteness[];
}

/** How long a window's tree may be late, ms: applications register after they mapped their first window. */
const LATE_TREE_MS = 1_000;
const RETRY_MS = 30;

/** Looks at a window. Says what is missing instead of failing, except when the desktop is lost. */
export async function look(
  context: EngineContext,
  connection: Connection,
  toplevel: Toplevel,
  world: World,
  signal: AbortSignal,
): Promise<Look> {
  const found = await findFrame(context, connection, toplevel, world, signal);
  if ("cause" in found) return treeless(toplevel, found);
  const { application, frame } = found;
  const toolkit = `${application.toolkit.name} ${application.toolkit.version}`.trim();
  const seen = { toplevel, busName: application.root.bus, toolkit };
  try {
    const reading = await readTree(connection.bus!, frame.ref, { toolkit: application.toolkit, signal });
    const snapshot = takeSnapshot(reading.root, { idOf: context.elements.idOf, toolkit: application.toolkit.name });
    context.elements.note(snapshot, toplevel.window);
    return { ...seen, snapshot, incomplete: reading.incomplete };
  } catch (error) {
    if (!(error instanceof OperationError) || !["app_not_responding", "window_not_found"].includes(error.code)) {
      throw error;
    }
    return { ...seen, snapshot: null, incomplete: [{ cause: error.message, remedy: "look again a little later" }] };
  }
}

/** A tree that is late is waited for, once a process: what has no tree after that is taken to have none. */
async function findFrame(
  context: EngineContext,
  connection: Connection,
  toplevel: Toplevel,
  world: World,
  signal: AbortSignal,
): Promise<WindowFrame | NoFrame> {
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
