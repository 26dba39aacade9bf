import assert from "node:assert/strict";
import { Countdown } from "../../src/sandbox/clock.ts";

Deno.test("Countdown calls back at its end", async () => {
  await new Promise<void>((resolve) => new Countdown(1, resolve));
});

Deno.test("Countdown.left stands still while it is paused, and counting() goes on", () => {
  const clock = new Countdown(60_000, () => {});
  clock.pause();
  const left = clock.left;
  const busy = (ms: number) => {
    for (const end = performance.now() + ms; performance.now() < end;);
  };
  busy(5);
  assert.equal(clock.left, left);
  clock.counting(() => busy(5));
  assert.ok(clock.left <= left - 5);
  assert.ok(clock.paused);
});
