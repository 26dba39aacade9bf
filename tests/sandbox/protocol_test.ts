import assert from "node:assert/strict";
import { parseSandboxMessage } from "../../src/sandbox/protocol.ts";

const parse = (value: unknown) => parseSandboxMessage({ ok: true, text: JSON.stringify(value) });

Deno.test("parseSandboxMessage() takes each message of the protocol", () => {
  const messages = [
    { type: "ready", confined: false, why: "no seccomp" },
    { type: "call", id: 1, name: "cua.clipboard.write", args: { args: ["x"] } },
    { type: "write", text: "x" },
    { type: "done", cell: 1, ok: true },
    {
      type: "done",
      cell: 1,
      ok: false,
      error: { name: "Error", message: "x", line: 3, column: 1, stack: "s" },
      lost: "l",
    },
  ];
  for (const message of messages) assert.deepEqual(parse(message), { ok: true, message });
});

Deno.test("parseSandboxMessage() refuses what the protocol does not have", () => {
  const wrong = [
    null,
    [],
    "ready",
    { type: "ready" },
    { type: "exec" },
    { type: "call", id: 0, name: "cua.listApps" },
    { type: "call", id: 1.5, name: "cua.listApps" },
    { type: "call", id: 1, name: "approve_app" },
    { type: "call", id: 1, name: "cua.__proto__.x" },
    { type: "write", text: 1 },
    { type: "write", text: "x".repeat(100_001) },
    { type: "done", cell: 1, ok: false },
    { type: "done", cell: -1, ok: true },
    { type: "done", cell: 1, ok: false, error: { name: 1, message: "x" } },
  ];
  for (const message of wrong) assert.equal(parse(message).ok, false, JSON.stringify(message)?.slice(0, 80));
});

Deno.test("parseSandboxMessage() refuses lines that are no JSON, too long or not UTF-8", () => {
  assert.equal(parseSandboxMessage({ ok: true, text: "{" }).ok, false);
  assert.deepEqual(parseSandboxMessage({ ok: false, reason: "too_long", bytes: 9 }), {
    ok: false,
    why: "a line that is too long",
  });
});

Deno.test("parseSandboxMessage() drops unknown fields and wrong optional ones, and cuts long texts", () => {
  const parsed = parse({
    type: "done",
    cell: 2,
    ok: false,
    error: { name: "E", message: "m".repeat(10_000), line: "3", column: -1, extra: 1 },
    extra: 1,
  });
  const message = "m".repeat(8_192);
  assert.deepEqual(parsed, { ok: true, message: { type: "done", cell: 2, ok: false, error: { name: "E", message } } });
});
