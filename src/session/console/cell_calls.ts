/**
 * The host's side of the calls that a cell makes: each is translated to operations of the contract.
 * @module
 */
import { OperationError, toOperationError } from "../../contract/errors.ts";
import type { Observation, OperationName, ParamsInput, Result } from "../../contract/operations.ts";
import type { Image } from "../../contract/values.ts";
import type { CellOutput } from "../cell_output.ts";
import { dataOfUrl, readModelImage, type StoredImage } from "../images.ts";
import type { Caller, Session } from "../session.ts";
import { type ActionInput, hasPoint, isActingMethod, readActions, readOptions } from "./actions.ts";
import { type AppHandle, findApp, notRunning, readHandle, readWanted, targetOf } from "./apps.ts";
import { toAppInfo, toGuestApp, toWindowInfo, type Wanted } from "./apps.ts";
import { type Fields, isFields, refuse } from "./fields.ts";
import { apiHelp } from "./help.ts";
import { toLocator } from "./places.ts";
import { renderApps, renderEffect, renderObservation, renderWarning, renderWindows } from "./render.ts";

type Method = (this: CellCalls, ...args: unknown[]) => Promise<unknown>;
type AppMethod = (this: CellCalls, app: AppHandle, ...args: unknown[]) => Promise<unknown>;

/** Longest side of a picture: clients refuse larger ones. */
const MAX_SIDE = 2000;
/** How many applications the state after a cell is shown of. */
const MAX_FINAL_STATES = 3;

/** The calls of one cell. */
export class CellCalls {
  readonly #session: Session;
  readonly #output: CellOutput;
  readonly #caller: Caller;
  /** Applications that were acted on and not shown since. */
  readonly #unseen = new Map<string, AppHandle>();
  /** States that were put out and still hold. */
  readonly #shown = new Map<string, string>();
  readonly #inCell = new AbortController();
  #acting: Promise<unknown> = Promise.resolve();

  /** Serves one cell. */
  constructor(session: Session, output: CellOutput, caller: Caller) {
    this.#session = session;
    this.#output = output;
    this.#caller = caller;
  }

  /**
   * Serves a call of the guest; see `src/sandbox/protocol.ts` for names and arguments.
   *
   * @param name Such as `app.click`.
   * @param args Arguments; they were shaped by model code.
   * @throws {OperationError} What the guest's promise is rejected with.
   */
  async handle(name: string, args: unknown): Promise<unknown> {
    if (!isFields(args)) return refuse(`${name} was called without arguments`);
    if (name === "nodeRepl.emitImage") return this.#emitImage(args);
    if (name === "image.bytes") return this.#session.images.get(args["handle"]).data;
    const list = Array.isArray(args["args"]) ? args["args"] : [];
    if (name.startsWith("app.")) return await this.#appCall(name.slice(4), readHandle(args["app"]), list);
    const method = Object.hasOwn(cuaMethods, name) ? cuaMethods[name] : undefined;
    return method ? await method.apply(this, list) : refuse(`There is no ${name}; cua.help() lists what there is`);
  }

  /** The cell has ended: calls that it left running are cancelled. */
  end(): void {
    this.#inCell.abort();
  }

