import assert from "node:assert/strict";
import { patienceMs, Responsiveness } from "../../../src/engine/atspi/responsiveness.ts";
import { CallTimeout } from "../../../src/engine/atspi/wire/errors.ts";

Deno.test("Responsiveness.ask() waits less for an application that did not answer, until it does", async () => {
  const waits = new Responsiveness();
  const given: number[] = [];
  const silent = (deadlineMs: number) => {
    given.push(deadlineMs);
    return Promise.reject(new CallTimeout("silent"));
  };
  for (let i = 0; i < 4; i++) await assert.rejects(waits.ask(":1.1", silent), CallTimeout);
  assert.deepEqual(given, [patienceMs.normal, patienceMs.blocked, patienceMs.probe, patienceMs.probe]);
  assert.equal(waits.patience(":1.2"), patienceMs.normal);
  assert.equal(await waits.ask(":1.1", () => Promise.resolve(7)), 7);
  assert.equal(waits.patience(":1.1"), patienceMs.normal);
});

Deno.test("Responsiveness.mayReadBulk() leaves a bulk read alone that timed out", () => {
  const waits = new Responsiveness();
  assert.ok(waits.mayReadBulk(":1.1"));
  waits.bulkTimedOut(":1.1");
  assert.ok(!waits.mayReadBulk(":1.1"));
  assert.ok(waits.mayReadBulk(":1.2"));
});
