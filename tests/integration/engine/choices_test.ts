/**
 * `set_value` with an option's name: over accessibility where the toolkit offers that, else by opening and clicking.
 * @module
 */
import assert from "node:assert/strict";
import { OperationError } from "../../../src/contract/errors.ts";
import type { Toolkit } from "../../support/fixture.ts";
import { setStage } from "../../support/stage.ts";

for (const toolkit of ["gtk3", "gtk4", "qt5", "qt6"] satisfies Toolkit[]) {
  Deno.test(`set_value chooses an option of ${toolkit} by its name, and lists the options for a wrong one`, async () => {
    await using stage = await setStage(toolkit);
    const locator = { role: "combobox", name: "Colour" };
    const isNow = (name: string, after: number) =>
      stage.fixture.waitFor(
        ({ widget, event, value }) => widget === "combo" && event === "changed" && value === name,
        after,
      );
    for (const value of ["green", "Blue"]) {
      const before = stage.fixture.events().length;
      const { effect, warnings } = await stage.report({ type: "set_value", locator, value });
      assert.equal(effect, "confirmed", warnings.join("; "));
      await isNow(value === "green" ? "Green" : value, before);
    }
    const again = await stage.report({ type: "set_value", locator, value: "Blue" });
    assert.equal(again.effect, "confirmed");
    const error = await stage.report({ type: "set_value", locator, value: "Mauve" }).catch((error) => error);
    assert.ok(error instanceof OperationError);
    assert.equal(error.code, "invalid_request");
    assert.match(error.message, /"Red", "Green", "Blue"/);
    // What was opened is closed again: the next choice works.
    const before = stage.fixture.events().length;
    await stage.report({ type: "set_value", locator, value: "Red" });
    await isNow("Red", before);
  });
}
