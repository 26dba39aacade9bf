/**
 * What an action's traces say: confirmed, reacted, none or unknown, with the evidence. Pure.
 * @module
 */
import type { Effect } from "../../contract/actions.ts";
import { inline } from "../escape.ts";
import type { Reaction } from "../settle/reaction.ts";
import type { World } from "../world/windows.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import type { Verification } from "./step.ts";

/** Everything that was seen around an action. */
export interface Traces {
  /** Signs while it settled. */
  readonly reaction: Reaction;
  /** What reading back said. */
  readonly verification: Verification;
  /** The windows before. */
  readonly before: World;
  /** The windows after. */
  readonly after: World;
  /** The application's process. */
  readonly pid: number | null;
  /** The window that was acted on. */
  readonly target: Toplevel;
  /** Whether anything could be watched at all. */
  readonly isWatched: boolean;
}

/** A judgement with its evidence. */
export interface Judgement {
  /** What can be said. */
  readonly effect: Effect;
  /** What was seen. */
  readonly evidence: string[];
}

/** Most pieces of evidence that are listed. */
const MAX_EVIDENCE = 12;

/** Judges. */
export function judge(traces: Traces): Judgement {
  const { reaction, verification } = traces;
  const strong = [...(verification.confirmed ? [verification.confirmed] : []), ...windowChanges(traces)];
  const doubts = verification.doubt ? [verification.doubt] : [];
  const evidence = [...doubts, ...strong, ...focusChange(traces), ...reaction.signs].slice(0, MAX_EVIDENCE);
  if (strong.length > 0 && doubts.length === 0) return { effect: "confirmed", evidence };
  if (evidence.length > 0) return { effect: "reacted", evidence };
  // What does not answer may still come to it.
  return { effect: traces.isWatched && !reaction.isBlocked ? "none" : "unknown", evidence };
}

function windowChanges({ before, after, pid }: Traces): string[] {
  if (pid === null) return [];
  const ours = (world: World) => world.toplevels.filter((toplevel) => toplevel.pid === pid && !toplevel.tooltip);
  const missing = (from: Toplevel[], other: Toplevel[]) =>
    from.filter(({ window }) => !other.some((candidate) => candidate.window === window));
  const [then, now] = [ours(before), ours(after)];
  return [
    ...missing(now, then).map((toplevel) => `${noun(toplevel)} opened`),
    ...missing(then, now).map((toplevel) => `${noun(toplevel)} closed`),
  ];
}

function noun(toplevel: Toplevel): string {
  return toplevel.overrideRedirect ? "a popup" : `the window ${inline(toplevel.title)}`;
}

/** The window that was acted on was made active for that. */
function focusChange({ before, after, target }: Traces): string[] {
  const [then, now] = [before.focused, after.focused];
  if (!now || then?.window === now.window || now.window === target.window) return [];
  return [`the window ${inline(now.title)} became active`];
}
