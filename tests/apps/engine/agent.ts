/**
 * Does tasks in real applications through the engine alone, and looks at the files that come of it.
 * @module
 */
import assert from "node:assert/strict";
import { EngineClient } from "../../../src/client/engine_client.ts";
import type { ActionReport } from "../../../src/contract/actions.ts";
import { OperationError } from "../../../src/contract/errors.ts";
import type { ParamsInput, Result } from "../../../src/contract/operations.ts";
import { engineEnvironment, openDesktop, type OwnedDesktop } from "../../../src/desktop/desktop.ts";
import { delay } from "../../../src/engine/time.ts";
import { type Pixels, pixelsOf } from "../../support/pixels.ts";

/** How long an effect may take to show, ms: the machine may have much else to do. */
const PATIENCE_MS = 60_000;
/** The longest that the engine waits in one call, ms. */
const WAIT_MS = 15_000;
const LOOK_MS = 50;

type Action = ParamsInput<"act">["actions"][number];
type Predicate = ParamsInput<"wait_for">["predicates"][number];
type Locator = ParamsInput<"find">["locator"];
type Rect = NonNullable<Match["bounds"]>;
/** Across and down. */
type Place = readonly [number, number];
type Match = Result<"find">["matches"][number];

/** What an agent begins with. */
export interface Beginning {
  /** Files of its home by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Variables of its applications, besides the desktop's. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** An engine on a private desktop with a home of its own. */
export class Agent implements AsyncDisposable {
  /** Its home. */
  readonly home: string;
  readonly #desktop: OwnedDesktop;
  readonly #engine: EngineClient;
  readonly #unseen: string[] = [];
  #app = "";

