/**
 * One cell of the matrix: an action on a toolkit, what the engine reports of it and what the fixture's log says.
 * @module
 */
import type { Effect, Route } from "../../src/contract/actions.ts";
import { OperationError } from "../../src/contract/errors.ts";
import { type Driven, Missing } from "./driven.ts";
import type { Attempt, Row } from "./row.ts";

/**
 * What is to be said of a cell: `right`, `refused` before anything was sent, `late` and said not to have been seen,
 * `not applicable`, or `wrong`.
 */
export type Verdict = "right" | "refused" | "late" | "not applicable" | "wrong";

/** A cell. */
export interface Cell {
  readonly row: string;
  readonly verdict: Verdict;
  readonly route?: Route;
  /** What the engine reports. */
  readonly effect?: Effect;
  /** What the log says. */
  readonly landed?: boolean;
  /** Why it is not right: the refusal, what was missing, or what was seen. */
  readonly why?: string;
}

/** How long the log may take to tell that an action landed, ms. */
const LAND_MS = 4_000;

/** Tries a row. */
export async function tryRow(row: Row, driven: Driven): Promise<Cell> {
  try {
    return await tried(row, driven);
  } finally {
    await row.close?.(driven).catch(swallowRefusal);
  }
}

async function tried(row: Row, driven: Driven): Promise<Cell> {
  driven.begin();
  let attempt: Attempt;
  try {
    attempt = await row.prepare(driven);
  } catch (error) {
    return { row: row.name, ...told(error, "preparing: ", driven) };
  }
  try {
    const { route, effect, evidence, warnings } = await driven.act(attempt.action, attempt.more);
    await attempt.afterwards?.();
    const landed = await driven.hears(attempt.landed, LAND_MS);
    const verdict = judge(row, effect, landed);
    const seen = `evidence: ${evidence.join("; ") || "none"}; warnings: ${warnings.join("; ") || "none"}`;
    const why = verdict === "right"
      ? {}
      : { why: `${landed ? "landed" : `not in the log (${heard(driven)})`}; ${seen}` };
    return { row: row.name, verdict, route, effect, landed, ...why };
  } catch (error) {
    return { row: row.name, ...told(error, "", driven) };
  }
}

/** What landed is confirmed or reacted to, and what is confirmed or reacted to has landed. */
function judge({ expects }: Row, effect: Effect, landed: boolean): Verdict {
  const isSeen = effect === "confirmed" || effect === "reacted";
  if (!landed) return "wrong";
  if (expects === "nothing") return isSeen ? "wrong" : "right";
  if (expects === "late" && effect === "none") return "late";
  return isSeen ? "right" : "wrong";
}

function told(error: unknown, when: string, driven: Driven): Pick<Cell, "verdict" | "why"> {
  if (error instanceof Missing) return { verdict: "wrong", why: `${when}${error.message} (${heard(driven)})` };
  if (!(error instanceof OperationError)) throw error;
  const isRefusal = error.dispatched === "no" && ["unsupported", "input_refused"].includes(error.code);
  return { verdict: isRefusal ? "refused" : "wrong", why: `${when}${error.code}: ${error.message}` };
}

/** What a model may be refused, what closes a dialog or a menu may be too: nothing was open then. */
function swallowRefusal(error: unknown): void {
  if (!(error instanceof OperationError) && !(error instanceof Missing)) throw error;
}

function heard(driven: Driven): string {
  const told = driven.events().filter(({ event }) => !["motion", "place"].includes(event));
  return told.slice(0, 12).map(({ widget, event, value }) => `${widget} ${event} ${value ?? ""}`.trim()).join(", ") ||
    "nothing";
}
