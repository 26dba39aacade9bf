/**
 * The applications on an accessibility bus, with their toolkits and windows.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import { type AccessibleRef, isNull } from "./accessible_ref.ts";
import type { AccessibilityBus } from "./bus.ts";
import type { CallOptions } from "./connection.ts";
import { toOperationError } from "./failures.ts";
import { getChildCount, getChildren, getName, getRole, getState } from "./interfaces/accessible.ts";
import { getToolkitName, getToolkitVersion } from "./interfaces/application.ts";
import type { Toolkit } from "./toolkit_rules.ts";
import { CallTimeout, DBusError } from "./wire/errors.ts";

export type { Toolkit } from "./toolkit_rules.ts";

/** Most windows of an application that are looked at. */
const MAX_FRAMES = 200;

/** A child of an application's root: a window, dialog or popup. */
export interface ApplicationFrame {
  readonly ref: AccessibleRef;
  /** AT-SPI role name; a plain Qt window has the role `filler`. */
  readonly role: string;
  readonly name: string;
  readonly states: ReadonlySet<string>;
}

/** An application that registered on the accessibility bus. */
export interface AccessibleApplication {
  readonly root: AccessibleRef;
  readonly name: string;
  /** Process id by the bus, never by the application's word. */
  readonly pid: number;
  readonly toolkit: Toolkit;
  /** Its windows; empty for applications that do not answer, see `responding`. */
  readonly frames: readonly ApplicationFrame[];
  /** Whether it answered in time. */
  readonly responding: boolean;
}

/**
 * Lists the registered applications. One process can own several, some without frames: those with frames come first.
 *
 * @throws {OperationError} `desktop_unavailable` when the bus is lost.
 */
export async function listApplications(
  bus: AccessibilityBus,
  options: CallOptions = {},
): Promise<AccessibleApplication[]> {
  try {
    const roots = await bus.roots(options);
    const applications = await Promise.all(
      roots.filter((root) => !isNull(root)).map((root) => readApplication(bus, root, options)),
    );
    const present = applications.filter((application) => application !== undefined);
    return present.sort((a, b) => Number(b.frames.length > 0) - Number(a.frames.length > 0));
  } catch (error) {
    throw error instanceof OperationError ? error : toOperationError(bus, error);
  }
}

/** The application of a root; undefined when it has left. */
async function readApplication(
  bus: AccessibilityBus,
  root: AccessibleRef,
  options: CallOptions,
): Promise<AccessibleApplication | undefined> {
  try {
    const pid = await bus.pidOf(root.bus, options);
    const answer = await askApplication(bus, root, options);
    return { root, pid, ...answer };
  } catch (error) {
    // It left between the registry's answer and ours.
    if (error instanceof DBusError) return undefined;
    throw error;
  }
}

type Answer = Omit<AccessibleApplication, "root" | "pid">;
const silent: Answer = { name: "", toolkit: { name: "", version: "" }, frames: [], responding: false };

async function askApplication(bus: AccessibilityBus, root: AccessibleRef, options: CallOptions): Promise<Answer> {
  try {
    return await bus.responsiveness.ask(root.bus, async (patience) => {
      const deadlineMs = Math.min(patience, options.deadlineMs ?? patience);
      return await readAnswer(bus, root, { ...options, deadlineMs });
    });
  } catch (error) {
    if (error instanceof CallTimeout) return silent;
    throw error;
  }
}

async function readAnswer(bus: AccessibilityBus, root: AccessibleRef, options: CallOptions): Promise<Answer> {
  const [name, toolkit, version, frames] = await Promise.all([
    getName(bus, root, options),
    getToolkitName(bus, root, options),
    getToolkitVersion(bus, root, options),
    readFrames(bus, root, options),
  ]);
  return { name, toolkit: { name: toolkit, version }, frames, responding: true };
}

/** The windows of an application, in the application's order. */
export async function readFrames(
  bus: AccessibilityBus,
  root: AccessibleRef,
  options?: CallOptions,
): Promise<ApplicationFrame[]> {
  if (await getChildCount(bus, root, options) > MAX_FRAMES) return [];
  const refs = await getChildren(bus, root, options);
  const frames = await Promise.all(refs.filter((ref) => !isNull(ref)).map((ref) => readFrame(bus, ref, options)));
  return frames.filter((frame) => frame !== undefined);
}

async function readFrame(
  bus: AccessibilityBus,
  ref: AccessibleRef,
  options?: CallOptions,
): Promise<ApplicationFrame | undefined> {
  try {
    const [role, name, states] = await Promise.all([
      getRole(bus, ref, options),
      getName(bus, ref, options),
      getState(bus, ref, options),
    ]);
    return { ref, role, name, states };
  } catch (error) {
    // A window that was closed meanwhile.
    if (error instanceof DBusError) return undefined;
    throw error;
  }
}
