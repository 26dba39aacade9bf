import assert from "node:assert/strict";
import { OperationError } from "../../src/contract/errors.ts";
import { checkDisplayName } from "../../src/policy/display_name.ts";

function codeOf(name: string | undefined, live = false): string {
  try {
    return checkDisplayName(name, live);
  } catch (error) {
    assert.ok(error instanceof OperationError);
    return error.code;
  }
}

Deno.test("checkDisplayName() refuses display 0 in every spelling", () => {
  for (const name of [":0", ":0.0", "unix:0", "unix:0.1", ":00", ":000.0"]) assert.equal(codeOf(name), "denied", name);
});

Deno.test("checkDisplayName() lets display 0 be named for a live desktop alone", () => {
  assert.equal(codeOf(":0", true), ":0");
});

Deno.test("checkDisplayName() refuses remote displays and nonsense, and names the variable", () => {
  for (const name of ["localhost:10", "10.0.0.1:0", "wayland-0", ":", ":1x", ":1;rm", "0"]) {
    assert.equal(codeOf(name), "invalid_request", name);
  }
  assert.throws(() => checkDisplayName("host:1"), /CUA_DISPLAY/);
});

Deno.test("checkDisplayName() never falls back to anything when nothing is named", () => {
  assert.equal(codeOf(undefined), "desktop_unavailable");
  assert.equal(codeOf(""), "desktop_unavailable");
});

Deno.test("checkDisplayName() refuses other screens than the first by name", () => {
  assert.throws(() => checkDisplayName(":100.1"), /CUA_DISPLAY names screen 1/);
  assert.equal(codeOf(":0.1", true), "invalid_request");
});

Deno.test("checkDisplayName() gives private displays without their screen", () => {
  assert.equal(codeOf(":100"), ":100");
  assert.equal(codeOf("unix:101.0"), ":101");
});
