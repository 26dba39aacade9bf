/**
 * `find`.
 * @module
 */
import { bounded } from "../../contract/errors.ts";
import type { Params, Result } from "../../contract/operations.ts";
import type { Connection } from "../connection.ts";
import type { EngineContext } from "../context.ts";
import type { Element } from "../observe/element.ts";
import { locate } from "../observe/locate.ts";
import { type Look, look } from "../observe/look.ts";
import { renderLine } from "../observe/render.ts";
import { ChangeWatch } from "../observe/wait_for_watch.ts";
import { delay } from "../time.ts";
import { chooseWindow, lookAtWorld } from "../world/windows.ts";
import type { Handler } from "./handler.ts";

/** Least time between two looks, ms. */
const MIN_SPACING_MS = 40;
/** Longest name and value of a match, in UTF-16 units. */
const MAX_NAME = 300;
const MAX_VALUE = 2_000;

/** Finds elements without showing the tree; waits for the first match if there is time. */
export const find: Handler<"find"> = async (params, context, { signal }) => {
  const end = performance.now() + params.timeout_ms;
  const connection = await context.connect(signal);
  let [seen, matches] = await search(params, context, connection, signal);
  if (matches.length > 0 || performance.now() >= end) return answer(params, context, seen, matches);
  using watch = new ChangeWatch(connection);
  // What came between the first look and the watch has given no sign.
  for (;;) {
    await watch.follow([seen.toplevel], signal);
    [seen, matches] = await search(params, context, connection, signal);
    if (matches.length > 0 || performance.now() >= end) return answer(params, context, seen, matches);
    await delay(Math.max(0, Math.min(MIN_SPACING_MS, end - performance.now())), signal);
    await watch.next(end, signal);
  }
};

async function search(
  params: Params<"find">,
  context: EngineContext,
  connection: Connection,
  signal: AbortSignal,
): Promise<[Look, Element[]]> {
  const world = lookAtWorld(connection, context.settings);
  const toplevel = chooseWindow(params, world, context.settings);
  const seen = await look(context, connection, toplevel, world, signal);
  return [seen, seen.snapshot ? locate(seen.snapshot, params.locator) : []];
}

function answer(
  params: Params<"find">,
  context: EngineContext,
  { snapshot, incomplete }: Look,
  matches: readonly Element[],
): Result<"find"> {
  const partly = [...snapshot?.elements.values() ?? []].filter(({ unread }) => unread > 0).map((
    { id, role, unread },
  ) => ({
    cause: `${unread} more in ${role} ${id} are out of view`,
    remedy: "scroll it, and find again",
  }));
  return {
    matches: matches.slice(0, params.max_results).map(matchOf),
    truncated: matches.length > params.max_results,
    incomplete: [...incomplete, ...partly],
    last_id: context.ids.last,
  };
}

function matchOf(element: Element): Result<"find">["matches"][number] {
  const { id, role, name, value, states, visible } = element;
  return {
    element: id,
    role,
    name: bounded(name, MAX_NAME),
    ...(value === undefined ? {} : { value: bounded(value, MAX_VALUE) }),
    states: [...states],
    ...(visible ? { bounds: visible } : {}),
    line: renderLine(element),
  };
}
