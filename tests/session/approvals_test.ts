import { deepEqual, equal, match, rejects } from "node:assert/strict";
import type { OperationError } from "../../src/contract/errors.ts";
import { ApprovalDesk } from "../../src/session/approvals.ts";
import type { Answer, Asker } from "../../src/session/asking.ts";

const xed = { appId: "Xed", executable: "/usr/bin/xed" };
const open = new AbortController().signal;

/** Answers in this order; the last answer again and again. */
function answering(...answers: Answer[]): Asker & { readonly asked: number } {
  let asked = 0;
  return {
    ask: () => Promise.resolve(answers[Math.min(asked++, answers.length - 1)]!),
    get asked() {
      return asked;
    },
  };
}

const nobody = answering({ unavailable: "nobody is there" });

function failsWith(code: string, text: RegExp) {
  return (error: OperationError) => error.code === code && text.test(error.message);
}

async function withFile(use: (path: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await use(`${folder}/approvals.json`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("settle() gives the scope that the user chose", async () => {
  const desk = new ApprovalDesk({});
  equal(await desk.settle(xed, answering({ decision: "turn" }), open), "turn");
  equal(await desk.settle(xed, answering({ decision: "session" }), open), "session");
});

Deno.test("settle() remembers a denial until the turn ends, and asks no more meanwhile", async () => {
  const desk = new ApprovalDesk({});
  const asker = answering({ decision: "deny" }, { decision: "turn" });
  await rejects(desk.settle(xed, asker, open), failsWith("denied", /denied access to "Xed"/));
  await rejects(desk.settle({ ...xed, appId: "xed" }, asker, open), failsWith("denied", /denied/));
  equal(asker.asked, 1);
  desk.endTurn();
  equal(await desk.settle(xed, asker, open), "turn");
});

Deno.test("settle() tells of a dismissed form and of a client without forms, and how to allow it then", async () => {
  const desk = new ApprovalDesk({ outsideMs: 1 });
  await rejects(desk.settle(xed, answering({ dismissed: true }), open), failsWith("cancelled", /approvals allow Xed/));
  await rejects(desk.settle(xed, nobody, open), failsWith("approval_required", /nobody is there.*approvals allow Xed/));
  const odd = { ...xed, appId: "a'; rm -rf" };
  await rejects(desk.settle(odd, nobody, open), (error: OperationError) => error.message.includes(`'a'\\''; rm -rf'`));
});

Deno.test("settle() ends by its watchdog when nobody ever answers, and by the call's signal", async () => {
  const silent: Asker = {
    ask: (_question, signal) =>
      new Promise((resolve) => signal.addEventListener("abort", () => resolve({ dismissed: true }))),
  };
  const desk = new ApprovalDesk({ questionMs: 1 });
  await rejects(desk.settle(xed, silent, open), failsWith("timeout", /Nobody answered/));
  await rejects(new ApprovalDesk({}).settle(xed, silent, AbortSignal.abort()), failsWith("cancelled", /ended/));
});

Deno.test("settle() asks once for calls that need the same approval", async () => {
  const desk = new ApprovalDesk({});
  const asker = answering({ decision: "session" });
  deepEqual(await Promise.all([desk.settle(xed, asker, open), desk.settle(xed, asker, open)]), ["session", "session"]);
  equal(asker.asked, 1);
});

Deno.test("answer() answers what waits, from outside, and withdraws the form", async () => {
  const desk = new ApprovalDesk({});
  let isWithdrawn = false;
  const asker: Asker = {
    ask: (_question, signal) =>
      new Promise((resolve) =>
        signal.addEventListener("abort", () => {
          isWithdrawn = true;
          resolve({ dismissed: true });
        })
      ),
  };
  const settled = desk.settle(xed, asker, open);
  await Promise.resolve();
  while (desk.waiting.length === 0) await new Promise((resolve) => setTimeout(resolve));
  equal(desk.answer("nothing", "turn"), 0);
  equal(desk.answer("XED", "session"), 1);
  equal(await settled, "session");
  equal(isWithdrawn, true);
  deepEqual(desk.waiting, []);
});

Deno.test("answer() holds for the next time when the call has gone", async () => {
  const desk = new ApprovalDesk({ outsideMs: 1 });
  await rejects(desk.settle(xed, nobody, open));
  equal(desk.waiting[0]?.waiting, false);
  equal(desk.answer("xed", "session"), 1);
  equal(await desk.settle(xed, nobody, open), "session");
  await rejects(desk.settle(xed, nobody, open));
  equal(desk.answer("xed", "deny"), 1);
  await rejects(desk.settle(xed, nobody, open), failsWith("denied", /denied/));
});

Deno.test("settle() keeps what is always allowed in the file, with its executable, and asks no more", async () => {
  await withFile(async (path) => {
    const asker = answering({ decision: "always" });
    equal(await new ApprovalDesk({ path }).settle(xed, asker, open), "always");
    match(await Deno.readTextFile(path), /"always_allowed"[^]*"\/usr\/bin\/xed"/);
    const later = new ApprovalDesk({ path, outsideMs: 1 });
    equal(await later.settle({ ...xed, appId: "xed" }, nobody, open), "always");
    await rejects(later.settle({ ...xed, executable: "/tmp/xed" }, nobody, open));
    await later.revoke("xed");
    await rejects(later.settle(xed, nobody, open));
  });
});

Deno.test("settle() lets always hold for the session when it can't be stored", async () => {
  await withFile(async (path) => {
    await Deno.writeTextFile(path, "{");
    equal(await new ApprovalDesk({ path }).settle(xed, answering({ decision: "always" }), open), "session");
    equal(await Deno.readTextFile(path), "{");
  });
});