  /** Shows the state of what was acted on and not shown since; after {@linkcode CellCalls.end}. */
  async showUnseen(): Promise<void> {
    await this.#acting;
    for (const app of [...this.#unseen.values()].slice(0, MAX_FINAL_STATES)) {
      try {
        await this.observe(app, {});
      } catch (error) {
        this.#output.note(`state of ${app.appId} after the last action: ${toOperationError(error).message}`);
      }
    }
  }

  /** Makes a call on behalf of the cell. */
  call<K extends OperationName>(name: K, params: ParamsInput<K>): Promise<Result<K>> {
    const { signal } = this.#caller;
    const isOver = this.#inCell.signal.aborted;
    const limited = isOver ? signal : AbortSignal.any([signal, this.#inCell.signal]);
    return this.#session.call(name, params, { ...this.#caller, signal: limited });
  }

  /** Puts a text out unless model code does not want it. */
  say(options: Fields, text: string): void {
    if (options["emit"] !== false) this.#output.write(text);
  }

  /** Finds a running application. */
  async findRunning(wanted: Wanted) {
    const { apps } = await this.call("list_apps", { running_only: true });
    const found = findApp(apps, wanted);
    if (found) return found;
    const installed = await this.call("list_apps", {});
    throw notRunning(wanted, apps, installed.apps);
  }

  /** Looks at an application, and shows it unless model code does not want that. */
  async observe(app: AppHandle, options: Fields): Promise<Observation> {
    const { query, disableDiffing, screenshot, marks, emit } = options;
    const since = query || disableDiffing ? undefined : this.#session.views.since(app.appId);
    const observation = await this.call("observe", {
      ...this.target(app),
      ...(since === undefined ? {} : { since }),
      ...(query === undefined ? {} : { query: String(query) }),
      screenshot: screenshot === true,
      marks: marks === true,
    });
    this.#show(app, observation, emit !== false, query === undefined);
    return observation;
  }

  /** Where calls to an application go. */
  target(app: AppHandle) {
    return targetOf(app, this.#session.views.windows(app.appId));
  }

  /** The state that this cell has shown and nothing has changed since. */
  shown(app: AppHandle): string | undefined {
    return this.#shown.get(keyOf(app));
  }

  /** Keeps a picture; model code gets its handle, the model the picture. */
  picture(app: AppHandle, image: Image, options: Fields): Fields {
    const { mime_type: mimeType, data, frame, warnings } = image;
    const stored = { mimeType, data, width: frame.width, height: frame.height };
    this.#session.views.pictured(app.appId, frame);
    this.#warn(warnings ?? []);
    if (options["emit"] !== false) this.#emit(stored);
    return { $image: { handle: this.#session.images.add(stored), mimeType, width: frame.width, height: frame.height } };
  }

  #show(app: AppHandle, observation: Observation, isWanted: boolean, isWhole: boolean): void {
    const warnings = isWanted ? this.#session.hints.fresh(observation.warnings) : [];
    const isShown = isWanted && this.#output.state(renderObservation(observation, warnings));
    this.#session.views.observed(observation, isShown);
    if (!isShown || !isWhole) return;
    this.#unseen.delete(keyOf(app));
    this.#shown.set(keyOf(app), observation.text);
  }

  async #appCall(method: string, app: AppHandle, args: unknown[]): Promise<unknown> {
    if (isActingMethod(method)) return await this.#inOrder(() => this.#act(app, readActions(method, args)));
    const reading = Object.hasOwn(appMethods, method) ? appMethods[method] : undefined;
    return reading ? await reading.call(this, app, ...args) : refuse(`An app has no method ${method}; see cua.help()`);
  }

  /** Actions of a cell happen in the order in which they were called, awaited or not. */
  #inOrder<T>(act: () => Promise<T>): Promise<T> {
    const result = this.#acting.then(act);
    this.#acting = result.catch(() => {}); // Its caller hears of the failure.
    return result;
  }

  async #act(app: AppHandle, actions: ActionInput[]): Promise<Fields> {
    const frame = actions.some(hasPoint) ? { frame: this.#frame(app) } : {};
    this.#shown.clear();
    try {
      const result = await this.call("act", { target: this.target(app), actions, observe: false, ...frame });
      this.#unseen.set(keyOf(app), app);
      return this.#report(app, result);
    } catch (error) {
      if (toOperationError(error).dispatched !== "no") this.#unseen.set(keyOf(app), app);
      throw error;
    }
  }

  #report(app: AppHandle, result: Result<"act">): Fields {
    this.#session.views.acted(app.appId, result.windows);
    this.#warn([...result.reports.flatMap((report) => report.warnings), ...result.warnings]);
    for (const report of result.reports) {
      const line = renderEffect(report);
      if (line) this.#output.write(line);
    }
    const last = result.reports.at(-1);
    const { effect, evidence, route } = last ?? { effect: "unknown", evidence: [], route: "accessibility" };
    return { effect, evidence, route, ...(result.window ? { window: toWindowInfo(result.window) } : {}) };
  }

  #frame(app: AppHandle): number {
    const frame = this.#session.views.frame(app.appId);
    if (frame !== undefined) return frame;
    const message = `No screenshot or state of ${app.appId} was taken yet, so a point means nothing; look first`;
    throw new OperationError("input_refused", message);
  }

  #warn(warnings: readonly string[]): void {
    for (const warning of this.#session.hints.fresh(warnings)) this.#output.write(renderWarning(warning));
  }

  #emitImage(args: Fields): null {
    const { image, url, bytes } = args;
    if (isFields(image)) this.#emit(this.#session.images.get(image["handle"]));
    else this.#emit(readModelImage(url === undefined ? bytes : dataOfUrl(url)));
    return null;
  }

  #emit(image: StoredImage): void {
    if (!this.#output.picture(image)) refuse("This cell has put out as many pictures as one result may hold");
  }
}

function keyOf(app: AppHandle): string {
  return app.appId.toLowerCase();
}

/** The text argument of `write(text)`, `launchApp(name)` and the like, also as `{text}`. */
function readText(value: unknown, field: string): string {
  const text = isFields(value) ? value[field] : value;
  return typeof text === "string" ? text : refuse(`It takes a text, or {${field}}`);
}

