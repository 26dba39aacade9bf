import assert from "node:assert/strict";
import { OperationError } from "../../src/contract/errors.ts";
import { Approvals } from "../../src/policy/approvals.ts";
import { decide, demandAccess, parseAppList, type Policy } from "../../src/policy/decide.ts";

function policy(parts: Partial<{ allow: string; deny: string }> = {}): Policy {
  return { allow: parseAppList(parts.allow), deny: parseAppList(parts.deny), approvals: new Approvals() };
}
const editor = { appId: "Mousepad", executable: "/usr/bin/mousepad" };

Deno.test("decide() asks for approval of what nobody listed", () => {
  assert.deepEqual(decide(editor, policy()), { access: "approval_required" });
});

Deno.test("decide() compares the operator's lists without regard to case", () => {
  assert.equal(decide(editor, policy({ allow: "xed, MOUSEPAD" })).access, "allowed");
  assert.equal(decide(editor, policy({ deny: "mousepad" })).access, "denied");
});

Deno.test("decide() lets a denial win over a permission and over an approval", () => {
  const both = policy({ allow: "mousepad", deny: "mousepad" });
  both.approvals.add({ app_id: "mousepad", executable: editor.executable, scope: "always" });
  assert.equal(decide(editor, both).access, "denied");
});

Deno.test("decide() denies terminals by class, instance or program, even when they are allowed", () => {
  const all = policy({ allow: "*,xterm,innocent" });
  assert.equal(decide({ appId: "XTerm", executable: "/usr/bin/xterm" }, all).access, "denied");
  assert.equal(decide({ appId: "innocent", otherNames: ["xterm"], executable: "/bin/a" }, all).access, "denied");
  assert.equal(decide({ appId: "innocent", executable: "/usr/bin/konsole" }, all).access, "denied");
  assert.equal(decide({ appId: "org.keepassxc.KeePassXC", executable: "/usr/bin/a" }, all).access, "denied");
  assert.equal(decide({ appId: "pinentry-gtk-2", executable: "/usr/bin/a" }, all).access, "denied");
});

Deno.test("decide() denies what can't be identified", () => {
  assert.equal(decide({ appId: "", executable: "/usr/bin/a" }, policy({ allow: "*" })).access, "denied");
  assert.equal(decide({ appId: "a", executable: null }, policy({ allow: "*" })).access, "denied");
});

Deno.test("Approvals cover an application id only together with its executable", () => {
  const rules = policy();
  rules.approvals.add({ app_id: "mousepad", executable: "/usr/bin/mousepad", scope: "session" });
  assert.equal(decide(editor, rules).access, "allowed");
  assert.equal(decide({ ...editor, executable: "/tmp/mousepad" }, rules).access, "approval_required");
  assert.equal(rules.approvals.revoke("MOUSEPAD"), 1);
  assert.equal(decide(editor, rules).access, "approval_required");
});

Deno.test("Approvals of a turn end with it, wider ones stay, and a narrower one never replaces a wider one", () => {
  const rules = policy();
  const approval = { app_id: "mousepad", executable: "/usr/bin/mousepad" };
  rules.approvals.add({ ...approval, scope: "turn" });
  rules.approvals.endTurn();
  assert.equal(decide(editor, rules).access, "approval_required");
  rules.approvals.add({ ...approval, scope: "session" });
  rules.approvals.add({ ...approval, scope: "turn" });
  rules.approvals.endTurn();
  assert.equal(decide(editor, rules).access, "allowed");
});

Deno.test("demandAccess() says what is to be approved", () => {
  assert.throws(() => demandAccess(editor, policy()), (error) => {
    assert.ok(error instanceof OperationError);
    assert.equal(error.code, "approval_required");
    assert.deepEqual(error.details, { app_id: "Mousepad", executable: "/usr/bin/mousepad" });
    return true;
  });
});
