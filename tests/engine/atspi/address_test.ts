import assert from "node:assert/strict";
import { OperationError } from "../../../src/contract/errors.ts";
import { parseAddresses } from "../../../src/engine/atspi/address.ts";

Deno.test("parseAddresses() reads paths, abstract names, escapes and lists", () => {
  assert.deepEqual(parseAddresses("unix:path=/run/user/1000/bus"), [{ kind: "path", name: "/run/user/1000/bus" }]);
  assert.deepEqual(parseAddresses("unix:abstract=/tmp/dbus-x,guid=0123"), [{ kind: "abstract", name: "/tmp/dbus-x" }]);
  assert.deepEqual(parseAddresses("unix:path=/tmp/a%20b%2Cc%3b%C3%BC"), [{ kind: "path", name: "/tmp/a b,c;ü" }]);
  assert.deepEqual(parseAddresses("unix:path=/a;unix:abstract=b;"), [
    { kind: "path", name: "/a" },
    { kind: "abstract", name: "b" },
  ]);
});

Deno.test("parseAddresses() refuses what names no socket, and says what it met", () => {
  const refused: readonly (readonly [string, RegExp])[] = [
    ["", /empty/],
    ["autolaunch:", /"autolaunch"/],
    ["tcp:host=localhost,port=1", /"tcp"/],
    ["unixexec:path=/bin/sh", /"unixexec"/],
    ["unix:runtime=yes", /unix:runtime=/],
    ["unix:dir=/tmp", /unix:dir=/],
    ["unix:tmpdir=/tmp", /unix:tmpdir=/],
    ["unix:guid=00", /neither/],
    ["unix:path=relative", /relative/],
    ["unix:path=/a,path=/b", /twice/],
    ["unix:path=/a,abstract=b", /both/],
    ["unix:path=/a%00b", /no valid value/],
    ["unix:path=/a%ff", /no valid value/],
    ["unix:path=/a%2", /no valid value/],
    [`unix:path=/${"a".repeat(107)}`, /too long/],
    ["unix:path=/a;tcp:host=b", /"tcp"/],
    ["unix:path=/a;".repeat(1000), /too long/],
  ];
  for (const [address, reason] of refused) {
    assert.throws(() => parseAddresses(address), (error: unknown) => {
      assert.ok(error instanceof OperationError);
      assert.equal(error.code, "desktop_unavailable");
      assert.match(error.message, reason);
      return true;
    });
  }
});
