/**
 * A desktop that is treated as a person's own: a fixture in the background, a person who works, and an engine.
 * @module
 */
import type { ActionReport } from "../../src/contract/actions.ts";
import type { ParamsInput } from "../../src/contract/operations.ts";
import { EngineClient } from "../../src/client/engine_client.ts";
import { engineEnvironment, openDesktop } from "../../src/desktop/desktop.ts";
import { roleCommand } from "../../src/roles.ts";
import { Fixture, fixtures, type Toolkit } from "./fixture.ts";
import { runQuietly } from "../../scripts/processes.ts";
import { Sentinel } from "./sentinel.ts";
import { XClient } from "./x_client.ts";

/** What is on stage. */
export interface LiveStage extends AsyncDisposable {
  readonly fixture: Fixture;
  readonly engine: EngineClient;
  readonly sentinel: Sentinel;
  /** For other programs on the desktop. */
  readonly environment: Readonly<Record<string, string>>;
  /** Target of the fixture's window. */
  readonly app: string;
  /** Performs one action and gives its report. */
  report(action: ParamsInput<"act">["actions"][number], more?: Partial<ParamsInput<"act">>): Promise<ActionReport>;
}

/** Sets the stage. The engine may see the fixture alone. */
export async function setLiveStage(toolkit: Toolkit, args: readonly string[] = []): Promise<LiveStage> {
  const desktop = await openDesktop({ label: `live ${toolkit}` });
  await using started = new AsyncDisposableStack();
  started.defer(() => desktop.close());
  const { environment } = desktop.state;
  const fixture = started.use(await Fixture.start(toolkit, environment, args));
  // Over everything but the person's own window: what is sent reaches a window that is covered.
  const cover = started.use(new XClient(environment));
  await cover.window({ x: 0, y: 0, width: 1280, height: 800, override: true });
  const sentinel = started.use(await Sentinel.start(environment));
  const app = fixtures[toolkit].wmClass;
  const pid = await processOf(fixture, environment);
  const engine = new EngineClient({
    environment: { ...engineEnvironment(desktop.state), CUA_ALLOW_APPS: app },
    command: roleCommand("engine", ["--live-desktop", "--allow-app", app, "--pid", pid]),
  });
  started.defer(() => engine.close());
  const stack = started.move();
  return {
    ...{ fixture, engine, sentinel, environment, app },
    report: async (action, more = {}) => {
      const call = { target: { app }, actions: [action], observe: false, ...more };
      return (await engine.call("act", call)).reports[0]!;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Browsers and office suites run as processes of their own; windows that tell no process are the fixture's own. */
async function processOf({ window, pid }: Fixture, env: Record<string, string>): Promise<string> {
  const { stdout } = await runQuietly("xprop", ["-id", String(window), "_NET_WM_PID"], { env });
  return /= (\d+)/.exec(stdout)?.[1] ?? String(pid);
}
