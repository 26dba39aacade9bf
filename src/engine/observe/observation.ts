/**
 * Makes the observation that a caller gets of a look.
 * @module
 */
import type { Observation } from "../../contract/operations.ts";
import type { Image, WindowInfo } from "../../contract/values.ts";
import type { EngineContext } from "../context.ts";
import { roundMs } from "../time.ts";
import { windowInfo, windowsOfApp, type World } from "../world/windows.ts";
import { diff } from "./diff.ts";
import type { Snapshot } from "./element.ts";
import { quote } from "../escape.ts";
import type { Look } from "./look.ts";
import { query } from "./query.ts";

/** Longest title in a header, in characters. */
const MAX_TITLE = 200;

/** What the caller wants to see. */
export interface ObservationOptions {
  /** Answer with the changes since that observation. */
  readonly since?: number | undefined;
  /** Only what matches. */
  readonly query?: string | undefined;
  /** A picture of the same moment. */
  readonly screenshot?: Image | undefined;
  /** When the look started, by `performance.now()`. */
  readonly started: number;
}

/** Makes an observation and remembers it. */
export function makeObservation(
  context: EngineContext,
  seen: Look,
  world: World,
  options: ObservationOptions,
): Observation {
  const { toplevel, toolkit, incomplete } = seen;
  const { snapshot, missing } = narrow(seen.snapshot, options.query);
  const lineage = options.query !== undefined ? "queried" : incomplete.length > 0 ? "bounded" : "full";
  const key = { window: toplevel.window, lineage, query: options.query } as const;
  const answer = snapshot
    ? diff(context.observations.comparable(options.since, key), snapshot)
    : { kind: "full" as const, text: missing };
  const id = context.ids.next();
  if (snapshot) context.observations.add(id, { ...key, snapshot });
  const window = windowInfo(toplevel, world, toolkit);
  const windows = windowsOfApp(toplevel, world, context.settings).map((other) => windowInfo(other, world));
  const frame = options.screenshot?.frame ?? context.frames.add(toplevel.window, toplevel.bounds);
  return {
    observation_id: id,
    kind: answer.kind,
    lineage,
    text: [...header(window, windows), answer.text].join("\n"),
    elements: snapshot?.elements.size ?? 0,
    window,
    windows,
    frame,
    ...(options.screenshot ? { screenshot: options.screenshot } : {}),
    incomplete: [...incomplete],
    warnings: [],
    last_id: context.ids.last,
    timing: { observe_ms: roundMs(performance.now() - options.started) },
  };
}

function narrow(snapshot: Snapshot | null, text: string | undefined): { snapshot: Snapshot | null; missing: string } {
  if (!snapshot) return { snapshot: null, missing: "(no accessibility tree)" };
  if (text === undefined) return { snapshot, missing: "" };
  const found = query(snapshot, text).snapshot;
  return { snapshot: found ?? null, missing: `(nothing matches ${JSON.stringify(text)})` };
}

/** A line for the window, and one for each other window of the application. */
function header(window: WindowInfo, windows: readonly WindowInfo[]): string[] {
  const others = windows.filter(({ window_id, kind }) => window_id !== window.window_id && kind !== "popup");
  return [`Window ${describe(window)}`, ...others.map((other) => `Other window ${describe(other)}`)];
}

function describe(window: WindowInfo): string {
  const flags = [
    ...(window.kind === "main" ? [] : [window.kind]),
    ...(["focused", "modal", "iconified"] as const).filter((flag) => window[flag]),
  ];
  const list = flags.length > 0 ? ` (${flags.join(", ")})` : "";
  return `${window.window_id} ${quote(window.title, MAX_TITLE)} of ${quote(window.app_id, MAX_TITLE)}${list}`;
}
