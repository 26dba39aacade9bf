import assert from "node:assert/strict";
import fc from "fast-check";
import { quote } from "../../../src/desktop/shell.ts";

Deno.test("quote() gives words that a POSIX shell reads back unchanged", async () => {
  const text = fc.string({ unit: "grapheme", maxLength: 40 }).filter((value) => !value.includes("\0"));
  const words = fc.sample(fc.oneof(text, fc.constantFrom("", "'", "\n", "$(x)", "\\", '"', "-n")), {
    numRuns: 300,
    seed: 1,
  });
  const script = `for word in ${
    words.map((word) => quote(word.toWellFormed())).join(" ")
  }; do printf '%s\\0' "$word"; done`;
  const { stdout } = await new Deno.Command("sh", { args: ["-c", script] }).output();
  assert.deepEqual(new TextDecoder().decode(stdout).split("\0").slice(0, -1), words.map((word) => word.toWellFormed()));
});
