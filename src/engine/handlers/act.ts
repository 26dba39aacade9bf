/**
 * `act`.
 * @module
 */
import type { Observation } from "../../contract/operations.ts";
import { runActions } from "../act/run.ts";
import { look } from "../observe/look.ts";
import { roundMs } from "../time.ts";
import { lookAtWorld, preferred, windowInfo, windowsOfApp } from "../world/windows.ts";
import type { Handler } from "./handler.ts";
import { observationOf } from "./observe.ts";

/** Performs actions and looks at what they left. */
export const act: Handler<"act"> = async (params, context, { signal }) => {
  context.demandNoAbort();
  const connection = await context.connect(signal);
  const { reports, target } = await runActions(context, connection, params, signal);
  const started = performance.now();
  const world = lookAtWorld(connection, context.settings);
  const windows = windowsOfApp(target, world);
  const active = preferred(windows, world);
  let observation: Observation | undefined;
  if (active && (params.observe || params.screenshot)) {
    const seen = await look(context, connection, active, world, signal);
    observation = observationOf(context, connection, seen, world, {
      since: params.since,
      screenshot: params.screenshot,
      started,
    });
  }
  const sum = (part: "dispatch_ms" | "settle_ms") => roundMs(reports.reduce((ms, { timing }) => ms + timing[part], 0));
  return {
    reports,
    ...(active ? { window: windowInfo(active, world) } : {}),
    windows: windows.map((toplevel) => windowInfo(toplevel, world)),
    ...(observation && params.observe ? { observation: withoutScreenshot(observation) } : {}),
    ...(observation?.screenshot ? { screenshot: observation.screenshot } : {}),
    warnings: active ? [] : ["the application has no window left"],
    last_id: context.ids.last,
    timing: {
      dispatch_ms: sum("dispatch_ms"),
      settle_ms: sum("settle_ms"),
      observe_ms: roundMs(performance.now() - started),
    },
  };
};

/** The picture stands beside the observation, once. */
function withoutScreenshot({ screenshot: _screenshot, ...observation }: Observation): Observation {
  return observation;
}
