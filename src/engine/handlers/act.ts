/**
 * `act`.
 * @module
 */
import type { Observation, Params, Result } from "../../contract/operations.ts";
import { runActions } from "../act/run.ts";
import type { Connection } from "../connection.ts";
import type { EngineContext } from "../context.ts";
import { explain } from "../explain.ts";
import { look } from "../observe/look.ts";
import { roundMs } from "../time.ts";
import { lookAtWorld, preferred, windowInfo, windowsOfApp, type World } from "../world/windows.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import type { Handler } from "./handler.ts";
import { observationOf, type Wanted } from "./observe.ts";

/** Performs actions and looks at what they left. */
export const act: Handler<"act"> = async (params, context, { signal }) => {
  context.demandNoAbort();
  const connection = await context.connect(signal);
  const { reports, target } = await context.acting(() => runActions(context, connection, params, signal));
  const started = performance.now();
  const after = await aftermath(context, connection, target, params, signal, started);
  const sum = (part: "dispatch_ms" | "settle_ms") => roundMs(reports.reduce((ms, { timing }) => ms + timing[part], 0));
  return {
    reports,
    ...after,
    last_id: context.ids.last,
    timing: {
      dispatch_ms: sum("dispatch_ms"),
      settle_ms: sum("settle_ms"),
      observe_ms: roundMs(performance.now() - started),
    },
  };
};

type Aftermath = Pick<Result<"act">, "window" | "windows" | "observation" | "screenshot" | "warnings">;

/**
 * What is there after the actions. They were done: whatever goes wrong from here on is a warning, because an error
 * would make the caller repeat them.
 */
async function aftermath(
  context: EngineContext,
  connection: Connection,
  target: Toplevel,
  params: Params<"act">,
  signal: AbortSignal,
  started: number,
): Promise<Aftermath> {
  let seen: Aftermath = { windows: [], warnings: [] };
  try {
    const world = lookAtWorld(connection, context.settings);
    const windows = windowsOfApp(target, world, context.settings);
    const active = preferred(windows, world);
    const infos = windows.map((toplevel) => windowInfo(toplevel, world));
    if (!active) return { windows: infos, warnings: ["the application has no window left"] };
    seen = { window: windowInfo(active, world), windows: infos, warnings: [] };
    if (!params.observe && !params.screenshot) return seen;
    const observation = await observeActive(
      context,
      connection,
      active,
      world,
      { ...params, picture: params, started },
      signal,
    );
    return {
      ...seen,
      ...(params.observe ? { observation: withoutScreenshot(observation) } : {}),
      ...(observation.screenshot ? { screenshot: observation.screenshot } : {}),
    };
  } catch (error) {
    const { message } = explain(error, "yes");
    return { ...seen, warnings: [`the actions were done, but what came of them could not be looked at: ${message}`] };
  }
}

async function observeActive(
  context: EngineContext,
  connection: Connection,
  active: Toplevel,
  world: World,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<Observation> {
  const seen = await look(context, connection, active, world, signal);
  return await observationOf(context, connection, seen, world, wanted);
}

/** The picture stands beside the observation, once. */
function withoutScreenshot({ screenshot: _screenshot, ...observation }: Observation): Observation {
  return observation;
}
