import assert from "node:assert/strict";
import { encodeAuthority, newCookie } from "../../src/desktop/xauthority.ts";

Deno.test("encodeAuthority() writes an entry for the host and one for any host", () => {
  const cookie = Uint8Array.from({ length: 16 }, (_, index) => index);
  // Written out by hand from Xau(3): family, then address, number, name and data, each with its length, big endian.
  const rest = "0003313030" + "00124d49542d4d414749432d434f4f4b49452d31" + "0010000102030405060708090a0b0c0d0e0f";
  assert.equal(encodeAuthority("box", 100, cookie).toHex(), `01000003626f78${rest}` + `ffff0000${rest}`);
});

Deno.test("newCookie() gives another secret each time", () => {
  assert.equal(newCookie().length, 16);
  assert.notDeepEqual(newCookie(), newCookie());
});
