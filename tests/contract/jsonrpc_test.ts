import assert from "node:assert/strict";
import { describeIssues, errorReply, parseRequest, rpcCodes } from "../../src/contract/jsonrpc.ts";
import { operations } from "../../src/contract/operations.ts";
import { OperationError } from "../../src/contract/errors.ts";

function replyTo(text: string) {
  const parsed = parseRequest({ ok: true, text });
  assert.ok("reply" in parsed, `"${text}" was taken for a request`);
  return parsed.reply;
}

Deno.test("parseRequest() reads requests and notifications", () => {
  const request = { jsonrpc: "2.0", id: 1, method: "hello", params: {} };
  assert.deepEqual(parseRequest({ ok: true, text: JSON.stringify(request) }), { request });
  const notification = { jsonrpc: "2.0", method: "$/cancelRequest", params: { id: 1 } };
  assert.deepEqual(parseRequest({ ok: true, text: JSON.stringify(notification) }), { request: notification });
});

Deno.test("parseRequest() answers what is no JSON with a parse error", () => {
  for (const text of ["", "{", "hello", "\u0000"]) {
    assert.equal(replyTo(text).error.code, rpcCodes.parseError, JSON.stringify(text));
    assert.equal(replyTo(text).id, null);
  }
});

Deno.test("parseRequest() keeps the id of a request that is wrong otherwise", () => {
  const reply = replyTo('{"jsonrpc":"1.0","id":7,"method":"hello"}');
  assert.equal(reply.id, 7);
  assert.equal(reply.error.code, rpcCodes.invalidRequest);
  assert.match(reply.error.message, /jsonrpc/);
});

Deno.test("parseRequest() refuses batches, arrays as parameters, ids of other types", () => {
  assert.match(replyTo("[]").error.message, /one request a line/);
  assert.match(replyTo('{"jsonrpc":"2.0","id":1,"method":"x","params":[1]}').error.message, /params/);
  assert.equal(replyTo('{"jsonrpc":"2.0","id":{},"method":"x"}').id, null);
  for (const text of ["null", "1", '"x"', "true"]) assert.equal(replyTo(text).error.code, rpcCodes.invalidRequest);
});

Deno.test("parseRequest() answers lines that are too long or no UTF-8", () => {
  const long = parseRequest({ ok: false, reason: "too_long", bytes: 20_000_000 });
  assert.ok("reply" in long);
  assert.equal((long.reply.error.data as { code: string }).code, "too_long");
  const broken = parseRequest({ ok: false, reason: "invalid_utf8", bytes: 3 });
  assert.ok("reply" in broken);
  assert.equal(broken.reply.error.code, rpcCodes.parseError);
});

Deno.test("describeIssues() names the field, what is right, and the value met", () => {
  const params = { target: { app: "x" }, actions: [{ type: "click", element: 1, count: 9 }] };
  const { error } = operations.act.params.safeParse(params);
  const text = describeIssues(error!, params);
  assert.match(text, /actions\[0\]\.count/);
  assert.match(text, /3/);
  assert.match(text, /not 9/);
});

Deno.test("describeIssues() names an unknown field", () => {
  const params = { app: "x", colour: "red" };
  assert.match(describeIssues(operations.observe.params.safeParse(params).error!, params), /colour/);
});

Deno.test("errorReply() bounds messages and details", () => {
  const error = new OperationError("internal", "x".repeat(100_000), { details: { blob: "y".repeat(100_000) } });
  assert.ok(JSON.stringify(errorReply(1, -32000, error)).length < 10_000);
});
