/**
 * Those who look at windows in a bench: our engine and cua-driver, each in a process of its own, asked over lines of
 * JSON.
 * @module
 */
import { EngineClient } from "../../src/client/engine_client.ts";
import type { ParamsInput, Result } from "../../src/contract/operations.ts";
import { engineEnvironment, type OwnedDesktop } from "../../src/desktop/desktop.ts";
import { renderObservation } from "../../src/session/console/render.ts";
import { LineProcess } from "./line_process.ts";
import type { Way } from "./turns.ts";

/** The package that ours is compared with. */
export const PEER = "@trycua/cua-driver@0.28.2";

/** Fetching the package counts too. */
const START_MS = 120_000;
const LOOK_MS = 30_000;
/** How long one call waits for an element, ms: a page's tree comes piece by piece. */
const FIND_MS = 15_000;

/** A window to look at. */
export interface LookTarget {
  /** Process of the application. */
  readonly pid: number;
  /** X id. */
  readonly window: number;
}

/** What a look gave. */
export interface Seen {
  /** The text that a model is given. */
  readonly text: string;
  /** Bytes of all that is given besides pictures. */
  readonly bytes: number;
  /** Whether there is a picture. */
  readonly hasPicture: boolean;
  /** What is wrong with it: `incomplete`, or `stale`. */
  readonly flaw?: string;
}

/** One who looks. */
export interface Looker extends AsyncDisposable {
  /** Looks at a window. */
  look(target: LookTarget, screenshot: boolean): Promise<Seen>;
}

/** Starts our engine; it is connected when this resolves. */
export async function startEngine(desktop: OwnedDesktop): Promise<Engine> {
  const environment = { ...engineEnvironment(desktop.state), CUA_ALLOW_APPS: "bench-form,chromium" };
  const client = new EngineClient({ environment });
  await client.call("hello", {});
  return new Engine(client);
}

/** Our engine. */
export class Engine implements Looker {
  readonly #client: EngineClient;

  /** Takes a client over; use {@linkcode startEngine}. */
  constructor(client: EngineClient) {
    this.#client = client;
  }

  /** Looks, whatever was seen before. */
  async look(target: LookTarget, screenshot: boolean): Promise<Seen> {
    return seenBy(await this.observe(target, { screenshot }));
  }

  /** Looks, with all that our own operation can do. */
  observe(target: LookTarget, options: { since?: number; screenshot?: boolean } = {}): Promise<Result<"observe">> {
    return this.#client.call("observe", { window_id: target.window, ...options });
  }

  /** Performs actions, with all that our own operation can do. */
  act({ window }: LookTarget, actions: ParamsInput<"act">["actions"], observe: boolean): Promise<Result<"act">> {
    return this.#client.call("act", { target: { window_id: window }, actions, observe });
  }

  /** The id of the element with this role and name. */
  async find({ window }: LookTarget, role: string, name: string): Promise<number> {
    const call = { window_id: window, locator: { role, name }, timeout_ms: FIND_MS };
    for (const end = performance.now() + START_MS; performance.now() < end;) {
      const { matches: [match] } = await this.#client.call("find", call);
      if (match?.element !== undefined) return match.element;
    }
    throw new Error(`There is no ${role} ${name}`);
  }

  /** The windows of the display. */
  async windows(): Promise<Result<"list_windows">["windows"]> {
    return (await this.#client.call("list_windows", {})).windows;
  }

  /** Ends it. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.close();
  }
}

/** What of an observation is for the model. */
export function seenBy(observation: Result<"observe">): Seen {
  const text = renderObservation(observation, observation.warnings);
  return {
    text,
    bytes: bytesOf(text),
    hasPicture: observation.screenshot !== undefined,
    ...(observation.incomplete.length === 0 ? {} : { flaw: "incomplete" }),
  };
}

/** Whether a string that ends with a number stands in a text, and not only as the start of another one. */
export function holds(text: string, one: string): boolean {
  return text.split(one).slice(1).some((rest) => !/^\d/.test(rest));
}

/** Waits for the application to change before each run; a look that does not tell of it is stale. */
export function afterChange(application: { change(): Promise<string> }, run: () => Promise<Seen>): Way<Seen> {
  let shown = "";
  return {
    prepare: async () => void (shown = await application.change()),
    run: async () => {
      const seen = await run();
      return holds(seen.text, shown) ? seen : { flaw: "stale", ...seen };
    },
  };
}

/** The length of a text in UTF-8. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** An element as cua-driver tells it. */
export interface PeerElement {
  readonly label?: string;
  /** Names it until the next look. */
  readonly element_token: string;
}

/** A tool's result over MCP. */
interface ToolAnswer {
  readonly error?: string;
  readonly result?: {
    readonly isError?: boolean;
    readonly content: readonly { readonly type: string; readonly text?: string }[];
    readonly structuredContent?: {
      readonly elements_complete?: boolean;
      readonly truncated?: boolean;
      readonly elements?: readonly PeerElement[];
    };
  };
}

/** Starts cua-driver; it has answered once when this resolves. */
export async function startPeer(desktop: OwnedDesktop): Promise<Peer> {
  const host = decodeURIComponent(new URL("./cua_driver_host.ts", import.meta.url).pathname);
  const argv = [Deno.execPath(), "run", "--quiet", "--no-config", "--no-lock", "-A", host, PEER];
  const process = new LineProcess(argv, { ...engineEnvironment(desktop.state), CUA_TELEMETRY_ENABLED: "false" });
  const peer = new Peer(process);
  try {
    await peer.call("list_windows", {}, START_MS);
    return peer;
  } catch (error) {
    await peer[Symbol.asyncDispose]();
    throw new Error(`npm:${PEER}, which ours is compared with, does not start`, { cause: error });
  }
}

/** cua-driver. */
export class Peer implements Looker {
  readonly #process: LineProcess;
  #calls = 0;

  /** Takes a process over; use {@linkcode startPeer}. */
  constructor(process: LineProcess) {
    this.#process = process;
  }

  /** Looks; it walks the tree each time. */
  async look(target: LookTarget, screenshot: boolean): Promise<Seen> {
    const { content, structuredContent } = await this.state(target, screenshot);
    const text = content.filter(({ type }) => type === "text").map(({ text }) => text ?? "").join("\n");
    const bytes = bytesOf(text) + bytesOf(JSON.stringify(structuredContent) ?? "");
    return {
      text,
      bytes,
      hasPicture: content.some(({ type }) => type === "image"),
      ...(structuredContent?.elements_complete === false || structuredContent?.truncated ? { flaw: "incomplete" } : {}),
    };
  }

  /** What it tells of a window. */
  state({ pid, window }: LookTarget, screenshot = false): Promise<NonNullable<ToolAnswer["result"]>> {
    return this.call("get_window_state", { pid, window_id: window, include_screenshot: screenshot }, LOOK_MS);
  }

  /** Calls a tool. @throws {Error} When it fails, or does not answer within the deadline (ms). */
  async call(name: string, given: unknown, deadlineMs: number): Promise<NonNullable<ToolAnswer["result"]>> {
    const request = { id: ++this.#calls, name, arguments: given };
    const { result, error } = await this.#process.ask(request, deadlineMs) as ToolAnswer;
    if (result && !result.isError) return result;
    throw new Error(`cua-driver answered ${name} with ${error ?? JSON.stringify(result?.content)}`);
  }

  /** Ends it. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process[Symbol.asyncDispose]();
  }
}
