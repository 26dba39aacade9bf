/**
 * A private desktop with a drift fixture on it, see `fixtures/drift/drift.py`, and an engine that may drive it.
 * @module
 */
import { EngineClient } from "../../src/client/engine_client.ts";
import { engineEnvironment, openDesktop } from "../../src/desktop/desktop.ts";
import { CommandedFixture } from "./commanded.ts";

/** A toolkit that has a drift fixture. */
export type DriftToolkit = "gtk3" | "qt5";

/** A button of the fixture, as it tells it itself. */
export interface DriftButton {
  /** A number that no other button ever gets. */
  readonly serial: number;
  /** Its name at that moment. */
  readonly name: string;
}

/** Sets the stage, runs `use` on it, and ends all that was started. */
export async function withDrift(
  toolkit: DriftToolkit,
  args: readonly string[],
  use: (fixture: CommandedFixture, engine: EngineClient, app: string) => Promise<void>,
): Promise<void> {
  await using desktop = await openDesktop({ label: `drift ${toolkit}` });
  await using fixture = new CommandedFixture(`fixtures/drift/${toolkit}.py`, desktop.state.environment, args);
  await fixture.line();
  const app = `drift-${toolkit}`;
  const engine = new EngineClient({ environment: { ...engineEnvironment(desktop.state), CUA_ALLOW_APPS: app } });
  try {
    await use(fixture, engine, app);
  } finally {
    await engine.close();
  }
}
