/**
 * Lets windows, applications, buses and X servers end in the middle of actions, again and again, and prints what the
 * calls told. `FAULTS=10` makes it ten of each.
 */
import { print } from "../../src/terminal.ts";
import { ownRuntimeDirectory } from "../integration/desktop/leftovers.ts";
import { faults, strikes } from "../support/act_faults.ts";

ownRuntimeDirectory();

const COUNT = Number(Deno.env.get("FAULTS") ?? 100);

for (const fault of faults) {
  Deno.test(`${COUNT} times the ${fault} ends in the middle of an action`, async () => {
    const outcomes = await strikes(fault, COUNT);
    const rows = [...outcomes].sort().map(([outcome, count]) => `${fault} ended in ${outcome}: ${count}\n`);
    print(`\n${rows.join("")}`);
  });
}
