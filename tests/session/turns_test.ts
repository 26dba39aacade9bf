import { deepEqual } from "node:assert/strict";
import { Turns } from "../../src/session/turns.ts";

/** Turns whose ends are written down: `trusted` or `untrusted` in the engine, `forget` at the desk. */
function recorded(brake: "off" | "stopped" = "off"): { turns: Turns; ends: string[] } {
  const ends: string[] = [];
  const turns = new Turns({
    approvals: { endTurn: () => void ends.push("forget") },
    brake: { state: brake },
    endInEngine: (isTrusted) => {
      ends.push(isTrusted ? "trusted" : "untrusted");
      return Promise.resolve();
    },
  });
  return { turns, ends };
}

Deno.test("a client that names its turns ends one by beginning the next, and that frees the latch", async () => {
  const { turns, ends } = recorded();
  await turns.begin("1");
  await turns.endCall();
  await turns.begin("1");
  deepEqual(ends, []);
  await turns.begin("2");
  deepEqual(ends, ["forget", "trusted"]);
});

Deno.test("a new turn does not free a session that its owner stopped", async () => {
  const { turns, ends } = recorded("stopped");
  await turns.begin("1");
  await turns.begin("2");
  deepEqual(ends, ["forget", "untrusted"]);
});

Deno.test("without names a turn is one call; approvals that were given in it end", async () => {
  const { turns, ends } = recorded();
  await turns.begin(undefined);
  await turns.endCall();
  deepEqual(ends, ["forget"]);
  turns.note();
  await turns.endCall();
  deepEqual(ends, ["forget", "forget", "untrusted"]);
});

Deno.test("what the model says of the turn ends approvals, and never frees the latch or forgets a denial", async () => {
  const { turns, ends } = recorded();
  await turns.begin("1");
  turns.note();
  await turns.endByModel();
  await turns.endByModel();
  deepEqual(ends, ["untrusted"]);
});
