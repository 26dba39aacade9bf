import assert from "node:assert/strict";
import { escapeAddress, sessionBusAddress } from "../../src/desktop/buses.ts";

Deno.test("escapeAddress() escapes what would end a D-Bus address", () => {
  assert.equal(escapeAddress("/a b,c;d%é"), "/a%20b%2cc%3bd%25%c3%a9");
});

Deno.test("sessionBusAddress() is a path, never an abstract socket", () => {
  assert.equal(sessionBusAddress("/run/x"), "unix:path=/run/x/run/bus");
});
