/**
 * When is an application done? The rule of evidence beside the patient figures alone, on the corpus of
 * `fixtures/settle`: how long each waits after the final state, and how often it came before it. The two take turns on
 * one desktop; the truth is the fixture's own log.
 *
 * SETTLE_TOOLKITS (gtk3,gtk4,qt5,qt6), SETTLE_TRIALS (5) and SETTLE_LOAD (0: how many busy processes beside) change it.
 */
import { print } from "../src/terminal.ts";
import { median } from "./support/median.ts";
import { SettleStage, type SettleToolkit, type Situation, situations } from "../tests/support/settle.ts";
import { withLoad } from "../tests/support/load.ts";

const rules = ["evidence", "patient"] as const;
type Rule = (typeof rules)[number];
type Waits = Record<Rule, (number | null)[]>;

/** See the module. */
export async function run(): Promise<void> {
  const toolkits = (Deno.env.get("SETTLE_TOOLKITS") ?? "gtk3,gtk4,qt5,qt6").split(",") as SettleToolkit[];
  const trials = Number(Deno.env.get("SETTLE_TRIALS") ?? 5);
  const load = Number(Deno.env.get("SETTLE_LOAD") ?? 0);
  print(
    `Wait after the final state, median ms (missed of ${trials}); load average ${Deno.loadavg()[0]?.toFixed(1)}\n\n`,
  );
  await using _load = withLoad(load);
  for (const toolkit of toolkits) await onToolkit(toolkit, trials);
}

async function onToolkit(toolkit: SettleToolkit, trials: number): Promise<void> {
  await using stage = await SettleStage.set(toolkit);
  const engines = { evidence: stage.engine, patient: stage.anotherEngine({ CUA_SETTLE: "patient" }) };
  print(`${toolkit.padEnd(16)}${rules.map((rule) => rule.padStart(18)).join("")}\n`);
  for (const situation of situations) {
    const waits: Waits = { evidence: [], patient: [] };
    for (let trial = 0; trial < trials; trial++) {
      for (const rule of rules) waits[rule].push((await stage.try(situation, engines[rule])).waitMs);
    }
    print(`${line(situation, waits)}\n`);
  }
  print("\n");
}

function line({ name }: Situation, waits: Waits): string {
  const cells = rules.map((rule) => {
    const seen = waits[rule].filter((ms) => ms !== null && ms >= 0) as number[];
    const missed = waits[rule].length - seen.length;
    return `${seen.length > 0 ? median(seen).toFixed(0) : "-"} (${missed})`.padStart(18);
  });
  return `  ${name.padEnd(14)}${cells.join("")}`;
}
