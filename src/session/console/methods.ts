/**
 * Methods of the console that read, and those of `cua`; the acting ones of `App` are in `actions.ts`.
 * @module
 */
import { readOptions } from "./actions.ts";
import { type AppHandle, readWanted, toAppInfo, toGuestApp, toWindowInfo } from "./apps.ts";
import type { CellContext } from "./cell_context.ts";
import { type Fields, isFields, refuse } from "./fields.ts";
import { apiHelp } from "./help.ts";
import { pictureFields, toPicture } from "./picture_options.ts";
import { toLocator } from "./places.ts";
import { toPredicates } from "./predicates.ts";
import { renderApps, renderSearch, renderWarning, renderWindows } from "./render.ts";

/** A method of `cua`; its arguments were shaped by model code. */
export type Method = (cell: CellContext, ...args: unknown[]) => Promise<unknown>;
/** A method of `App`. */
export type AppMethod = (cell: CellContext, app: AppHandle, ...args: unknown[]) => Promise<unknown>;

/** The text argument of `write(text)`, `launchApp(name)` and the like, also as `{text}`. */
function readText(value: unknown, field: string): string {
  const text = isFields(value) ? value[field] : value;
  return typeof text === "string" ? text : refuse(`It takes a text, or {${field}}`);
}

/** `cua.*`. */
export const cuaMethods: Readonly<Record<string, Method>> = {
  async "cua.getState"(cell, options) {
    const wanted = readOptions(options, ["emit"]);
    const { apps } = await cell.call("list_apps", { running_only: true });
    cell.say(wanted, renderApps(apps));
    return { apps: apps.map(toAppInfo), windows: apps.flatMap((app) => app.windows).map(toWindowInfo) };
  },
  async "cua.listApps"(cell, options) {
    const wanted = readOptions(options, ["emit", "runningOnly"]);
    const { apps } = await cell.call("list_apps", { running_only: wanted["runningOnly"] === true });
    cell.say(wanted, renderApps(apps));
    return apps.map(toAppInfo);
  },
  async "cua.listWindows"(cell, options) {
    const wanted = readOptions(options, ["emit"]);
    const { windows } = await cell.call("list_windows", {});
    cell.say(wanted, renderWindows(windows));
    return windows.map(toWindowInfo);
  },
  async "cua.getApp"(cell, which, options) {
    const wanted = readWanted(which);
    const given = readOptions(options ?? (isFields(which) ? { emit: which["emit"] } : {}), ["emit"]);
    const app = await cell.findRunning(wanted);
    const windowId = "windowId" in wanted ? wanted.windowId : undefined;
    const handle = { appId: app.app_id, ...(windowId === undefined ? {} : { windowId }) };
    if (given["emit"] !== false) await cell.observe(handle, {});
    return toGuestApp(app, windowId);
  },
  async "cua.launchApp"(cell, which, options) {
    const given = readOptions(options ?? (isFields(which) ? { ...which, name: undefined } : {}), [
      "emit",
      "timeoutMs",
      "name",
    ]);
    const timeout = typeof given["timeoutMs"] === "number" ? { timeout_ms: given["timeoutMs"] } : {};
    const result = await cell.call("launch_app", { name: readText(which, "name"), ...timeout });
    for (const warning of result.warnings) cell.say({}, renderWarning(warning));
    if (!result.window) {
      cell.say({}, `${result.app.app_id} was started and has no window yet; use waitFor or listWindows`);
    } else if (given["emit"] !== false) await cell.observe({ appId: result.app.app_id }, {});
    return toGuestApp(result.app);
  },
  async "cua.clipboard.read"(cell) {
    return (await cell.call("clipboard_read", {})).text;
  },
  async "cua.clipboard.write"(cell, text) {
    await cell.call("clipboard_write", { text: readText(text, "text") });
    return null;
  },
  async "cua.clipboard.release"(cell) {
    await cell.call("clipboard_release", {});
    return null;
  },
  "cua.help"(cell, options) {
    cell.say(readOptions(options, ["emit"]), apiHelp);
    return Promise.resolve(apiHelp);
  },
};

/** Methods of `App` that read. */
export const appMethods: Readonly<Record<string, AppMethod>> = {
  async getAXState(cell, app, options) {
    const wanted = readOptions(options, ["emit", "query", "maxResults", "disableDiffing"]);
    const known = wanted["query"] || wanted["disableDiffing"] ? undefined : cell.shown(app);
    return known ?? (await cell.observe(app, wanted)).text;
  },
  async getScreenshot(cell, app, options) {
    const wanted = readOptions(options, ["emit", ...pictureFields]);
    return cell.picture(app, await cell.call("capture", { ...cell.target(app), ...toPicture(wanted) }), wanted);
  },
  async getAXStateAndScreenshot(cell, app, options) {
    const wanted = readOptions(options, ["emit", "query", "maxResults", "disableDiffing", ...pictureFields]);
    const { text: state, screenshot } = await cell.observe(app, { ...wanted, screenshot: true });
    return { state, ...(screenshot ? { screenshot: cell.picture(app, screenshot, wanted) } : {}) };
  },
  async find(cell, app, locator, options) {
    const wanted = readOptions(options, ["timeoutMs", "maxResults"]);
    const limit = typeof wanted["maxResults"] === "number" ? { max_results: wanted["maxResults"] } : {};
    const params = { ...cell.target(app), locator: toLocator(locator), ...readTimeout(wanted), ...limit };
    const { matches, truncated, incomplete } = await cell.call("find", params);
    const notice = renderSearch(matches.length, truncated, incomplete);
    if (notice) cell.say({}, notice);
    return matches;
  },
  async waitFor(cell, app, conditions, options) {
    const wanted = readOptions(options, ["timeoutMs", "present", "mode"]);
    const predicates = toPredicates(conditions, wanted["present"] !== false);
    const mode = wanted["mode"] === "any" ? "any" : "all";
    return await cell.call("wait_for", { ...cell.target(app), predicates, mode, ...readTimeout(wanted) });
  },
};

function readTimeout({ timeoutMs }: Fields): { timeout_ms?: number } {
  return typeof timeoutMs === "number" ? { timeout_ms: timeoutMs } : {};
}
