/**
 * Applications: those with windows, joined with what is installed.
 * @module
 */
import type { AppInfo } from "../../contract/values.ts";
import { decide, type Policy, type Subject } from "../../policy/decide.ts";
import type { DesktopEntry } from "./desktop_entries.ts";
import { programOf } from "./exec_line.ts";
import { appIdOf, subjectOf, windowInfo, type World } from "./windows.ts";
import type { Toplevel } from "../x11/toplevels.ts";

/** The running applications: one for each process with windows, in stacking order. */
export function runningApps(world: World, entries: readonly DesktopEntry[], policy: Policy): AppInfo[] {
  const groups = Map.groupBy(world.toplevels, (toplevel) => toplevel.pid ?? -toplevel.window);
  return [...groups.values()].map((toplevels) => runningApp(toplevels, world, entries, policy));
}

/** One running application, from its windows. */
export function runningApp(
  toplevels: readonly Toplevel[],
  world: World,
  entries: readonly DesktopEntry[],
  policy: Policy,
): AppInfo {
  const first = toplevels.find(({ overrideRedirect }) => !overrideRedirect) ?? toplevels[0]!;
  const subject = subjectOf(first, world);
  const entry = entryOf(subject, entries);
  return {
    app_id: appIdOf(first, world),
    ...(entry ? { name: entry.name, desktop_entry: entry.id } : {}),
    ...(subject.executable === null ? {} : { executable: subject.executable }),
    ...(first.pid === null ? {} : { pid: first.pid }),
    running: true,
    ...accessOf(subject, policy),
    windows: toplevels.map((toplevel) => windowInfo(toplevel, world)),
  };
}

/** Installed applications that have no window. */
export function installedApps(
  running: readonly AppInfo[],
  entries: readonly DesktopEntry[],
  policy: Policy,
): AppInfo[] {
  const seen = new Set(running.map(({ desktop_entry }) => desktop_entry));
  return entries.filter((entry) => !entry.hidden && !seen.has(entry.id)).map((entry) => ({
    app_id: entry.wmClass ?? entry.id,
    name: entry.name,
    desktop_entry: entry.id,
    running: false,
    ...launchAccess(entry, policy),
    windows: [],
  }));
}

function accessOf(subject: Subject, policy: Policy): Pick<AppInfo, "access" | "reason"> {
  const { access, reason } = decide(subject, policy);
  return { access, ...(reason === undefined ? {} : { reason }) };
}

/** Whether an entry may be started, by its names alone: what it runs is only known when it runs. */
export function launchAccess(entry: DesktopEntry, policy: Policy): Pick<AppInfo, "access" | "reason"> {
  if (entry.terminal) return { access: "denied", reason: "it runs in a terminal" };
  const program = programOf(entry);
  const otherNames = [entry.id, entry.id.slice(entry.id.lastIndexOf(".") + 1), entry.name, program];
  return accessOf({ appId: entry.wmClass ?? entry.id, otherNames, executable: program || entry.path }, policy);
}

function entryOf(
  { appId, otherNames = [], executable }: Subject,
  entries: readonly DesktopEntry[],
): DesktopEntry | null {
  const names = new Set([appId, ...otherNames].map((name) => name.toLowerCase()));
  const program = executable?.slice(executable.lastIndexOf("/") + 1);
  // Of several entries of one class the one that starts this program comes first.
  const starts = (entry: DesktopEntry) => program !== undefined && programOf(entry) === program;
  const shown = entries.filter(({ hidden }) => !hidden);
  const candidates = [...shown.filter(starts), ...shown.filter((entry) => !starts(entry))];
  return candidates.find(({ wmClass }) => wmClass !== null && names.has(wmClass.toLowerCase())) ??
    candidates.find(({ id }) =>
      names.has(id.toLowerCase()) || names.has(id.slice(id.lastIndexOf(".") + 1).toLowerCase())
    ) ??
    candidates.find(starts) ?? null;
}
