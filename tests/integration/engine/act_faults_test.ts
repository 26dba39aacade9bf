import { faults, moments, strikes } from "../../support/act_faults.ts";
import { ownRuntimeDirectory } from "../desktop/leftovers.ts";

ownRuntimeDirectory();

for (const fault of faults) {
  Deno.test(`when the ${fault} ends in the middle of an action, that is told and nothing stays held`, async () => {
    await strikes(fault, moments.length);
  });
}
