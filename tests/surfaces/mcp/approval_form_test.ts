import { deepEqual, equal, ok } from "node:assert/strict";
import { approvalForm, readApproval } from "../../../src/surfaces/mcp/approval_form.ts";

const form = approvalForm({ appId: 'Xed\u001b[2J\n"x"', executable: "/usr/bin/xed" });

Deno.test("approvalForm() is one required choice with readable values, the narrowest as default", () => {
  const { properties, required } = form.requestedSchema;
  const decision = properties["decision"] as { default: string; oneOf: { const: string }[] };
  deepEqual(required, ["decision"]);
  deepEqual(Object.keys(properties), ["decision"]);
  equal(decision.default, decision.oneOf[0]!.const);
  deepEqual(decision.oneOf.map((choice) => readApproval("accept", { decision: choice.const })), [
    { decision: "turn" },
    { decision: "session" },
    { decision: "always" },
    { decision: "deny" },
  ]);
});

Deno.test("approvalForm() shows names without control characters", () => {
  ok(!/\p{C}/u.test(form.message));
});

for (
  const content of [
    undefined,
    null,
    {},
    [],
    "Always allow",
    { decision: true },
    { decision: "always" },
    { decision: "ALWAYS ALLOW" },
    { decision: "__proto__" },
    { decision: ["Always allow"] },
    Object.create({ decision: "Always allow" }),
  ]
) {
  Deno.test(`readApproval() takes an acceptance with ${JSON.stringify(content)} for a denial`, () => {
    deepEqual(readApproval("accept", content), { decision: "deny" });
  });
}

Deno.test("readApproval() tells declining from dismissing, and allows nothing by an unknown action", () => {
  deepEqual(readApproval("decline", { decision: "Always allow" }), { decision: "deny" });
  deepEqual(readApproval("cancel", { decision: "Always allow" }), { dismissed: true });
  deepEqual(readApproval("yes", { decision: "Always allow" }), { decision: "deny" });
});
