/**
 * A private desktop with a stress fixture on it and an engine that may drive it and the other fixtures.
 * @module
 */
import { EngineClient } from "../../src/client/engine_client.ts";
import type { Result } from "../../src/contract/operations.ts";
import { engineEnvironment, openDesktop, type OwnedDesktop } from "../../src/desktop/desktop.ts";
import { fixtures } from "./fixture.ts";
import { StressFixture, type StressToolkit } from "./stress.ts";

/** What is on stage. */
export interface StressStage extends AsyncDisposable {
  /** The desktop. */
  readonly desktop: OwnedDesktop;
  /** The fixture. */
  readonly fixture: StressFixture;
  /** The engine. */
  readonly engine: EngineClient;
  /** The fixture's application id. */
  readonly app: string;
  /** Looks at the fixture, or at another application. */
  look(app?: string): Promise<Result<"observe">>;
}

/** Sets the stage. @param args Options of the fixture. */
export async function setStressStage(toolkit: StressToolkit, args: readonly string[] = []): Promise<StressStage> {
  const desktop = await openDesktop({ label: `stress ${toolkit}` });
  try {
    const fixture = await StressFixture.start(toolkit, desktop.state.environment, args);
    const { app } = fixture;
    const allowed = [app, ...Object.values(fixtures).map(({ wmClass }) => wmClass)].join(",");
    const engine = new EngineClient({ environment: { ...engineEnvironment(desktop.state), CUA_ALLOW_APPS: allowed } });
    return {
      desktop,
      fixture,
      engine,
      app,
      look: (which = app) => engine.call("observe", { app: which }),
      async [Symbol.asyncDispose]() {
        await engine.close();
        await fixture[Symbol.asyncDispose]();
        await desktop.close();
      },
    };
  } catch (error) {
    await desktop.close();
    throw error;
  }
}
