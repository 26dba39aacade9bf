/**
 * Which toolkit drew a window: by what it says of itself on the accessibility bus, else by the library that it loaded.
 * @module
 */
import { readProc } from "../../../ffi/proc.ts";
import { isChromium, isGtk4, isLibreOffice, type Toolkit } from "../../atspi/toolkit_rules.ts";
import type { Connection } from "../../connection.ts";
import type { EngineContext } from "../../context.ts";
import { frameOfWindow } from "../../world/frames.ts";
import type { World } from "../../world/windows.ts";
import type { Toplevel } from "../../x11/toplevels.ts";

/** Toolkits that the table of routes knows. */
export type ToolkitName =
  | "gtk3"
  | "gtk4"
  | "qt5"
  | "qt6"
  | "tk"
  | "xaw"
  | "chromium"
  | "libreoffice"
  | "unknown";

/** Libraries of toolkits that are not on the accessibility bus. */
const libraries: readonly (readonly [ToolkitName, RegExp])[] = [
  ["tk", /\/libtk8\.\d+\.so/],
  ["xaw", /\/libXaw\.so/],
];

/** Where a window is. */
interface Surroundings {
  readonly context: EngineContext;
  readonly connection: Connection;
  readonly world: World;
  readonly signal: AbortSignal;
}

/** The toolkit of a window. The application is asked only when no look has found its frame yet. */
export async function toolkitOf(
  { context, connection, world, signal }: Surroundings,
  toplevel: Toplevel,
): Promise<ToolkitName> {
  const view = context.views.of(connection, toplevel, world);
  const frame = view.frame ?? await frameOfWindow(connection, toplevel, world, signal);
  return "cause" in frame ? byLibrary(toplevel.pid) : byName(frame.application.toolkit);
}

function byName(toolkit: Toolkit): ToolkitName {
  if (isGtk4(toolkit)) return "gtk4";
  if (isChromium(toolkit)) return "chromium";
  if (isLibreOffice(toolkit)) return "libreoffice";
  if (toolkit.name === "gtk") return "gtk3";
  if (toolkit.name === "Qt") return toolkit.version.startsWith("5.") ? "qt5" : "qt6";
  return "unknown";
}

function byLibrary(pid: number | null): ToolkitName {
  const maps = pid === null ? null : readProc(`${pid}/maps`);
  return libraries.find(([, library]) => maps !== null && library.test(maps))?.[0] ?? "unknown";
}