/** `cua.*`. */
const cuaMethods: Readonly<Record<string, Method>> = {
  async "cua.getState"(options) {
    const wanted = readOptions(options, ["emit"]);
    const { apps } = await this.call("list_apps", { running_only: true });
    this.say(wanted, renderApps(apps));
    return { apps: apps.map(toAppInfo), windows: apps.flatMap((app) => app.windows).map(toWindowInfo) };
  },
  async "cua.listApps"(options) {
    const wanted = readOptions(options, ["emit", "runningOnly"]);
    const { apps } = await this.call("list_apps", { running_only: wanted["runningOnly"] === true });
    this.say(wanted, renderApps(apps));
    return apps.map(toAppInfo);
  },
  async "cua.listWindows"(options) {
    const wanted = readOptions(options, ["emit"]);
    const { windows } = await this.call("list_windows", {});
    this.say(wanted, renderWindows(windows));
    return windows.map(toWindowInfo);
  },
  async "cua.getApp"(which, options) {
    const wanted = readWanted(which);
    const given = readOptions(options ?? (isFields(which) ? { emit: which["emit"] } : {}), ["emit"]);
    const app = await this.findRunning(wanted);
    const windowId = "windowId" in wanted ? wanted.windowId : undefined;
    const handle = { appId: app.app_id, ...(windowId === undefined ? {} : { windowId }) };
    if (given["emit"] !== false) await this.observe(handle, {});
    return toGuestApp(app, windowId);
  },
  async "cua.launchApp"(which, options) {
    const given = readOptions(options ?? (isFields(which) ? { ...which, name: undefined } : {}), [
      "emit",
      "timeoutMs",
      "name",
    ]);
    const timeout = typeof given["timeoutMs"] === "number" ? { timeout_ms: given["timeoutMs"] } : {};
    const result = await this.call("launch_app", { name: readText(which, "name"), ...timeout });
    for (const warning of result.warnings) this.say({}, renderWarning(warning));
    if (!result.window) {
      this.say({}, `${result.app.app_id} was started and has no window yet; use waitFor or listWindows`);
    } else if (given["emit"] !== false) await this.observe({ appId: result.app.app_id }, {});
    return toGuestApp(result.app);
  },
  async "cua.clipboard.read"() {
    return (await this.call("clipboard_read", {})).text;
  },
  async "cua.clipboard.write"(text) {
    await this.call("clipboard_write", { text: readText(text, "text") });
    return null;
  },
  async "cua.clipboard.release"() {
    await this.call("clipboard_release", {});
    return null;
  },
  "cua.help"(options) {
    this.say(readOptions(options, ["emit"]), apiHelp);
    return Promise.resolve(apiHelp);
  },
};

/** Methods of `App` that read. */
const appMethods: Readonly<Record<string, AppMethod>> = {
  async getAXState(app, options) {
    const wanted = readOptions(options, ["emit", "query", "disableDiffing"]);
    const known = wanted["query"] || wanted["disableDiffing"] ? undefined : this.shown(app);
    return known ?? (await this.observe(app, wanted)).text;
  },
  async getScreenshot(app, options) {
    const wanted = readOptions(options, ["emit", "marks", "maxSide"]);
    const side = typeof wanted["maxSide"] === "number" ? Math.min(wanted["maxSide"], MAX_SIDE) : MAX_SIDE;
    const params = { ...this.target(app), marks: wanted["marks"] === true, max_side: side };
    return this.picture(app, await this.call("capture", params), wanted);
  },
  async getAXStateAndScreenshot(app, options) {
    const wanted = readOptions(options, ["emit", "query", "disableDiffing", "marks"]);
    const { text: state, screenshot } = await this.observe(app, { ...wanted, screenshot: true });
    return { state, ...(screenshot ? { screenshot: this.picture(app, screenshot, wanted) } : {}) };
  },
  async find(app, locator, options) {
    const wanted = readOptions(options, ["timeoutMs"]);
    const timeout = typeof wanted["timeoutMs"] === "number" ? { timeout_ms: wanted["timeoutMs"] } : {};
    const { matches } = await this.call("find", { ...this.target(app), locator: toLocator(locator), ...timeout });
    return matches;
  },
  async waitFor(app, condition, options) {
    const wanted = readOptions(options, ["timeoutMs", "present"]);
    const timeout = typeof wanted["timeoutMs"] === "number" ? { timeout_ms: wanted["timeoutMs"] } : {};
    const present = { present: wanted["present"] !== false };
    const params = { ...this.target(app), condition: readCondition(condition, present), ...timeout };
    return await this.call("wait_for", params);
  },
};

function readCondition(value: unknown, present: { present: boolean }): ParamsInput<"wait_for">["condition"] {
  if (value === undefined || value === null) return { type: "quiet" };
  if (isFields(value) && typeof value["quiet"] === "number") return { type: "quiet", ms: value["quiet"] };
  if (isFields(value) && typeof value["window"] === "string") {
    return { type: "window", title: value["window"], ...present };
  }
  return { type: "element", locator: toLocator(value), ...present };
}
