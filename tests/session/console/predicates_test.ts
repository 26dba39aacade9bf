import assert from "node:assert/strict";
import { waitForParams } from "../../../src/contract/predicates.ts";
import { toPredicates } from "../../../src/session/console/predicates.ts";

const save = { role: "button", name: "Save" };

const cases: [unknown, unknown][] = [
  [undefined, { type: "quiet" }],
  [{ quiet: 200 }, { type: "quiet", ms: 200 }],
  ["Save", { type: "element", locator: { name: "Save" }, is: "exists" }],
  [save, { type: "element", locator: save, is: "exists" }],
  [{ absent: save }, { type: "element", locator: save, is: "absent" }],
  [7, { type: "element", element: 7, is: "exists" }],
  [{ element: 7, states: ["enabled"] }, { type: "state", element: 7, states: ["enabled"] }],
  [{ window: "Open" }, { type: "window", title: "Open", is: "exists" }],
  [{ window: { regex: "^Open" } }, { type: "window", title: { regex: "^Open" }, is: "exists" }],
  [{ window: 42 }, { type: "window", window_id: 42, is: "exists" }],
  [{ ...save, value: 5 }, { type: "value", locator: save, equals: 5 }],
  [{ element: 7, matches: { regex: "\\d" } }, { type: "value", element: 7, matches: { regex: "\\d" } }],
  [{ type: "text", text: "Done", is: "absent" }, { type: "text", text: "Done", is: "absent" }],
];

for (const [given, expected] of cases) {
  Deno.test(`toPredicates() takes ${JSON.stringify(given)}`, () => {
    const predicates = toPredicates(given, true);
    assert.deepEqual(predicates, [expected]);
    assert.ok(waitForParams.predicates.safeParse(predicates).success);
  });
}

Deno.test("toPredicates() takes several, and what shall be gone", () => {
  assert.deepEqual(toPredicates(["Save", { window: "Open" }], false), [
    { type: "element", locator: { name: "Save" }, is: "absent" },
    { type: "window", title: "Open", is: "gone" },
  ]);
});
