import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeCompoundText } from "../../../src/engine/x11/text_property.ts";

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

Deno.test("decodeCompoundText() reads the sets that ICCCM names, in either half of the code table", () => {
  const cases: readonly [string, string][] = [
    ["Gr\xfc\xdfe", "Grüße"],
    ["\x1b-B\xb1\xea", "ąę"],
    ["\x1b-F\xe1 \x1b-Abc\xe9", "α bcé"],
    ["\x1b-L\xbf", "П"],
    ["\x1b$(BF|K\\\x1b(B!", "日本!"],
    ["\x1b$)B\xc6\xfc\xcb\xdc", "日本"],
    ["\x1b$)A\xd6\xd0\xce\xc4", "中文"],
    ["\x1b$(CGQ19\x1b(B", "한국"],
    ["\x1b)I\xb1", "ｱ"],
    ["a\x1b%G\xe2\x82\xac\x1b%@\xe9", "a€é"],
    ["\x1b%/1\x80\x89koi8-r\x02\xf0\xf1", "ПЯ"],
    ["\x9b2]abc\x9b]", "abc"],
  ];
  for (const [source, text] of cases) assert.equal(decodeCompoundText(bytes(source)), text, JSON.stringify(source));
});

Deno.test("decodeCompoundText() shows what it can't decode as such, and goes on", () => {
  assert.equal(decodeCompoundText(bytes("a\x1b$)G\xa4\xa1\x1b-Ab")), "a\ufffdb");
  assert.equal(decodeCompoundText(bytes("a\x1b%/1\x80\x89nothing\x02\xf0b")), "a\ufffdb");
});

Deno.test("decodeCompoundText() takes any bytes", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), (any) => {
    assert.ok(decodeCompoundText(any).length <= any.length * 2);
  }));
});