  private constructor(desktop: OwnedDesktop, { files = {}, environment = {} }: Beginning) {
    this.#desktop = desktop;
    this.home = desktop.state.environment.HOME!;
    for (const [path, text] of Object.entries(files)) this.#write(path, text);
    this.#engine = new EngineClient({
      environment: { ...engineEnvironment(desktop.state), ...environment, CUA_ALLOW_APPS: "*" },
    });
  }

  /** Opens one. */
  static async open(beginning: Beginning = {}): Promise<Agent> {
    return new Agent(await openDesktop({ label: "end to end", home: "private" }), beginning);
  }

  #write(path: string, text: string): void {
    const whole = `${this.home}/${path}`;
    Deno.mkdirSync(whole.slice(0, whole.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(whole, text);
  }

  /**
   * Starts an application and waits until its window can be read; what follows is done in it. A first start makes
   * caches: it may take longer than one call waits.
   *
   * @param title What the title of its window holds.
   */
  async launch(name: string, title: string): Promise<void> {
    await this.#engine.call("launch_app", { name, timeout_ms: 18_000 }).catch((error) => {
      if (!(error instanceof OperationError) || error.code !== "timeout") throw error;
    });
    await this.#until(async () => {
      const { windows } = await this.#engine.call("list_windows", {});
      this.#app = windows.find((window) => window.title.includes(title))?.app_id ?? "";
      return this.#app !== "" && (await this.#engine.call("observe", { app: this.#app })).incomplete.length === 0;
    }, `no window "${title}" that can be read`);
    await this.#engine.call("wait_for", { app: this.#app, predicates: [{ type: "quiet" }] });
  }

  async #until(isSo: () => boolean | Promise<boolean>, otherwise: string): Promise<void> {
    for (const end = performance.now() + PATIENCE_MS; !await isSo(); await delay(LOOK_MS)) {
      if (performance.now() > end) assert.fail(`${otherwise}\n${this.#unseen.join("\n")}\n${await this.text()}`);
    }
  }

  /** Another application id of the same application: an office suite has several. */
  inApp(app: string): void {
    this.#app = app;
  }

  /** Performs actions. */
  async does(...actions: readonly Action[]): Promise<void> {
    const call = { target: { app: this.#app }, actions: [...actions], observe: false };
    this.#keep((await this.#engine.call("act", call)).reports);
  }

  /** What had no effect or a warning is told when something is missing in the end. */
  #keep(reports: readonly ActionReport[]): void {
    const telling = reports.filter(({ effect, warnings }) => effect === "none" || warnings.length > 0);
    this.#unseen.push(...telling.map(({ type, effect, warnings }) => `${type}: ${effect}; ${warnings.join("; ")}`));
  }

  /** Presses keys, one chord after the other. */
  async press(...keys: readonly string[]): Promise<void> {
    await this.does(...keys.map((key) => ({ type: "press_key", key }) as const));
  }

  /** Clicks elements, one after the other. */
  async click(...locators: readonly Locator[]): Promise<void> {
    await this.does(...locators.map((locator) => ({ type: "click", locator }) as const));
  }

  /** Drags one element onto another, as they lie in a picture of the window. */
  async drag(from: Locator, to: Locator): Promise<void> {
    const middle = async (locator: Locator): Promise<Place> => {
      const { x, y, width, height } = (await this.finds(locator)).bounds!;
      return [x + width / 2, y + height / 2];
    };
    const places = [await middle(from), await middle(to)];
    await this.#dragAlong(() => places);
  }

  /** Drags through the active window. @param way In parts of its width and height. */
  async draw(...way: readonly Place[]): Promise<void> {
    await this.#dragAlong(({ x, y, width, height }) =>
      way.map(([right, down]) => [x + right * width, y + down * height])
    );
  }

  async #dragAlong(placesIn: (window: Rect) => readonly Place[]): Promise<void> {
    const { frame } = await this.#engine.call("capture", { app: this.#app });
    const { windows } = await this.#engine.call("list_windows", {});
    const { bounds } = windows.find(({ window_id }) => window_id === frame.window_id)!;
    const inPicture = ([x, y]: Place): Place => [(x - bounds.x) * frame.scale, (y - bounds.y) * frame.scale];
    const path = placesIn(bounds).map((place) => inPicture(place).map(Math.floor) as [number, number]);
    const call = { target: { app: this.#app }, actions: [{ type: "drag" as const, path }], frame: frame.id };
    this.#keep((await this.#engine.call("act", { ...call, observe: false })).reports);
  }

  /** Waits until all of it is seen. */
  async sees(...predicates: readonly Predicate[]): Promise<void> {
    const call = { app: this.#app, predicates: [...predicates], timeout_ms: WAIT_MS };
    const isSeen = async () => (await this.#engine.call("wait_for", call)).met;
    await this.#until(isSeen, `not seen: ${JSON.stringify(predicates)}`);
  }

  /** Opens a page of its home in Chromium. @param title What the page's title holds. */
  async visit(path: string, title: string): Promise<void> {
    await this.launch("chromium", "Chromium");
    await this.press("ctrl+l");
    await this.sees({
      type: "state",
      locator: { role: "textbox", name: "Address and search bar" },
      states: ["focused"],
    });
    await this.does({ type: "type_text", text: `file://${this.home}/${path}\n` });
    await this.seesWindow(title);
  }

  /** Waits for a window of that title, and until it is the one that the next action goes to. */
  async seesWindow(title: string): Promise<void> {
    await this.sees({ type: "window", title: { regex: title } });
    const isActive = async () => {
      const { windows } = await this.#engine.call("list_windows", {});
      return windows.some(({ focused, title: shown }) => focused && new RegExp(title).test(shown));
    };
    await this.#until(isActive, `the window ${title} is not active`);
  }

  /** The one element that a locator means, once it is there. */
  async finds(locator: Locator): Promise<Match> {
    const call = { app: this.#app, locator, timeout_ms: WAIT_MS };
    const { matches: [match, ...others] } = await this.#engine.call("find", call);
    assert.ok(match && others.length === 0, `${JSON.stringify(locator)}: ${match ? "several" : "none"}`);
    return match;
  }

  /** What the active window shows. */
  async text(): Promise<string> {
    return (await this.#engine.call("observe", { app: this.#app })).text;
  }

  /** The code of an operation's refusal. */
  async refusal(name: string): Promise<string> {
    const call = this.#engine.call("launch_app", { name });
    return await call.then(() => "none", (error) => error instanceof OperationError ? error.code : String(error));
  }

  /** Waits until a file of its home holds a text; null for one that is not there. */
  async hasFile(path: string, text: string | null): Promise<void> {
    await this.has(path, (content) => content === text);
  }

  /** Waits until a file of its home is as it should be. */
  async has(path: string, isWanted: (content: string | null) => boolean): Promise<void> {
    await this.#until(() => isWanted(read(`${this.home}/${path}`)), `${path} is not as it should be`);
  }

  /** Waits until a file of its home is a whole picture that is as it should be. */
  async hasPicture(path: string, isWanted: (picture: Pixels) => boolean): Promise<void> {
    const isThere = () => {
      const bytes = readBytes(`${this.home}/${path}`);
      return bytes !== null && isWholePng(bytes) && isWanted(pixelsOf({ data: bytes.toBase64() }));
    };
    await this.#until(isThere, `${path} is not as it should be`);
  }

  /** Ends everything. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#engine.close();
    await this.#desktop.close();
  }
}

function read(path: string): string | null {
  const bytes = readBytes(path);
  return bytes && new TextDecoder().decode(bytes);
}

/** A PNG ends with the chunk IEND: its name and a checksum of four bytes. */
function isWholePng(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes.slice(-8, -4)) === "IEND";
}

function readBytes(path: string): Uint8Array | null {
  try {
    return Deno.readFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
