/**
 * What a model reads: observations, reports, lists, errors of a cell. Pure.
 * @module
 */
import { bounded } from "../../contract/errors.ts";
import type { ActionReport } from "../../contract/actions.ts";
import type { Observation } from "../../contract/operations.ts";
import type { AppInfo, WindowInfo } from "../../contract/values.ts";

/** Longest list of installed applications in UTF-16 units. */
const MAX_INSTALLED = 3_000;
/** Most causes of an incomplete search that are told. */
const MAX_CAUSES = 3;

/** An observation with what is missing in it. The engine fences the tree as data. */
export function renderObservation(observation: Observation, warnings: readonly string[]): string {
  const { window, kind, text, incomplete } = observation;
  const seen = kind === "no_change" ? `${inLine(window.app_id)}: no change since your last look` : text;
  const missing = incomplete.map(({ cause, remedy }) => `incomplete: ${cause}; ${remedy}`);
  return [seen, ...missing, ...warnings.map(renderWarning)].join("\n");
}

/** What a search left out; undefined when it left nothing out. */
export function renderSearch(
  shown: number,
  truncated: boolean,
  incomplete: readonly { cause: string; remedy: string }[] = [],
): string | undefined {
  const more = truncated ? [`only the first ${shown} matches`] : [];
  const causes = incomplete.slice(0, MAX_CAUSES).map(({ cause, remedy }) => `${cause}; ${remedy}`);
  const notices = [...more, ...causes.map((cause) => `not searched: ${cause}`)];
  return notices.length > 0 ? `find: ${notices.join(". ")}` : undefined;
}

/** A warning; hints say so themselves. */
export function renderWarning(warning: string): string {
  return warning.startsWith("hint:") ? warning : `warning: ${warning}`;
}

/** An action's line where it is worth one: nothing was seen of it, or nobody could look. */
export function renderEffect(report: ActionReport): string | undefined {
  if (report.effect === "none") return `${report.type}: sent, but nothing reacted; look before you go on`;
  if (report.effect === "unknown") return `${report.type}: sent; what it did could not be seen`;
  return undefined;
}

/** Applications: running ones with their windows, installed ones by name. */
export function renderApps(apps: readonly AppInfo[]): string {
  const running = apps.filter((app) => app.running).map(renderApp);
  const installed = apps.filter((app) => !app.running && app.access !== "denied").map((app) => app.name ?? app.app_id);
  const rest = installed.length > 0 ? [`installed: ${bounded(installed.map(inLine).join(", "), MAX_INSTALLED)}`] : [];
  return [...(running.length > 0 ? running : ["no application is running"]), ...rest].join("\n");
}

/** Windows, one a line. */
export function renderWindows(windows: readonly WindowInfo[]): string {
  return windows.length > 0 ? windows.map(renderWindow).join("\n") : "no windows";
}

/** An error of model code, with its place in the cell. */
export function renderCellError(error: { name: string; message: string; line?: number; column?: number }): string {
  const place = error.line === undefined
    ? ""
    : ` (line ${error.line}${error.column ? `, column ${error.column}` : ""})`;
  return `${error.name}: ${error.message}${place}`;
}

function renderApp(app: AppInfo): string {
  const name = app.name && app.name !== app.app_id ? ` "${inLine(app.name)}"` : "";
  const access = {
    allowed: "",
    approval_required: " (needs approval)",
    denied: ` (denied: ${app.reason ?? "policy"})`,
  };
  const windows = app.windows.map((window) => `\n  ${renderWindow(window)}`).join("");
  return `${inLine(app.app_id)}${name}${access[app.access]}${windows}`;
}

function renderWindow(window: WindowInfo): string {
  const { x, y, width, height } = window.bounds;
  const states = (["focused", "modal", "iconified"] as const).filter((state) => window[state]);
  const kind = window.kind === "main" ? [] : [window.kind];
  const words = [...kind, ...states].map((word) => `, ${word}`).join("");
  const title = JSON.stringify(bounded(window.title, 200));
  return `window ${window.window_id} of ${inLine(window.app_id)} ${title} ${width}x${height}+${x}+${y}${words}`;
}

/** Names come from applications: they get no line of their own. */
function inLine(text: string): string {
  return bounded(text.replace(/\s+/g, " "), 200);
}
