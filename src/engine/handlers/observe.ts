/**
 * `observe` and `capture`.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { Observation, Query } from "../../contract/observations.ts";
import type { PictureOptions } from "../../contract/values.ts";
import { captureWindow, prepareWindow } from "../capture/capture.ts";
import { captureDisplay, demandPrivate, mayBeRead } from "../capture/display_capture.ts";
import { redirectQuietly } from "../capture/redirect.ts";
import type { Connection } from "../connection.ts";
import type { EngineContext } from "../context.ts";
import { type Look, look } from "../observe/look.ts";
import { makeObservation } from "../observe/observation.ts";
import { secretsOf, type WindowSecrets } from "../observe/secrets.ts";
import { chooseWindow, lookAtWorld, type World } from "../world/windows.ts";
import type { Handler } from "./handler.ts";

/** Longest wait for what a picture needs, where the caller gave no signal, ms. */
const PICTURE_MS = 5_000;

/** Reads a window's tree. */
export const observe: Handler<"observe"> = async (params, context, { signal }) => {
  const started = performance.now();
  const connection = await context.connect(signal);
  const world = lookAtWorld(connection, context.settings);
  const toplevel = chooseWindow(params, world, context.settings);
  if (params.screenshot) await prepareWindow(connection, toplevel, world, context.settings, signal);
  else redirectQuietly(connection, toplevel);
  const seen = await look(context, connection, toplevel, world, signal);
  return await observationOf(context, connection, seen, world, { ...params, picture: params, started, signal });
};

/** What an observation is made with. */
export interface Wanted {
  /** Answer with the changes since that observation. */
  readonly since?: number | undefined;
  /** Answer with the full tree whatever `since` says. */
  readonly disable_diffing?: boolean | undefined;
  /** Only what matches. */
  readonly query?: Query | undefined;
  /** Most matches of the query. */
  readonly max_results?: number | undefined;
  /** With a picture. */
  readonly screenshot: boolean;
  /** What the picture shows, and how large. */
  readonly picture: PictureOptions;
  /** When the look started. */
  readonly started: number;
  /** Ends the waits of the picture. */
  readonly signal?: AbortSignal;
}

/** Makes the observation of a look, with a picture of the same moment if wanted. */
export async function observationOf(
  context: EngineContext,
  connection: Connection,
  seen: Look,
  world: World,
  wanted: Wanted,
): Promise<Observation> {
  if (!wanted.screenshot) return makeObservation(context, seen, world, { ...wanted, screenshot: undefined });
  const signal = wanted.signal ?? AbortSignal.timeout(PICTURE_MS);
  const secrets = await secretsOf(seen, connection, signal);
  const { picture } = wanted;
  const screenshot = await captureWindow(context, connection, seen, world, { picture, secrets, signal });
  return makeObservation(context, seen, world, { ...wanted, screenshot });
}

/** Takes a picture. */
export const capture: Handler<"capture"> = async (params, context, { signal }) => {
  const connection = await context.connect(signal);
  const world = lookAtWorld(connection, context.settings);
  if (params.display) {
    demandPrivate(context.settings);
    refuseMarks(params.marks);
    const secrets = await secretsOnDisplay(context, connection, world, signal);
    const image = captureDisplay(context, connection, { picture: params, secrets });
    return { ...image, last_id: context.ids.last };
  }
  const toplevel = chooseWindow(params, world, context.settings);
  await prepareWindow(connection, toplevel, world, context.settings, signal);
  const seen = await look(context, connection, toplevel, world, signal);
  const secrets = await secretsOf(seen, connection, signal);
  const image = await captureWindow(context, connection, seen, world, { picture: params, secrets, signal });
  return { ...image, last_id: context.ids.last };
};

/** Secret fields of every window that is shown and may be read: nothing else is looked at. */
async function secretsOnDisplay(
  context: EngineContext,
  connection: Connection,
  world: World,
  signal: AbortSignal,
): Promise<WindowSecrets[]> {
  const shown = world.toplevels.filter((toplevel) =>
    toplevel.viewable && !toplevel.overrideRedirect && mayBeRead(toplevel, world, context.settings)
  );
  return await Promise.all(
    shown.map(async (toplevel) =>
      await secretsOf(await look(context, connection, toplevel, world, signal), connection, signal)
    ),
  );
}

/** Element ids are of one window's tree; windows that lie over each other would have to be told apart. */
function refuseMarks(marks: boolean): void {
  if (!marks) return;
  throw new OperationError("unsupported", "marks: elements are numbered on pictures of one window; name a window");
}
