/**
 * Makes the observation that a caller gets of a look.
 * @module
 */
import type { Observation, Query } from "../../contract/observations.ts";
import type { Image, WindowInfo } from "../../contract/values.ts";
import type { EngineContext } from "../context.ts";
import { roundMs } from "../time.ts";
import { windowInfo, windowsOfApp, type World } from "../world/windows.ts";
import { diff } from "./diff.ts";
import type { Snapshot } from "./element.ts";
import { quote } from "../escape.ts";
import { firstLookHints } from "./hints.ts";
import type { Look } from "./look.ts";
import { query } from "./query.ts";

/** Longest title in a header, in characters. */
const MAX_TITLE = 200;

/** What the caller wants to see. */
export interface ObservationOptions {
  /** Answer with the changes since that observation. */
  readonly since?: number | undefined;
  /** Answer with the full tree whatever `since` says. */
  readonly disable_diffing?: boolean | undefined;
  /** Only what matches. */
  readonly query?: Query | undefined;
  /** Most matches of the query. */
  readonly max_results?: number | undefined;
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
  const { toplevel, toolkit, scale, incomplete } = seen;
  const { snapshot, notice, truncated } = narrow(seen, options);
  const lineage = options.query !== undefined ? "queried" : incomplete.length > 0 ? "bounded" : "full";
  const key = { window: toplevel.window, lineage, query: keyOf(options) } as const;
  const since = options.disable_diffing ? undefined : options.since;
  const before = context.observations.comparable(since, key);
  const answer = snapshot ? diff(before?.snapshot, snapshot) : { kind: "full" as const, text: "" };
  const id = context.ids.next();
  const window = windowInfo(toplevel, world, { toolkit, scale });
  const windows = windowsOfApp(toplevel, world, context.settings).map((other) => windowInfo(other, world));
  const windowLines = header(window, windows);
  if (snapshot) context.observations.add(id, { ...key, snapshot, header: windowLines });
  // What the caller has read of the windows is not said again.
  const news = answer.kind !== "full" && before?.header === windowLines ? "" : windowLines;
  const frame = options.screenshot?.frame ?? context.frames.add(toplevel.window, toplevel.bounds);
  return {
    observation_id: id,
    kind: answer.kind,
    lineage,
    text: [news, notice, answer.text].filter((part) => part !== "").join("\n"),
    elements: snapshot?.elements.size ?? 0,
    ...(truncated === undefined ? {} : { truncated }),
    window,
    windows,
    frame,
    ...(options.screenshot ? { screenshot: options.screenshot } : {}),
    incomplete: [...incomplete],
    warnings: firstLookHints(seen, context.settings),
    last_id: context.ids.last,
    timing: { observe_ms: roundMs(performance.now() - options.started) },
  };
}

/** What is shown of a look, what is said of that, and for a query whether there may be more. */
interface Narrowed {
  readonly snapshot: Snapshot | null;
  readonly notice: string;
  readonly truncated?: boolean;
}

function narrow(
  { snapshot, incomplete }: Look,
  { query: wanted, max_results: most }: ObservationOptions,
): Narrowed {
  if (!snapshot) {
    return { snapshot, notice: "(no accessibility tree)", ...(wanted === undefined ? {} : { truncated: true }) };
  }
  if (wanted === undefined) return { snapshot, notice: "" };
  const { snapshot: found = null, matches, total } = query(snapshot, wanted, most);
  const unread = unreadOf(snapshot);
  const counted = total === 0
    ? `nothing matches ${JSON.stringify(wanted)}`
    : `${total} ${total === 1 ? "match" : "matches"} of ${JSON.stringify(wanted)}`;
  const cut = total > matches.length ? `, the first ${matches.length} of them are shown` : "";
  const beyond = unread > 0 ? `; ${unread} elements out of view were not searched` : "";
  const truncated = total > matches.length || unread > 0 || incomplete.length > 0;
  return { snapshot: found, notice: `(${counted}${cut}${beyond})`, truncated };
}

/** How many elements of a window were left out, as far as that is known. */
export function unreadOf({ elements }: Snapshot): number {
  return [...elements.values()].reduce((sum, { unread }) => sum + unread, 0);
}

/** Observations of the same query compare with one another. */
function keyOf({ query: wanted, max_results: most }: ObservationOptions): string | undefined {
  return wanted === undefined ? undefined : JSON.stringify([wanted, most]);
}

/** A line for the window, and one for each other window of the application, popups too. */
function header(window: WindowInfo, windows: readonly WindowInfo[]): string {
  const others = windows.filter(({ window_id }) => window_id !== window.window_id);
  return [`Window ${describe(window)}`, ...others.map((other) => `Other window ${describe(other)}`)].join("\n");
}

function describe(window: WindowInfo): string {
  const flags = [
    ...(window.kind === "main" ? [] : [window.kind]),
    ...(["focused", "modal", "iconified"] as const).filter((flag) => window[flag]),
  ];
  const list = flags.length > 0 ? ` (${flags.join(", ")})` : "";
  return `${window.window_id} ${quote(window.title, MAX_TITLE)} of ${quote(window.app_id, MAX_TITLE)}${list}`;
}
