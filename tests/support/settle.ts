/**
 * A private desktop with a settling fixture on it (`fixtures/settle/situations.py`), engines that may drive it, and the
 * situations to put it into.
 * @module
 */
import { EngineClient } from "../../src/client/engine_client.ts";
import type { ParamsInput, Result } from "../../src/contract/operations.ts";
import { engineEnvironment, openDesktop, type OwnedDesktop } from "../../src/desktop/desktop.ts";
import { CommandedFixture } from "./commanded.ts";

/** A toolkit that has a settling fixture. */
export type SettleToolkit = "gtk3" | "gtk4" | "qt5" | "qt6";

/** One action. */
export type Action = ParamsInput<"act">["actions"][number];

/** Something that the fixture saw. */
export interface SettleEvent {
  /** When, ms of `performance.now()` here. */
  readonly t: number;
  /** See the fixture. */
  readonly event: string;
}

/** A situation of the corpus. */
export interface Situation {
  /** Its name. */
  readonly name: string;
  /** Brings it about; nothing of it is measured. */
  readonly before: readonly Action[];
  /** What is measured. */
  readonly action: Action;
  /** The event after which nothing more happens. */
  readonly final: "final" | "closed";
}

/** A click on something that is named. */
export function click(name: string, role?: string): Action {
  return { type: "click", locator: { name, ...(role ? { role } : {}) } };
}

const press = (key: string): Action => ({ type: "press_key", key });
const byButton = (name: string): Situation => ({ name, before: [], action: click(name, "button"), final: "final" });

/** The corpus. What leaves no evidence is last: the seeds' rule misses it too. */
export const situations: readonly Situation[] = [
  byButton("Label"),
  byButton("Dialog"),
  byButton("Again"),
  { name: "menu", before: [], action: click("Menu"), final: "final" },
  { name: "menu item", before: [click("Menu")], action: click("Open dialog…"), final: "final" },
  { name: "shortcut", before: [], action: press("ctrl+d"), final: "final" },
  { name: "Return closes", before: [click("Dialog", "button")], action: press("Return"), final: "closed" },
  { name: "Escape closes", before: [click("Dialog", "button")], action: press("Escape"), final: "closed" },
  byButton("Chooser"),
  byButton("Idle"),
  byButton("Thread"),
  byButton("Timer 100"),
  byButton("Handler"),
  byButton("Dead"),
  byButton("Timer 300"),
  byButton("Timer 1000"),
];

/** How one action went. */
export interface Trial {
  /** From the final state until the result was there, ms; negative: it came too early; null: no such state was seen. */
  readonly waitMs: number | null;
  /** What the engine says that it waited, ms. */
  readonly settleMs: number;
  /** The whole result. */
  readonly result: Result<"act">;
}

/** Longest that a situation takes to its final state, ms. */
const FINAL_MS = 5_000;

/** What is on stage. */
export class SettleStage implements AsyncDisposable {
  /** The desktop. */
  readonly desktop: OwnedDesktop;
  /** The fixture. */
  readonly fixture: CommandedFixture;
  /** Its application id. */
  readonly app: string;
  /** The engine. */
  readonly engine: EngineClient;
  readonly #engines: EngineClient[] = [];
  #offset = 0;

  private constructor(desktop: OwnedDesktop, fixture: CommandedFixture, app: string) {
    this.desktop = desktop;
    this.fixture = fixture;
    this.app = app;
    this.engine = this.anotherEngine();
  }

  /** Sets the stage. @param args Options of the fixture. */
  static async set(toolkit: SettleToolkit, args: readonly string[] = []): Promise<SettleStage> {
    const desktop = await openDesktop({ label: `settle ${toolkit}` });
    const fixture = new CommandedFixture(`fixtures/settle/${toolkit}.py`, desktop.state.environment, args);
    try {
      await fixture.line();
      const stage = new SettleStage(desktop, fixture, `settle-${toolkit}`);
      await stage.#setClock();
      return stage;
    } catch (error) {
      await fixture[Symbol.asyncDispose]();
      await desktop.close();
      throw error;
    }
  }

  /** Another engine on the same desktop. @param settings Its variables. */
  anotherEngine(settings: Readonly<Record<string, string>> = {}): EngineClient {
    const environment = { ...engineEnvironment(this.desktop.state), CUA_ALLOW_APPS: this.app, ...settings };
    const engine = new EngineClient({ environment });
    this.#engines.push(engine);
    return engine;
  }

  /** Acts on the fixture. */
  async act(actions: readonly Action[], engine = this.engine): Promise<Result<"act">> {
    // To an engine, what another one sends is somebody else's input.
    if (this.#engines.length > 1) await engine.call("turn_ended", {});
    return await engine.call("act", { target: { app: this.app }, actions: [...actions], observe: false });
  }

  /** What happened since the last time. */
  async events(): Promise<SettleEvent[]> {
    const events = JSON.parse(await this.fixture.tell("events")) as SettleEvent[];
    return events.map(({ t, event }) => ({ t: t + this.#offset, event }));
  }

  /** Closes what is open. */
  async reset(): Promise<void> {
    await this.fixture.tell("reset");
    await this.events();
  }

  /** Puts the fixture into a situation and measures. */
  async try({ before, action, final }: Situation, engine = this.engine): Promise<Trial> {
    await this.reset();
    for (const each of before) await this.act([each], engine);
    await this.events();
    const result = await this.act([action], engine);
    const done = performance.now();
    const seen = await this.#waitFor(final, done);
    await this.reset();
    return { waitMs: seen === null ? null : done - seen, settleMs: result.reports[0]!.timing.settle_ms, result };
  }

  /** Ends everything. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const engine of this.#engines) await engine.close();
    await this.fixture[Symbol.asyncDispose]();
    await this.desktop.close();
  }

  async #waitFor(final: string, since: number): Promise<number | null> {
    while (performance.now() - since < FINAL_MS) {
      const last = (await this.events()).findLast(({ event }) => event === final);
      if (last) return last.t;
      await new Promise((resolve) => setTimeout(resolve, 5)); // It tells nothing by itself.
    }
    return null;
  }

  /** The difference of the two monotonic clocks, by the quickest of some answers. */
  async #setClock(): Promise<void> {
    let best = Infinity;
    for (let count = 0; count < 20; count++) {
      const asked = performance.now();
      const theirs = Number(await this.fixture.tell("clock"));
      const took = performance.now() - asked;
      if (took >= best) continue;
      best = took;
      this.#offset = asked + took / 2 - theirs;
    }
  }
}
