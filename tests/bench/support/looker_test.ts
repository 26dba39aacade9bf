import assert from "node:assert/strict";
import { afterChange, holds, type Seen } from "../../../bench/support/looker.ts";

function seen(text: string): Seen {
  return { text, bytes: text.length, hasPicture: false };
}

Deno.test("holds() takes no longer number for the one that is wanted", () => {
  assert.ok(holds('"Label 1"', "Label 1"));
  assert.ok(holds('"Label 10" "Label 1"', "Label 1"));
  assert.ok(!holds('"Label 10"', "Label 1"));
});

Deno.test("afterChange() says that a look is stale which does not tell of the change", async () => {
  const application = { change: () => Promise.resolve("Round 2") };
  const looks = (text: string) => afterChange(application, () => Promise.resolve(seen(text)));
  const fresh = looks('"Round 2"');
  await fresh.prepare?.();
  assert.equal((await fresh.run()).flaw, undefined);
  const stale = looks('"Round 1"');
  await stale.prepare?.();
  assert.equal((await stale.run()).flaw, "stale");
});
