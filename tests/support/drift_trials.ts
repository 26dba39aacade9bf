/**
 * Clicks on buttons while an application changes them. The application says which button each click reached.
 * @module
 */
import { OperationError } from "../../src/contract/errors.ts";
import type { ActionReport } from "../../src/contract/actions.ts";
import type { EngineClient } from "../../src/client/engine_client.ts";
import type { CommandedFixture } from "./commanded.ts";
import type { DriftButton } from "./drift.ts";

/** Kinds of changes that `fixtures/drift/drift.py` knows. */
const kinds = ["insert", "remove", "rename", "swap", "reorder", "replace", "same", "none"];
/** From the look until 50 ms after the press, which is sent 15–25 ms after the call, ms. */
const LONGEST_DELAY_MS = 75;

/** What came of a click. `silent`: another button was hit, and nothing in the report says so. */
export type Outcome = "right" | "refused" | "disclosed" | "missed" | "silent";

/** One trial that went wrong, or was told of. */
export interface Trial {
  readonly outcome: Outcome;
  readonly kind: string;
  readonly delayMs: number;
  readonly meant: DriftButton;
  readonly clicked: readonly DriftButton[];
  readonly report: ActionReport | null;
  readonly error: OperationError | null;
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Runs trials one after the other. */
export async function driftTrials(
  count: number,
  seed: number,
  fixture: CommandedFixture,
  engine: EngineClient,
  app: string,
): Promise<Trial[]> {
  const random = seeded(seed);
  const trials: Trial[] = [];
  while (trials.length < count) trials.push(await trial(random, fixture, engine, app));
  return trials;
}

async function trial(
  random: () => number,
  fixture: CommandedFixture,
  engine: EngineClient,
  app: string,
): Promise<Trial> {
  const { matches } = await engine.call("find", { app, locator: { role: "button" }, max_results: 100 });
  const target = matches[Math.floor(random() * matches.length)]!;
  const { x, y, width, height } = target.bounds!;
  const meant = JSON.parse(await fixture.tell(`at ${x + (width >> 1)} ${y + (height >> 1)}`)) as DriftButton;
  const kind = kinds[Math.floor(random() * kinds.length)]!;
  const delayMs = Math.floor(random() * LONGEST_DELAY_MS);
  await fixture.tell(`change ${kind} ${delayMs} ${meant.serial}`);
  const { report, error } = await click(engine, app, target.element);
  const clicked = JSON.parse(await fixture.tell("settled")) as DriftButton[];
  return { outcome: outcomeOf(meant, clicked, report), kind, delayMs, meant, clicked, report, error };
}

type Answer = Pick<Trial, "report" | "error">;

async function click(engine: EngineClient, app: string, element: number): Promise<Answer> {
  try {
    const { reports } = await engine.call("act", {
      target: { app },
      actions: [{ type: "click", element }],
      observe: false,
    });
    return { report: reports[0]!, error: null };
  } catch (error) {
    // Only what is refused before anything was sent may end with an error.
    if (error instanceof OperationError && error.dispatched === "no") return { report: null, error };
    throw error;
  }
}

function outcomeOf(meant: DriftButton, clicked: readonly DriftButton[], report: ActionReport | null): Outcome {
  if (!report) return clicked.length === 0 ? "refused" : "silent";
  // The same button under another name is not what was meant.
  const isRight = clicked.length === 1 && clicked[0]!.serial === meant.serial && clicked[0]!.name === meant.name;
  if (isRight) return "right";
  const isTold = report.effect !== "confirmed" &&
    [...report.warnings, ...report.evidence].some((line) => /the click hit|can't be told|nothing was seen/.test(line));
  if (isTold) return "disclosed";
  return clicked.length === 0 ? "missed" : "silent";
}

/** How many trials came out how. */
export function countOutcomes(trials: readonly Trial[]): Record<Outcome, number> {
  const counts = { right: 0, refused: 0, disclosed: 0, missed: 0, silent: 0 };
  for (const { outcome } of trials) counts[outcome]++;
  return counts;
}

/** One line for a report of a failed test. */
export function describe({ outcome, kind, delayMs, meant, clicked, report }: Trial): string {
  const told = report ? `${report.effect}: ${[...report.warnings, ...report.evidence].join("; ")}` : "refused";
  return `${outcome}: ${kind} after ${delayMs} ms, meant ${JSON.stringify(meant)}, clicked ${
    JSON.stringify(clicked)
  }; ${told}`;
}
