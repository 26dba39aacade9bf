/**
 * Things that end in the middle of actions: a window, its application, the accessibility bus, the X server.
 * @module
 */
import assert from "node:assert/strict";
import { EngineClient } from "../../src/client/engine_client.ts";
import { OperationError } from "../../src/contract/errors.ts";
import type { ParamsInput, Result } from "../../src/contract/operations.ts";
import { engineEnvironment, openDesktop, type OwnedDesktop } from "../../src/desktop/desktop.ts";
import { eventually } from "../integration/desktop/leftovers.ts";
import { LoneBus } from "./lone_bus.ts";
import { Fixture, fixtures } from "./fixture.ts";
import { XClient } from "./x_client.ts";
import { type InputState, XDevices } from "./x_devices.ts";
import { failure } from "./failure.ts";

type Actions = ParamsInput<"act">["actions"];
type Point = [x: number, y: number];

const app = fixtures.gtk3.wmClass;
/** X.h's mask of the five buttons. */
const BUTTONS = 0x1f << 8;
/** How long is held, ms: much longer than a trial takes, unless the fault is none for what holds. */
const holdMs = { window: 9_000, application: 9_000, "X server": 9_000, "accessibility bus": 2_000 } as const;
/** There and back: 20 steps each. */
const LEGS = 6;
const TEXT = "abcdefghij".repeat(400);

/** What ends. */
export const faults = ["window", "application", "accessibility bus", "X server"] as const;
/** One of {@linkcode faults}. */
export type Fault = typeof faults[number];

/** What is going on when it ends. */
export const moments = ["a click that holds", "a drag", "a chord that holds", "typing"] as const;
/** One of {@linkcode moments}. */
export type Moment = typeof moments[number];

/** What an act that was struck told: the error's code or the last effect, and what had been dispatched. */
export interface Outcome {
  readonly told: string;
  readonly dispatched: string;
}

/** A desktop with a form on it, an engine, and somebody else who looks at what is held. */
export class FaultStage implements AsyncDisposable {
  readonly #desktop: OwnedDesktop;
  readonly #bus: LoneBus;
  readonly #engine: EngineClient;
  readonly #observer: XDevices;
  #fixture: Fixture;

  private constructor(desktop: OwnedDesktop, bus: LoneBus, fixture: Fixture) {
    this.#desktop = desktop;
    this.#bus = bus;
    this.#fixture = fixture;
    this.#observer = new XDevices(desktop.state.environment);
    const environment = { ...engineEnvironment(desktop.state), AT_SPI_BUS_ADDRESS: bus.address, CUA_ALLOW_APPS: app };
    this.#engine = new EngineClient({ environment });
  }

  /** Sets it. */
  static async set(): Promise<FaultStage> {
    await using started = new AsyncDisposableStack();
    const desktop = await openDesktop({ label: "faults" });
    started.defer(() => desktop.close());
    const bus = started.use(await LoneBus.start(desktop.state.environment));
    const stage = new FaultStage(desktop, bus, await startForm(desktop, bus));
    started.move();
    return stage;
  }

  /** Lets something end in the middle of an action. Everything that is promised of it is checked. */
  async strike(fault: Fault, moment: Moment): Promise<Outcome> {
    const engine = await this.#ready();
    const title = fault === "window" ? await this.#openDialog() : fixtures.gtk3.title;
    const { outcome: awaited } = await this.#begin(moment, fault);
    await this.#end(fault, title);
    const outcome = await awaited;
    assert.match(outcome.dispatched, /^(yes|partly|unknown)$/, JSON.stringify(outcome));
    if (fault === "X server") {
      // Its desktop ends with it, and takes the engine along.
      await this.#isRefused();
      return outcome;
    }
    assert.equal(this.#engine.pid, engine, "the engine ended");
    assert.ok(isIdle(await this.#observer.state()), `held: ${JSON.stringify(await this.#observer.state())}`);
    await this.#goesOn(fault);
    assert.equal(this.#engine.pid, engine, "the engine ended");
    return outcome;
  }

  /** The engine's process, once it can read the form. */
  async #ready(): Promise<number> {
    await this.#point("button", "Press me");
    return this.#engine.pid!;
  }

  async #openDialog(): Promise<string> {
    const before = this.#fixture.events().length;
    await this.#act([{ type: "click", locator: { role: "button", name: "Open dialog" } }]);
    await this.#fixture.waitFor(({ state }) => state === "opened", before);
    return "Fixture dialog";
  }

  /** Starts an act and waits until it is in the middle. */
  async #begin(moment: Moment, fault: Fault): Promise<{ outcome: Promise<Outcome> }> {
    const [actions, frame] = await this.#actions(moment, fault);
    const before = this.#fixture.events().length;
    const outcome = this.#act(actions, frame).then(toldByReport, toldByError);
    const isTyped = () => this.#fixture.events().slice(before).some(({ event }) => event === "key_release");
    const isHeld = async () => !isIdle(await this.#observer.state());
    const isMid = moment === "typing" ? isTyped : isHeld;
    await Promise.race([
      eventually(isMid, () => `${moment}: it never began`, 30_000),
      outcome.then((told) => assert.fail(`${moment}: it was done before: ${JSON.stringify(told)}`)),
    ]);
    return { outcome };
  }

  async #actions(moment: Moment, fault: Fault): Promise<[Actions, number?]> {
    const inDialog = fault === "window";
    const hold_ms = holdMs[fault];
    const button = { role: "button", name: inDialog ? "Cancel it" : "Press me" };
    switch (moment) {
      case "a click that holds":
        return [[{ type: "click", locator: button, hold_ms }]];
      case "a chord that holds":
        return [[{ type: "press_key", key: "shift+F9", hold_ms }]];
      case "typing":
        if (!inDialog) await this.#act([{ type: "click", locator: { role: "textbox", name: "Notes" } }]);
        return [[{ type: "type_text", text: TEXT }]];
      case "a drag": {
        const [[x, y], frame] = await this.#point("button", button.name);
        const there: Point = [x + 3, y + 3];
        const path = Array.from({ length: LEGS }, () => [[x, y], there] as Point[]).flat();
        return [[{ type: "drag", path }], frame];
      }
    }
  }

  /** The middle of an element in a picture of its window. */
  async #point(role: string, name: string): Promise<[Point, number]> {
    let found: [Point, number] | undefined;
    const isFound = async () => (found = await this.#look(role, name)) !== undefined;
    await eventually(isFound, () => `no ${name}`, 30_000);
    return found!;
  }

  async #look(role: string, name: string): Promise<[Point, number] | undefined> {
    const { matches: [match] } = await this.#engine.call("find", { app, locator: { role, name } });
    const { frame, window } = await this.#engine.call("observe", { app });
    if (!match?.bounds || !frame) return undefined;
    const { x, y, width, height } = match.bounds;
    const inWindow = [x + width / 2 - window.bounds.x, y + height / 2 - window.bounds.y] as const;
    return [[Math.floor(inWindow[0] * frame.scale), Math.floor(inWindow[1] * frame.scale)], frame.id];
  }

