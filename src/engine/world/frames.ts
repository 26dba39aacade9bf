/**
 * Which accessible object stands for an X window.
 * @module
 */
import type { AccessibleApplication, ApplicationFrame } from "../atspi/applications.ts";
import { busNamesOfPid, listApplications } from "../atspi/applications.ts";
import type { Connection } from "../connection.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import type { World } from "./windows.ts";

/** An accessible frame and its application. */
export interface WindowFrame {
  /** The application on the accessibility bus. */
  readonly application: AccessibleApplication;
  /** The window's object. */
  readonly frame: ApplicationFrame;
}

/** Why a window has no frame. */
export interface NoFrame {
  /** What is missing. */
  readonly cause: string;
  /** What helps. */
  readonly remedy: string;
  /** Whether waiting may help: the application is there and has no window on the bus yet, or does not answer. */
  readonly transient: boolean;
}

/** Roles of top-level objects that are popups, not windows that the window manager knows. A `window` can be either. */
const popupRoles = new Set(["tool tip", "popup menu", "menu", "notification"]);

/** Finds the frame of a window: by process, then title, then state and order. Ambiguous is said, never guessed. */
export async function frameOfWindow(
  connection: Connection,
  toplevel: Toplevel,
  world: World,
  signal: AbortSignal,
): Promise<WindowFrame | NoFrame> {
  if (!connection.bus) return noBus(connection.busProblem ?? "there is no accessibility bus");
  if (toplevel.pid === null) return unregistered(toplevel);
  const applications = await listApplications(connection.bus, { signal, pid: toplevel.pid });
  if (applications.length === 0) return unregistered(toplevel);
  const candidates = applications.flatMap((application) => application.frames.map((frame) => ({ application, frame })))
    .filter(({ frame: { role } }) =>
      popupRoles.has(role) ? toplevel.overrideRedirect : !toplevel.overrideRedirect || role === "window"
    );
  if (candidates.length === 0) return emptyApplication(applications);
  return choose(candidates, toplevel, world);
}

/** The names that a window's process has on the accessibility bus. */
export async function busNamesOf(
  connection: Connection,
  toplevel: Toplevel,
  signal: AbortSignal,
): Promise<Set<string>> {
  if (!connection.bus || toplevel.pid === null) return new Set();
  return await busNamesOfPid(connection.bus, toplevel.pid, { signal });
}

function choose(candidates: readonly WindowFrame[], toplevel: Toplevel, world: World): WindowFrame | NoFrame {
  const named = byTitle(candidates, toplevel.title);
  const showing = named.filter(({ frame }) => frame.states.has("showing"));
  const seen = showing.length > 0 ? showing : named;
  if (seen.length === 1) return seen[0]!;
  const focused = world.focused?.window === toplevel.window;
  const active = seen.filter(({ frame }) => frame.states.has("active") === focused);
  if (active.length === 1) return active[0]!;
  const twins = world.toplevels.filter((other) =>
    other.pid === toplevel.pid && other.title === toplevel.title && other.overrideRedirect === toplevel.overrideRedirect
  );
  if (twins.length <= 1 && active.length > 0) return active.at(-1)!;
  return {
    cause: `${seen.length} accessible windows look like this one`,
    remedy: "use a screenshot and coordinates, or give the windows different titles",
    transient: false,
  };
}

/** Browsers add their own name to that of a page, and have popups and panels without any. */
function byTitle(candidates: readonly WindowFrame[], title: string): readonly WindowFrame[] {
  const tests = [
    (name: string) => name === title,
    (name: string) => name !== "" && title.startsWith(`${name} - `),
    (name: string) => name !== "",
  ];
  const found = tests.map((test) => candidates.filter(({ frame }) => test(frame.name)));
  return found.find((frames) => frames.length > 0) ?? candidates;
}

function noBus(cause: string): NoFrame {
  return { cause, remedy: "use a screenshot and coordinates", transient: false };
}

function unregistered(toplevel: Toplevel): NoFrame {
  return {
    cause: `the application "${toplevel.wmClass[1]}" is not on the accessibility bus`,
    remedy: "it may have no accessibility support or was started without it; use a screenshot and coordinates",
    transient: true,
  };
}

function emptyApplication(applications: readonly AccessibleApplication[]): NoFrame {
  const silent = applications.some(({ responding }) => !responding);
  return {
    cause: silent ? "the application does not answer over accessibility" : "the window has no accessible object yet",
    remedy: "look again; use a screenshot and coordinates meanwhile",
    transient: true,
  };
}
