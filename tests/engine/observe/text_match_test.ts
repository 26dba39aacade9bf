import assert from "node:assert/strict";
import { OperationError } from "../../../src/contract/errors.ts";
import { matcherOf } from "../../../src/engine/observe/text_match.ts";

Deno.test("matcherOf() refuses regular expressions that repeat a repetition or a choice at any depth", () => {
  const refused: [string, string?][] = [
    ["(a+)+$"],
    ["((a+))+$"],
    ["^(a|aa)+$"],
    ["^(?:(?:(a|b)c))*$"],
    ["(?<name>a?){2,}"],
    ["(a{1,3})*"],
    ["(?:a*)*?"],
    ["((a+)?)+"],
    ["([(]a+)+"],
    ["(\\)a+)+"],
    ["(\\[a+)+"],
    ["(?=a+)*b"],
    ["(\\u{9})+"],
    ["(\\p{L}+)+", "u"],
    ["a*a*a*a*a*b", "i"],
    ["a?".repeat(40) + "b", "u"],
    ["(?=a*a*a*a*b)x"],
  ];
  for (const [regex, flags] of refused) {
    assert.throws(() => matcherOf({ regex, flags }), (error: unknown) => {
      assert.ok(error instanceof OperationError, regex);
      assert.equal(error.code, "invalid_request");
      assert.match(error.message, /too many ways/);
      return true;
    }, regex);
  }
});

Deno.test("matcherOf() takes regular expressions that repeat no choice", () => {
  const taken: [string, string, string?][] = [
    ["^(Save|Open) as…$", "Open as…"],
    ["^Document( \\d+)?$", "Document 12"],
    ["(ab)+c*", "ababcc"],
    ["^([+*|?])+$", "+|"],
    ["^(\\+\\|)+$", "+|+|"],
    ["^([^\\]|+]a)+$", "bata"],
    ["(?<=a)(?:bc){2}", "abcbc"],
    ["^(\\u{61}b)+$", "abab", "u"],
    ["^(\\p{L}\\d)+$", "ä1ö2", "u"],
    ["a{2}|b+", "aa"],
    ["total: .*\\d", "TOTAL: 12", "i"],
    ["^Ä\\S+$", "ärger", "i"],
    ["[A-Z]+\\x41", "zza", "i"],
    ["^(?!Save)\\w+", "Open"],
  ];
  for (const [regex, text, flags] of taken) assert.equal(matcherOf({ regex, flags })(text), 2, regex);
});

Deno.test("matcherOf() looks at the beginning of long texts only", () => {
  assert.equal(matcherOf({ regex: "b" })(`${"a".repeat(2047)}b`), 2);
  assert.equal(matcherOf({ regex: "b" })(`${"a".repeat(20_000)}b`), 0);
});

Deno.test("matcherOf() ends on texts that a pattern matches in many ways", () => {
  const text = "a".repeat(4000);
  for (const flags of ["", "i", "u", "iu"]) {
    const match = matcherOf({ regex: "a*a*b", flags });
    assert.equal(match(text), 0);
    assert.equal(match("caab"), 2);
  }
});

Deno.test("matcherOf() gives up on a pattern that takes too long for all texts together", () => {
  const match = matcherOf({ regex: "(?=a*a*b)a" });
  const text = "a".repeat(256);
  assert.throws(() => {
    for (let i = 0; i < 100_000; i++) match(text);
  }, /takes too long/);
});
