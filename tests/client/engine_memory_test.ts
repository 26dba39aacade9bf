import { deepEqual, equal } from "node:assert/strict";
import { EngineMemory } from "../../src/client/engine_memory.ts";
import { OperationError } from "../../src/contract/errors.ts";
import type { Result } from "../../src/contract/operations.ts";

const xed = { app_id: "Xed", executable: "/usr/bin/xed" };

Deno.test("seed is nothing for the first engine, then the next free id", () => {
  const memory = new EngineMemory();
  equal(memory.seed, undefined);
  memory.learn("find", { locator: { role: "button" } }, { matches: [], truncated: false, last_id: 9 });
  const picture = { mime_type: "image/png", data: "", frame: { id: 12, scale: 1, width: 1, height: 1 }, last_id: 11 };
  memory.learn("capture", {}, picture as Result<"capture">);
  memory.learn("find", { locator: { role: "button" } }, { matches: [], truncated: false, last_id: 3 });
  deepEqual(memory.seed, { approvals: [], abort_latched: false, first_id: 13 });
});

Deno.test("an approval is kept once, with its widest scope", () => {
  const memory = new EngineMemory();
  memory.learn("approve_app", { ...xed, scope: "session" }, {});
  memory.learn("approve_app", { ...xed, app_id: "xed", scope: "turn" }, {});
  deepEqual(memory.approvals, [{ ...xed, app_id: "xed", scope: "session" }]);
});

Deno.test("what is taken back is forgotten before the engine hears of it", () => {
  const memory = new EngineMemory();
  memory.learn("approve_app", { ...xed, scope: "turn" }, {});
  memory.learn("approve_app", { ...xed, executable: "/opt/xed", scope: "session" }, {});
  memory.prepare("turn_ended", {});
  equal(memory.approvals.length, 1);
  memory.prepare("revoke_app", { app_id: "XED" });
  equal(memory.approvals.length, 0);
});

Deno.test("the abort latch holds until the turn has ended in the engine, or the owner frees it", () => {
  const memory = new EngineMemory();
  memory.learnFailure(new OperationError("user_interrupt", "A person moved the pointer"));
  memory.prepare("turn_ended", {});
  equal(memory.latched, true);
  memory.learn("turn_ended", {}, {});
  equal(memory.latched, false);
  memory.learn("seed", { abort_latched: true }, {});
  memory.learn("seed", { first_id: 5 }, {});
  equal(memory.latched, true);
});
