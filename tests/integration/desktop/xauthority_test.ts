import assert from "node:assert/strict";
import { newCookie, writeAuthority } from "../../../src/desktop/xauthority.ts";

Deno.test("writeAuthority() writes what xauth reads", async () => {
  const path = await Deno.makeTempFile();
  try {
    const cookie = newCookie();
    await writeAuthority(path, 123, cookie);
    const { stdout } = await new Deno.Command("xauth", { args: ["-f", path, "list"] }).output();
    const lines = new TextDecoder().decode(stdout).trim().split("\n");
    assert.equal(lines.length, 2);
    for (const line of lines) assert.match(line, new RegExp(`:123  MIT-MAGIC-COOKIE-1  ${cookie.toHex()}$`));
  } finally {
    await Deno.remove(path);
  }
});
