/**
 * A private desktop with a fixture on it and an engine that may drive it.
 * @module
 */
import { EngineClient } from "../../src/client/engine_client.ts";
import { engineEnvironment, openDesktop, type OwnedDesktop } from "../../src/desktop/desktop.ts";
import type { ActionReport } from "../../src/contract/actions.ts";
import type { ParamsInput, Result } from "../../src/contract/operations.ts";
import { Fixture, fixtures, type Toolkit } from "./fixture.ts";

/** What is on stage. */
export interface Stage extends AsyncDisposable {
  /** The desktop. */
  readonly desktop: OwnedDesktop;
  /** The fixture. */
  readonly fixture: Fixture;
  /** The engine. */
  readonly engine: EngineClient;
  /** The fixture's application id. */
  readonly app: string;
  /** Performs actions on the fixture. */
  act(actions: ParamsInput<"act">["actions"], more?: Partial<ParamsInput<"act">>): Promise<Result<"act">>;
  /** Performs one action and gives its report. */
  report(action: ParamsInput<"act">["actions"][number]): Promise<ActionReport>;
  /** The tree's text. */
  text(): Promise<string>;
}

/**
 * Sets the stage.
 *
 * @param settings Variables of the engine, besides the desktop's.
 */
export async function setStage(
  toolkit: Toolkit,
  args: readonly string[] = [],
  settings: Record<string, string> = { CUA_ALLOW_APPS: fixtures[toolkit].wmClass },
): Promise<Stage> {
  const desktop = await openDesktop({ label: `test ${toolkit}` });
  try {
    const fixture = await Fixture.start(toolkit, desktop.state.environment, args);
    const engine = new EngineClient({ environment: { ...engineEnvironment(desktop.state), ...settings } });
    return stage(desktop, fixture, engine, fixtures[toolkit].wmClass);
  } catch (error) {
    await desktop.close();
    throw error;
  }
}

function stage(desktop: OwnedDesktop, fixture: Fixture, engine: EngineClient, app: string): Stage {
  const act: Stage["act"] = (actions, more = {}) => engine.call("act", { target: { app }, actions, ...more });
  return {
    desktop,
    fixture,
    engine,
    app,
    act,
    report: async (action) => (await act([action], { observe: false })).reports[0]!,
    text: async () => (await engine.call("observe", { app })).text,
    async [Symbol.asyncDispose]() {
      await engine.close();
      await fixture[Symbol.asyncDispose]();
      await desktop.close();
    },
  };
}