  #act(actions: Actions, frame?: number): Promise<Result<"act">> {
    const more = frame === undefined ? {} : { frame };
    return this.#engine.call("act", { target: { app }, actions, observe: false, delivery: "core_device", ...more });
  }

  async #end(fault: Fault, title: string): Promise<void> {
    if (fault === "window") return await this.#closeWindow(title);
    if (fault === "accessibility bus") return await this.#bus.kill();
    const pid = fault === "X server" ? this.#desktop.state.services.x_server!.pid : this.#fixture.pid;
    Deno.kill(pid, "SIGKILL");
  }

  async #closeWindow(title: string): Promise<void> {
    const { windows } = await this.#engine.call("list_windows", {});
    const window = windows.find((one) => one.title === title)!;
    await using client = new XClient(this.#desktop.state.environment);
    await client.do("close", window.window_id);
  }

  /** The next calls are served; on a bus that starts again, by an application that does too. */
  async #goesOn(fault: Fault): Promise<void> {
    if (fault === "accessibility bus") {
      // One call tells of the loss.
      await this.#engine.call("list_windows", {}).catch((error) => assert.equal(error.code, "desktop_unavailable"));
      await this.#bus.restart();
    }
    if (fault !== "window") {
      await this.#fixture[Symbol.asyncDispose]();
      this.#fixture = await startForm(this.#desktop, this.#bus);
    }
    const before = this.#fixture.events().length;
    await this.#act([{ type: "click", locator: { role: "button", name: "Press me" } }]);
    await this.#fixture.waitFor(({ widget, event }) => widget === "press" && event === "clicked", before);
  }

  /** Without its X server each call ends with a word on that. */
  async #isRefused(): Promise<void> {
    for (let call = 0; call < 2;) {
      const error = await failure(this.#act([{ type: "press_key", key: "a" }]));
      // The desktop takes its engine along, which can be in the middle of the call: then the next one is another's.
      if (error.details?.engine_ended) continue;
      assert.equal(error.code, "desktop_unavailable", error.message);
      call++;
    }
  }

  /** Ends all. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#engine.close();
    await this.#fixture[Symbol.asyncDispose]();
    await this.#observer[Symbol.asyncDispose]();
    await this.#bus[Symbol.asyncDispose]();
    await this.#desktop.close();
  }
}

/** Strikes in the middle of each moment in turn, and counts the outcomes. A dead server takes its stage along. */
export async function strikes(fault: Fault, count: number): Promise<Map<string, number>> {
  const outcomes = new Map<string, number>();
  for (let done = 0; done < count;) {
    await using stage = await FaultStage.set();
    const last = fault === "X server" ? done + 1 : count;
    for (; done < last; done++) {
      const moment = moments[done % moments.length]!;
      const { told, dispatched } = await stage.strike(fault, moment);
      const line = `${moment}: ${told}, dispatched ${dispatched}`;
      outcomes.set(line, (outcomes.get(line) ?? 0) + 1);
    }
  }
  return outcomes;
}

function startForm(desktop: OwnedDesktop, bus: LoneBus): Promise<Fixture> {
  return Fixture.start("gtk3", { ...desktop.state.environment, AT_SPI_BUS_ADDRESS: bus.address });
}

function isIdle({ mask, keys }: InputState): boolean {
  return keys.length === 0 && (mask & BUTTONS) === 0;
}

function toldByReport({ reports }: Result<"act">): Outcome {
  return { told: `reported ${reports.at(-1)!.effect}`, dispatched: "yes" };
}

function toldByError(error: unknown): Outcome {
  assert.ok(error instanceof OperationError, String(error));
  assert.notEqual(error.code, "internal", error.message);
  return { told: error.code, dispatched: error.dispatched };
}
