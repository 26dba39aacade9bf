import { doesNotReject, equal, rejects } from "node:assert/strict";
import type { OperationError } from "../../src/contract/errors.ts";
import { Brake } from "../../src/session/brake.ts";

const open = new AbortController().signal;

Deno.test("pass() waits while the session is paused and goes on when it is resumed", async () => {
  const brake = new Brake();
  brake.pause();
  let hasPassed = false;
  const passing = brake.pass("observe", open).then(() => hasPassed = true);
  await Promise.resolve();
  equal(hasPassed, false);
  brake.release();
  equal(await passing, true);
});

Deno.test("pass() refuses actions of a stopped session, and lets it be looked at", async () => {
  const brake = new Brake();
  brake.pause();
  const waiting = brake.pass("act", open);
  brake.stop();
  const isInterrupt = (error: OperationError) => error.code === "user_interrupt" && error.dispatched === "no";
  await rejects(waiting, isInterrupt);
  await rejects(brake.pass("launch_app", open), isInterrupt);
  await doesNotReject(brake.pass("observe", open));
  brake.release();
  await doesNotReject(brake.pass("act", open));
});

Deno.test("pass() ends with the call", async () => {
  const brake = new Brake();
  brake.pause();
  await rejects(brake.pass("act", AbortSignal.abort()), (error: OperationError) => error.code === "cancelled");
});
