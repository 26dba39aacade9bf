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
import { type ActionInput, hasPoint, isActingMethod, readActions } from "./actions.ts";
import { type AppHandle, findApp, notRunning, readHandle, targetOf, toWindowInfo, type Wanted } from "./apps.ts";
import type { CellContext } from "./cell_context.ts";
import { type Fields, isFields, refuse } from "./fields.ts";
import { appMethods, cuaMethods } from "./methods.ts";
import { toPicture } from "./picture_options.ts";
import { renderEffect, renderObservation, renderWarning } from "./render.ts";

/** How many applications the state after a cell is shown of. */
const MAX_FINAL_STATES = 3;

/** The calls of one cell. */
export class CellCalls implements CellContext {
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
    return method ? await method(this, ...list) : refuse(`There is no ${name}; cua.help() lists what there is`);
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
    const { query, maxResults, disableDiffing, screenshot, emit } = options;
    const since = query || disableDiffing ? undefined : this.#session.views.since(app.appId);
    const observation = await this.call("observe", {
      ...this.target(app),
      ...(since === undefined ? {} : { since }),
      ...(query === undefined ? {} : { query: isFields(query) ? query : String(query) }),
      ...(typeof maxResults === "number" ? { max_results: maxResults } : {}),
      screenshot: screenshot === true,
      ...toPicture(options),
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
    return reading ? await reading(this, app, ...args) : refuse(`An app has no method ${method}; see cua.help()`);
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
