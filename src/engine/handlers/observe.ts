/**
 * `observe` and `capture`.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { Observation } from "../../contract/operations.ts";
import { captureDisplay, captureWindow } from "../capture/capture.ts";
import type { Connection } from "../connection.ts";
import type { EngineContext } from "../context.ts";
import { type Look, look } from "../observe/look.ts";
import { makeObservation } from "../observe/observation.ts";
import { secretPlaces } from "../observe/secrets.ts";
import { chooseWindow, lookAtWorld, type World } from "../world/windows.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import type { Handler } from "./handler.ts";

/** Reads a window's tree. */
export const observe: Handler<"observe"> = async (params, context, { signal }) => {
  refuseMarks(params.marks);
  const started = performance.now();
  const connection = await context.connect(signal);
  const world = lookAtWorld(connection, context.settings);
  const toplevel = chooseWindow(params, world, context.settings);
  const seen = await look(context, connection, toplevel, world, signal);
  return observationOf(context, connection, seen, world, { ...params, started });
};

/** What an observation is made with. */
export interface Wanted {
  /** Answer with the changes since that observation. */
  readonly since?: number | undefined;
  /** Only what matches. */
  readonly query?: string | undefined;
  /** With a picture. */
  readonly screenshot: boolean;
  /** When the look started. */
  readonly started: number;
}

/** Makes the observation of a look, with a picture of the same moment if wanted. */
export function observationOf(
  context: EngineContext,
  connection: Connection,
  seen: Look,
  world: World,
  wanted: Wanted,
): Observation {
  const secrets = secretPlaces(seen.snapshot);
  const screenshot = wanted.screenshot
    ? captureWindow(context, connection, seen.toplevel, world, { secrets })
    : undefined;
  return makeObservation(context, seen, world, { ...wanted, screenshot });
}

/** Takes a picture. */
export const capture: Handler<"capture"> = async (params, context, { signal }) => {
  refuseMarks(params.marks);
  const connection = await context.connect(signal);
  const world = lookAtWorld(connection, context.settings);
  const maxSide = params.max_side;
  if (params.display) {
    const secrets = await secretsOnDisplay(context, connection, world, signal);
    const image = captureDisplay(context, connection, world, { maxSide, secrets });
    return { ...image, last_id: context.ids.last };
  }
  const toplevel = chooseWindow(params, world, context.settings);
  const { snapshot } = await look(context, connection, toplevel, world, signal);
  const image = captureWindow(context, connection, toplevel, world, { maxSide, secrets: secretPlaces(snapshot) });
  return { ...image, last_id: context.ids.last };
};

/** Secret fields of every window that is shown; windows without a tree have none that could be known. */
async function secretsOnDisplay(context: EngineContext, connection: Connection, world: World, signal: AbortSignal) {
  const shown = world.toplevels.filter(({ viewable, overrideRedirect }) => viewable && !overrideRedirect);
  const looks = await Promise.all(
    shown.map((toplevel: Toplevel) => look(context, connection, toplevel, world, signal)),
  );
  return looks.flatMap(({ snapshot }) => secretPlaces(snapshot));
}

function refuseMarks(marks: boolean): void {
  if (marks) throw new OperationError("unsupported", "marks: numbered boxes are not served yet; leave it out");
}
