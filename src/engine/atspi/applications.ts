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
import { Ownership } from "./ownership.ts";
import { type Toolkit, toolkitOf } from "./toolkit_rules.ts";
import { CallTimeout, ConnectionLost, DBusError, MalformedMessage, UnexpectedReply } from "./wire/errors.ts";

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
  /** Its windows; empty for applications that give no usable answer, see `responding`. */
  readonly frames: readonly ApplicationFrame[];
  /** Whether it answered in time, and as AT-SPI asks. */
  readonly responding: boolean;
}

/** Options of {@linkcode listApplications}. */
export interface ListOptions extends CallOptions {
  /** Lists the applications of this process only, and asks no other; all when left out. */
  readonly pid?: number | undefined;
}

/**
 * Lists the registered applications. One process can own several, some without frames: those with frames come first.
 *
 * @throws {OperationError} `desktop_unavailable` when the bus is lost.
 */
export async function listApplications(
  bus: AccessibilityBus,
  options: ListOptions = {},
): Promise<AccessibleApplication[]> {
  const { pid, ...call } = options;
  try {
    const owned = await readOwnedRoots(bus, call);
    const wanted = owned.filter((root) => pid === undefined || root.pid === pid);
    const applications = await Promise.all(wanted.map((root) => readApplication(bus, root, call)));
    const present = applications.filter((application) => application !== undefined);
    return present.sort((a, b) => Number(b.frames.length > 0) - Number(a.frames.length > 0));
  } catch (error) {
    throw error instanceof OperationError ? error : toOperationError(bus, error);
  }
}

/**
 * The bus names under which a process registered as an application. No application is asked: it may hang.
 *
 * @throws {OperationError} `desktop_unavailable` when the bus is lost.
 */
export async function busNamesOfPid(
  bus: AccessibilityBus,
  pid: number,
  options: CallOptions = {},
): Promise<Set<string>> {
  try {
    const owned = await readOwnedRoots(bus, options);
    return new Set(owned.filter((root) => root.pid === pid).map(({ root }) => root.bus));
  } catch (error) {
    throw error instanceof OperationError ? error : toOperationError(bus, error);
  }
}

type OwnedRoot = Pick<AccessibleApplication, "root" | "pid">;

/** The roots of the registered applications with their processes, by the bus daemon's word. */
async function readOwnedRoots(bus: AccessibilityBus, options: CallOptions): Promise<OwnedRoot[]> {
  const roots = (await bus.roots(options)).filter((root) => !isNull(root));
  const pids = await Promise.all(roots.map((root) => bus.pidOf(root.bus, options).catch(hasLeft)));
  return roots.flatMap((root, i) => pids[i] === undefined ? [] : [{ root, pid: pids[i] }]);
}

/** The application of a root; undefined when it has left. */
async function readApplication(
  bus: AccessibilityBus,
  { root, pid }: OwnedRoot,
  options: CallOptions,
): Promise<AccessibleApplication | undefined> {
  const answer = await askApplication(bus, root, options).catch(hasLeft);
  return answer && { root, pid, ...answer };
}

/** What was there a moment ago has left the bus. */
function hasLeft(error: unknown): undefined {
  if (!(error instanceof DBusError)) throw error;
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
    if (error instanceof CallTimeout || isBroken(error) && bus.alive) return silent;
    throw error;
  }
}

/** Whether an application answers in a way that can't be read, or its private socket was lost. */
function isBroken(error: unknown): boolean {
  return error instanceof UnexpectedReply || error instanceof MalformedMessage || error instanceof ConnectionLost;
}

async function readAnswer(bus: AccessibilityBus, root: AccessibleRef, options: CallOptions): Promise<Answer> {
  const [name, toolkit, version, frames] = await Promise.all([
    getName(bus, root, options),
    getToolkitName(bus, root, options),
    getToolkitVersion(bus, root, options),
    readFrames(bus, root, options),
  ]);
  return { name, toolkit: toolkitOf(name, toolkit, version), frames, responding: true };
}

/** The windows of an application, in the application's order; what it names of other processes is left out. */
export async function readFrames(
  bus: AccessibilityBus,
  root: AccessibleRef,
  options?: CallOptions,
): Promise<ApplicationFrame[]> {
  if (await getChildCount(bus, root, options) > MAX_FRAMES) return [];
  const children = (await getChildren(bus, root, options)).filter((ref) => !isNull(ref));
  const refs = await new Ownership(bus, root.bus).own(children, options);
  const frames = await Promise.all(refs.map((ref) => readFrame(bus, ref, options)));
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
