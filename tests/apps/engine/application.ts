/**
 * A whole application on a private desktop with a home of its own, and an engine that looks at it.
 * @module
 */
import assert from "node:assert/strict";
import { EngineClient } from "../../../src/client/engine_client.ts";
import { OperationError } from "../../../src/contract/errors.ts";
import { engineEnvironment, openDesktop, type OwnedDesktop, runInDesktop } from "../../../src/desktop/desktop.ts";
import { difference, isUpdating, normalized, readGolden, writeGolden } from "../../support/golden.ts";

/** How long a state may take to show, ms: a first start makes caches, and the machine may have much else to do. */
const STATE_MS = 150_000;
/** What counts as quiet, and how long it is waited for before the next look, ms. */
const QUIET = { ms: 300, timeout_ms: 3_000 };

/** Any window of the application. */
const anyWindow = { predicates: [{ type: "window" as const, title: { regex: "." } }], timeout_ms: 3_000 };

/** What a look saw, and why that is not all. */
interface Sight {
  readonly text: string;
  readonly lacking: string;
}
const nothing: Sight = { text: "", lacking: "not looked at" };

/** Whether there is nothing more to wait for: a text that is to be kept must come twice. */
function isReached(golden: string, before: Sight, { text, lacking }: Sight): boolean {
  if (lacking !== "") return false;
  return isUpdating ? text === before.text : text === readGolden(golden);
}

/** Which application, and how to start it. */
export interface Start {
  /** Application ids of all of its windows. */
  readonly apps: readonly [string, ...string[]];
  /** Program and arguments; `~` stands for its home. */
  readonly argv: readonly string[];
  /** Files of its home by path, written before it starts. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A running application. */
export class Application implements AsyncDisposable {
  readonly #desktop: OwnedDesktop;
  readonly #engine: EngineClient;
  readonly #home: string;
  #app: string;

  private constructor(desktop: OwnedDesktop, { apps }: Start) {
    this.#desktop = desktop;
    this.#home = desktop.state.environment.HOME!;
    this.#app = apps[0];
    const environment = { ...engineEnvironment(desktop.state), CUA_ALLOW_APPS: apps.join(",") };
    this.#engine = new EngineClient({ environment });
  }

  /** Starts one; its windows come later. */
  static async start(start: Start): Promise<Application> {
    const desktop = await openDesktop({ label: start.apps[0], home: "private" });
    const application = new Application(desktop, start);
    try {
      for (const [path, text] of Object.entries(start.files ?? {})) application.#write(path, text);
      await runInDesktop(desktop.state, start.argv.map((word) => word.replaceAll("~", application.#home)));
      return application;
    } catch (error) {
      await application[Symbol.asyncDispose]();
      throw error;
    }
  }

  #write(path: string, text: string): void {
    const whole = `${this.#home}/${path}`;
    Deno.mkdirSync(whole.slice(0, whole.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(whole, text);
  }

  /** Waits until its window looks as it is kept. @param app Another of its application ids. */
  async looksLike(golden: string, app = this.#app): Promise<void> {
    this.#app = app;
    const deadline = performance.now() + STATE_MS;
    let [before, sight] = [nothing, await this.#look()];
    while (performance.now() < deadline && !isReached(golden, before, sight)) {
      [before, sight] = [sight, await this.#look()];
    }
    if (isUpdating && sight.lacking === "") writeGolden(golden, sight.text);
    const kept = readGolden(golden);
    if (sight.lacking !== "" || sight.text !== kept) {
      assert.fail(`tests/goldens/${golden}.txt ${sight.lacking}\n${difference(kept, sight.text)}`);
    }
  }

  /** What its window shows once it is quiet. */
  async #look(): Promise<Sight> {
    try {
      const { ms, timeout_ms } = QUIET;
      await this.#engine.call("wait_for", { app: this.#app, predicates: [{ type: "quiet", ms }], timeout_ms });
      const { text, incomplete } = await this.#engine.call("observe", { app: this.#app });
      return { text: normalized(text, this.#home), lacking: incomplete.map(({ cause }) => cause).join("; ") };
    } catch (error) {
      // It has no window yet, or none any more.
      if (!(error instanceof OperationError) || error.code !== "window_not_found") throw error;
      await this.#engine.call("wait_for", { ...anyWindow, app: this.#app });
      return { text: "", lacking: error.message };
    }
  }

  /** Presses keys, one chord after the other. Qt closes a menu again whose Alt is let go before it shows. */
  async press(...keys: readonly string[]): Promise<void> {
    const actions = keys.map((key) => ({ type: "press_key" as const, key, hold_ms: 50 }));
    await this.#engine.call("act", { target: { app: this.#app }, actions, observe: false });
  }

  /** Performs an action of an element, without the pointer: that would leave a tool tip. */
  async perform(action: string, role: string, name: string): Promise<void> {
    const actions = [{ type: "perform_action" as const, locator: { role, name }, action }];
    await this.#engine.call("act", { target: { app: this.#app }, actions, observe: false });
  }

  /** Clicks an element. */
  async click(role: string, name: string): Promise<void> {
    const actions = [{ type: "click" as const, locator: { role, name } }];
    await this.#engine.call("act", { target: { app: this.#app }, actions, observe: false });
  }

  /** Ends it, with its desktop. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#engine.close();
    await this.#desktop.close();
  }
}
